import type { FloatRow } from '@octet/tools/subnet/base/report.ts'
import { useText } from '../../lang.tsx'
import { Value } from '../../result/value.tsx'
import { baseText } from '../../text/dev-base.ts'

type FloatEditorProps = {
  readonly row: FloatRow
  readonly onFormat: (format: FloatRow['format']) => void
  /** The bits after a click, as hex. */
  readonly onBits: (hex: string, format: FloatRow['format']) => void
}

/** A floating-point number as bits that turn over by a click. */
export function FloatEditor({ row, onFormat, onBits }: FloatEditorProps) {
  const t = useText()
  const parts = [
    { part: baseText.sign, kind: 'sign', bits: row.sign },
    { part: baseText.exponent, kind: 'exponent', bits: row.exponent },
    { part: baseText.fraction, kind: 'fraction', bits: row.fraction },
  ]
  const all = row.sign + row.exponent + row.fraction
  const flip = (at: number) => {
    const bits = all.slice(0, at) + (all[at] === '1' ? '0' : '1') + all.slice(at + 1)
    onBits(
      BigInt(`0b${bits}`)
        .toString(16)
        .padStart(all.length / 4, '0'),
      row.format,
    )
  }
  const starts = [0, 1, 1 + row.exponent.length]
  return (
    <section className="float-editor">
      <header className="pane-head">
        <h2>{t(baseText.floatBits)}</h2>
        <span className="segments small" role="group" aria-label={t(baseText.format)}>
          {(['half', 'single', 'double'] as const).map((format) => (
            <button key={format} type="button" aria-pressed={row.format === format} onClick={() => onFormat(format)}>
              {t(baseText[format])}
            </button>
          ))}
        </span>
      </header>
      <div className="float-parts">
        {parts.map(({ part, kind, bits }, index) => (
          <div key={kind} className={`float-part ${kind}`}>
            <span className="float-name">
              {t(part)} <span className="quiet">{bits.length}</span>
            </span>
            <span className="float-bits">
              {Array.from(bits, (bit, offset) => {
                const at = (starts[index] ?? 0) + offset
                return (
                  <button
                    key={at}
                    type="button"
                    aria-pressed={bit === '1'}
                    aria-label={t(baseText.bit, { bit, place: all.length - 1 - at, part: t(part) })}
                    onClick={() => flip(at)}
                  >
                    {bit}
                  </button>
                )
              })}
            </span>
          </div>
        ))}
      </div>
      <dl>
        <div>
          <dt>{t(baseText.stored)}</dt>
          <dd className="mono">
            <Value value={row.value} schema={{}} />
          </dd>
        </div>
        {row.error !== '' && (
          <div>
            <dt>{t(baseText.error)}</dt>
            <dd className="mono">{row.error}</dd>
          </div>
        )}
        <div>
          <dt>{t(baseText.hex)}</dt>
          <dd className="mono">
            <Value value={row.hex} schema={{}} />
          </dd>
        </div>
      </dl>
      <p className="quiet float-help">{t(baseText.floatHelp)}</p>
    </section>
  )
}
