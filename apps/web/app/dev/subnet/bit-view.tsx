import { useText } from '../../lang.tsx'
import { subnetText } from '../../text/dev-subnet.ts'

type BitViewProps = {
  readonly label: string
  /** Bits as the tools write them: eights parted by dots, sixteens by colons. */
  readonly binary: string
  /** Number of network bits; undefined for a pattern, whose ones are the compared bits. */
  readonly prefix?: number | undefined
}

/** An address or mask bit by bit. Network bits are filled and underlined, host bits are not: never by colour alone. */
export function BitView({ label, binary, prefix }: BitViewProps) {
  const groups = binary.split(/[.:]/)
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { length }) => sum + length, 0))
  return (
    <div className="bit-view">
      <span className="bit-label">{label}</span>
      <span className="bit-groups" role="img" aria-label={`${label}: ${binary}`}>
        {groups.map((group, index) => (
          <span key={starts[index]} className="bit-group">
            {toRuns(group, (at) => (prefix === undefined ? group[at] === '1' : (starts[index] ?? 0) + at < prefix)).map(
              ({ text, isNetwork, at }) => (
                <span key={at} className={isNetwork ? 'bits-network' : 'bits-host'}>
                  {text}
                </span>
              ),
            )}
          </span>
        ))}
      </span>
    </div>
  )
}

type Run = { text: string; isNetwork: boolean; at: number }

/** Neighbouring bits of one kind together. */
function toRuns(group: string, isNetworkAt: (at: number) => boolean): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < group.length; at++) {
    const isNetwork = isNetworkAt(at)
    const last = runs.at(-1)
    if (last && last.isNetwork === isNetwork) last.text += group[at]
    else runs.push({ text: group[at] ?? '', isNetwork, at })
  }
  return runs
}

/** What the two looks of bits mean. */
export function BitLegend({ isPattern = false }: { isPattern?: boolean }) {
  const t = useText()
  return (
    <p className="bit-legend">
      <span className="bits-network">1</span> {t(isPattern ? subnetText.maskPattern : subnetText.networkBits)}
      <span className="bits-host">0</span> {t(isPattern ? subnetText.ignored : subnetText.hostBits)}
    </p>
  )
}
