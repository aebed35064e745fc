import '../net/net.css'
import './public-dns.css'
import { useEffect, useRef, useState } from 'react'
import type { ResolverTest } from '@octet/core/probe/resolver-test.ts'
import { toSnippets } from '@octet/tools/ip/public-dns/snippets.ts'
import { useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { timeDoh } from '../net/doh-time.ts'
import type { Reached } from '../net/reach.ts'
import { useSchemaWords } from '../net/schema-words.ts'
import { useResolverTest } from '../net/use-resolver-test.ts'
import { toTimeWords } from '../size-words.ts'
import { resolversText as words } from '../text/net-resolvers.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Flag } from '../ui/flag.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Resolver = {
  readonly id: string
  readonly name: string
  readonly country: string | null
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
  readonly doh: string | null
  readonly dot: string | null
  readonly filters: 'none' | 'malware' | 'ads' | 'family'
  readonly validatesDnssec: boolean
  readonly sendsSubnet: boolean
  readonly homepage: string
}
type Output = { readonly resolvers: readonly Resolver[] }

const MAX_MEASURED = 30

/** Resolvers with what their operators say and what is measured here and there; settings for the chosen one. */
export function Result({ card, result }: ToolState<object, Output>) {
  const t = useText()
  const { option } = useSchemaWords(card.output)
  const { rows, error, isRunning, start } = useResolverTest()
  const browser = useDohTimes()
  const [chosen, setChosen] = useState<string>()
  if (!result) return null
  const { resolvers } = result
  if (resolvers.length === 0) return <p className="quiet">{t(words.none)}</p>
  const sorted = [...resolvers].sort((a, b) => toRank(rows[a.id], browser.times[a.id]) - toRank(rows[b.id], browser.times[b.id]))
  const selected = resolvers.find(({ id }) => id === chosen) ?? sorted[0]
  const isBlocked = Object.values(browser.times).some(({ state }) => state === 'blocked')
  return (
    <div className="net-result resolvers-result" aria-busy={isRunning || browser.isRunning}>
      <div className="net-head">
        <strong>{t(words.count, { count: resolvers.length })}</strong>
        <span className="resolver-actions">
          <Button
            icon="Server"
            isBusy={isRunning}
            onClick={() => void start(resolvers.flatMap(({ id, ipv4 }) => (ipv4.length > 0 ? [id] : [])).slice(0, MAX_MEASURED))}
          >
            {t(isRunning ? words.measuring : words.fromServer)}
          </Button>
          <Button icon="DeviceLaptop" isBusy={browser.isRunning} onClick={() => void browser.start(resolvers)}>
            {t(browser.isRunning ? words.measuring : words.fromBrowser)}
          </Button>
        </span>
      </div>
      {error && (
        <p className="resolver-error" role="alert">
          {error.msg}
        </p>
      )}
      {isBlocked && (
        <p className="resolver-error" role="status">
          {t(words.reload)}
        </p>
      )}
      <ScrollArea className="net-table stacked" label={t(words.name)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(words.name)}</th>
              <th scope="col">{t(words.serverTime)}</th>
              <th scope="col">{t(words.browserTime)}</th>
              <th scope="col">{t(words.dnssec)}</th>
              <th scope="col">{t(words.addresses)}</th>
              <th scope="col">{t(words.encrypted)}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((resolver) => (
              <tr key={resolver.id} aria-current={resolver === selected ? 'true' : undefined}>
                <td className="whole-line">
                  <span className="net-place">
                    {resolver.country && <Flag code={resolver.country} alt={resolver.country} />}
                    <button
                      type="button"
                      className="resolver-name"
                      title={t(words.choose)}
                      onClick={() => setChosen(resolver.id)}
                    >
                      {resolver.name}
                    </button>
                  </span>
                  {resolver.filters !== 'none' && (
                    <small>{t(words.filters, { what: option('resolvers.filters', resolver.filters) })}</small>
                  )}
                  {sendsSubnet(resolver, rows[resolver.id]) && <small>{t(words.sendsSubnet)}</small>}
                </td>
                <td data-name={t(words.serverTime)}>
                  <Measured row={rows[resolver.id]} />
                </td>
                <td data-name={t(words.browserTime)}>
                  <Timed reached={browser.times[resolver.id]} hasDoh={resolver.doh !== null} />
                </td>
                <td data-name={t(words.dnssec)}>
                  <Dnssec says={resolver.validatesDnssec} row={rows[resolver.id]} />
                </td>
                <td className="mono whole-line">
                  {resolver.ipv4.join(' ')}
                  <small>{resolver.ipv6.join(' ')}</small>
                </td>
                <td className="mono whole-line">
                  {resolver.dot && <div>{resolver.dot}</div>}
                  {resolver.doh && <small>{resolver.doh}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className="resolver-help">{t(words.help)}</p>
      {selected && <Settings resolver={selected} />}
    </div>
  )
}

/** Fast ones first, then those without an answer, then those that were not asked. */
function toRank(row: ResolverTest | undefined, reached: Reached | undefined): number {
  if (row?.medianMs != null) return row.medianMs
  if (reached?.ms !== undefined) return reached.ms
  return row?.state === 'failed' || reached?.state === 'failed' ? 1e6 : 1e7
}

/** What was measured, else what the operator says. */
function sendsSubnet({ sendsSubnet: says }: Resolver, row: ResolverTest | undefined): boolean {
  return row?.state === 'answered' && row.clientSubnet !== 'unknown' ? row.clientSubnet === 'yes' : says
}

function Dnssec({ says, row }: { says: boolean; row: ResolverTest | undefined }) {
  const t = useText()
  const isMeasured = row?.state === 'answered' && row.dnssec !== 'unknown'
  const isYes = isMeasured ? row.dnssec === 'validates' : says
  return (
    <Chip tone={isYes ? 'ok' : 'wait'} title={t(isMeasured ? words.measured : words.says)}>
      {t(isYes ? words.yes : words.noWord)}
    </Chip>
  )
}

function Measured({ row }: { row: ResolverTest | undefined }) {
  const t = useText()
  if (!row) return <span className="none">–</span>
  if (row.state === 'waiting') return <Chip tone="wait">{t(words.measuring)}</Chip>
  if (row.state === 'failed')
    return (
      <Chip tone="bad" title={row.note ? t(row.note) : undefined}>
        {t(words.noAnswer)}
      </Chip>
    )
  return (
    <>
      <strong>{toTimeWords(row.medianMs ?? 0)}</strong> <Honesty row={row} />
    </>
  )
}

/** The worst that was found. */
function Honesty({ row: { missingName, redirectedTo, knownAnswer, note } }: { row: ResolverTest }) {
  const t = useText()
  if (missingName === 'redirected')
    return (
      <Chip tone="bad" title={redirectedTo.join(', ')}>
        {t(words.redirected)}
      </Chip>
    )
  if (knownAnswer === 'changed')
    return (
      <Chip tone="bad" title={note ? t(note) : undefined}>
        {t(words.changed)}
      </Chip>
    )
  return missingName === 'honest' && knownAnswer === 'right' ? <Chip tone="ok">{t(words.honestName)}</Chip> : null
}

function Timed({ reached, hasDoh }: { reached: Reached | undefined; hasDoh: boolean }) {
  const t = useText()
  if (!hasDoh || !reached) return <span className="none">–</span>
  if (reached.ms !== undefined) return <strong>{toTimeWords(reached.ms)}</strong>
  return (
    <Chip tone={reached.state === 'blocked' ? 'warn' : 'bad'}>
      {t(reached.state === 'blocked' ? words.blocked : words.noAnswer)}
    </Chip>
  )
}

function Settings({ resolver }: { resolver: Resolver }) {
  const t = useText()
  return (
    <section className="resolver-settings">
      <h2>{t(words.settings, { name: resolver.name })}</h2>
      <dl>
        {toSnippets(resolver).map(({ system, text }) => (
          <div key={system}>
            <dt>
              {system} <CopyButton text={text} isIconOnly />
            </dt>
            <dd>
              <pre tabIndex={0}>{text}</pre>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Times of DNS over HTTPS from this browser. */
function useDohTimes() {
  const [times, setTimes] = useState<Readonly<Record<string, Reached>>>({})
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const start = async (resolvers: readonly Resolver[]) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setTimes({})
    setRunning(true)
    await timeDoh(
      resolvers,
      (id, reached) => controller.signal.aborted || setTimes((last) => ({ ...last, [id]: reached })),
      controller.signal,
    )
    if (running.current === controller) setRunning(false)
  }
  useEffect(() => () => running.current?.abort(), [])
  return { times, isRunning, start }
}
