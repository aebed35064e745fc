import '../net/net.css'
import './mail-headers.css'
import { useMemo } from 'react'
import type { HeadersReport } from '@octet/tools/lookup/mail-headers/report.ts'
import { useText } from '../lang.tsx'
import { CheckList } from '../net/checks/check-list.tsx'
import { Chip } from '../net/chip.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { ResultView } from '../result/result-view.tsx'
import { mailHeadersText as words } from '../text/net-mail-headers.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { SiteLink } from '../ui/site-link.tsx'

type Hop = HeadersReport['hops'][number]

/** Verdicts first, then the message, its way with the delay of each step, and who vouched for it. */
export function Result({ card, result, isRunning, error }: ToolState<object, HeadersReport>) {
  const t = useText()
  const properties = useMemo(() => unwrap(card.output as Schema).properties ?? {}, [card])
  if (!result) return null
  const { checks, message, origin, hops, authentication, signatures, headers } = result
  const label = (name: string) => t(properties[name]?.label ?? words.way)
  const tables = { authentication, signatures, headers }
  return (
    <div className={`net-result mail-headers ${error ? 'is-stale' : ''}`} aria-busy={isRunning}>
      <section>
        <h2>{label('checks')}</h2>
        <CheckList checks={checks} />
      </section>
      <section>
        <h2>{label('message')}</h2>
        <ResultView schema={properties['message']} value={message} />
      </section>
      {hops.length > 0 && (
        <section>
          <h2>{label('hops')}</h2>
          {origin && (
            <p>
              {label('origin')}{' '}
              <SiteLink to="/ipdizhi" search={{ ip: origin }} className="mono">
                {origin}
              </SiteLink>
            </p>
          )}
          <Way hops={hops} />
        </section>
      )}
      {Object.entries(tables).map(
        ([name, rows]) =>
          rows.length > 0 && (
            <section key={name}>
              <h2>{label(name)}</h2>
              <ResultTable schema={unwrap(properties[name] ?? {}).items ?? {}} rows={rows} label={label(name)} />
            </section>
          ),
      )}
    </div>
  )
}

/** Each server under the one before; the longest wait has the longest bar. */
function Way({ hops }: { hops: readonly Hop[] }) {
  const t = useText()
  const longest = Math.max(1, ...hops.map(({ delaySeconds = 0 }) => delaySeconds))
  return (
    <ol className="mail-way">
      {hops.map(({ hop, from, address, by, protocol, tls, time, delaySeconds, recipient }) => (
        <li key={hop}>
          <p className="mail-step">
            {from && <span className="mono">{from}</span>}
            {address && (
              <SiteLink to="/ipdizhi" search={{ ip: address }} className="mono">
                {address}
              </SiteLink>
            )}
            {by && (
              <>
                <span aria-hidden="true">→</span> <span className="mono">{by}</span>
              </>
            )}
          </p>
          <p className="mail-facts">
            {delaySeconds !== undefined && (
              <span className="mail-delay">
                <progress max={longest} value={Math.max(0, delaySeconds)} aria-hidden="true" />{' '}
                {t(words.after, { seconds: delaySeconds })}
              </span>
            )}
            {protocol && <span>{protocol}</span>}
            {tls ? <Chip tone="ok">{tls}</Chip> : address && <Chip tone="warn">{t(words.open)}</Chip>}
            {recipient && <span>{t(words.to, { recipient })}</span>}
            {time && <time dateTime={time}>{time.replace('T', ' ').replace('Z', ' UTC')}</time>}
          </p>
        </li>
      ))}
    </ol>
  )
}
