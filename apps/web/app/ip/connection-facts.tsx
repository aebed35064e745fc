import { startTransition, useEffect, useState } from 'react'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { Snippet } from '../ui/snippet.tsx'
import { CopyValue } from './copy-value.tsx'
import { useFamilies, type OwnAddress } from './use-families.ts'

type Measured = {
  readonly protocol: string
  readonly isEncrypted: boolean
  /** Null when no request came through. */
  readonly ms: number | null
  readonly count: number
  readonly origin: string
}

const PROTOCOLS: Readonly<Record<string, string>> = { 'http/1.0': 'HTTP/1.0', 'http/1.1': 'HTTP/1.1', h2: 'HTTP/2', h3: 'HTTP/3' }

/** Both families, of which the browser used one; protocol and round trip of this page; how to ask from a terminal. */
export function ConnectionFacts({ ip }: { ip: string }) {
  const t = useText()
  const measured = useMeasured()
  const families = useFamilies()
  const hasBoth = families[4] !== undefined || families[6] !== undefined
  const origin = measured?.origin ?? ''
  return (
    <section className="ip-panel">
      <h2>{t(ipText.connection)}</h2>
      <dl>
        {([4, 6] as const).map((family) => (
          <div key={family}>
            <dt>{t(family === 4 ? ipText.seenV4 : ipText.seenV6)}</dt>
            <dd>
              {ip.includes(':') === (family === 6) ? (
                <>
                  <CopyValue words={ip} /> {hasBoth && <small>{t(ipText.thisTime)}</small>}
                </>
              ) : (
                <ByOther own={families[family]} />
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t(ipText.protocol)}</dt>
          <dd>{measured ? `${measured.protocol}, ${t(measured.isEncrypted ? ipText.encrypted : ipText.plain)}` : '…'}</dd>
        </div>
        <div>
          <dt>{t(ipText.roundTrip)}</dt>
          <dd>
            {measured ? (measured.ms === null ? '–' : t(ipText.roundTripValue, { ms: measured.ms, count: measured.count })) : '…'}
          </dd>
        </div>
      </dl>
      <p className="ip-hint">{t(hasBoth ? ipText.bothFamilies : ipText.otherFamily)}</p>
      <Snippet code={`curl -4 ${origin}\ncurl -6 ${origin}`} />
    </section>
  )
}

/** The address by the family that this page was not loaded over. */
function ByOther({ own }: { own: OwnAddress | undefined }) {
  const t = useText()
  if (own?.state === 'seen') return <CopyValue words={own.ip} />
  if (own?.state === 'asking') return '…'
  return (
    <span className="none">
      – <small>{t(own ? ipText.notReached : ipText.notThisTime)}</small>
    </span>
  )
}

const REQUESTS = 4

/** What the browser's own timing says of this page and of a few tiny requests. */
function useMeasured(): Measured | undefined {
  const [measured, setMeasured] = useState<Measured>()
  useEffect(() => {
    let isGone = false
    void measure().then((found) => isGone || startTransition(() => setMeasured(found)))
    return () => {
      isGone = true
    }
  }, [])
  return measured
}

async function measure(): Promise<Measured> {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const times: number[] = []
  for (let i = 0; i < REQUESTS; i++) {
    const startedAt = performance.now()
    const text = await fetch('/livez', { cache: 'no-store' }).then(
      (answer) => answer.text(),
      () => undefined,
    )
    if (text !== undefined) times.push(performance.now() - startedAt)
  }
  const name = page?.nextHopProtocol ?? ''
  return {
    protocol: PROTOCOLS[name] ?? (name || '–'),
    isEncrypted: location.protocol === 'https:',
    ms: times.length > 0 ? Math.max(1, Math.round(Math.min(...times))) : null,
    count: times.length,
    origin: location.origin,
  }
}
