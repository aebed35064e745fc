import { useLang, useText } from '../lang.tsx'
import { toGap } from '../sentence-gap.ts'
import { netTestText as words } from '../text/net-test.ts'
import { Button } from '../ui/button.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { Chip, type Tone } from './chip.tsx'
import { AddressLink, AsLine, PlaceLine, type Place } from './place-line.tsx'
import { useDnsLeak, useLeakState, type LeakPlace, type LeakResolver, type LeakResult } from './use-dns-leak.ts'

const TONES: Readonly<Record<LeakResolver['relation'], Tone>> = { own: 'ok', public: 'plain', elsewhere: 'warn', unknown: 'wait' }
const RELATIONS = { own: 'leakOwn', public: 'leakPublic', elsewhere: 'leakElsewhere', unknown: 'leakUnknown' } as const

/** Which resolvers ask on behalf of this browser, and whether they are where its connection comes from. */
export function DnsLeakPanel() {
  const t = useText()
  const lang = useLang()
  const state = useLeakState()
  const { result, message, isBlocked, isRunning, start } = useDnsLeak()
  const isDone = result !== undefined && !isRunning
  return (
    <section className="net-panel leak-panel">
      <header>
        <h2>{t(words.leak)}</h2>
        <Button icon="World" isBusy={isRunning} disabled={state !== 'ready'} onClick={() => void start()}>
          {t(isRunning ? words.waiting : isDone ? words.again : words.leakStart)}
        </Button>
      </header>
      <p>
        {t(words.leakHelp)}
        {toGap(lang)}
        {state === 'off' && <OffWords />}
        {state === undefined && (
          <span className="unknown">
            <OffWords />
          </span>
        )}
        {state === 'silent' && t(words.leakSilent)}
      </p>
      <div role="status">
        {message && <p>{message}</p>}
        {isBlocked && (
          <p className="reach-blocked">
            {t(words.reachBlocked)} <Button onClick={() => location.reload()}>{t(words.reload)}</Button>
          </p>
        )}
        {isRunning && !result?.resolvers.length && <p>{t(words.leakRunning)}</p>}
        {result && !isBlocked && (isDone || result.resolvers.length > 0) && <Verdict {...result} />}
      </div>
      {result && result.resolvers.length > 0 && <Resolvers rows={result.resolvers} />}
    </section>
  )
}

function OffWords() {
  const t = useText()
  return (
    <>
      {t(words.leakOff)} <SiteLink to="/ipdizhi">{t(words.lookUp)}</SiteLink>
    </>
  )
}

function Verdict({ verdict, summary, caller }: LeakResult) {
  const t = useText()
  const place = toPlace(caller)
  return (
    <>
      <p data-verdict={verdict}>
        <strong>{verdict === 'none' ? t(words.leakNone) : summary}</strong>
      </p>
      <p>
        {t(words.leakCompared)} <AddressLink address={caller.address} /> <PlaceLine place={place} /> <AsLine place={place} />
      </p>
    </>
  )
}

function Resolvers({ rows }: { rows: readonly LeakResolver[] }) {
  const t = useText()
  return (
    <ScrollArea className="net-table" label={t(words.leak)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(words.leakResolver)}</th>
            <th scope="col">{t(words.leakRelation)}</th>
            <th scope="col">{t(words.leakNetwork)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.address}>
              <td>
                <AddressLink address={row.address} />
                <small>
                  <PlaceLine place={toPlace(row)} />
                </small>
                {row.subnets.length > 0 && <small>{t(words.leakSubnet, { subnets: row.subnets.join(', ') })}</small>}
              </td>
              <td>
                <Chip tone={TONES[row.relation]}>{t(words[RELATIONS[row.relation]], { name: row.public_resolver ?? '' })}</Chip>
              </td>
              <td>
                <AsLine place={toPlace(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

const toPlace = ({ country, city, asn, network }: LeakPlace): Place => ({
  countryCode: country,
  city,
  asn,
  network,
  latitude: null,
  longitude: null,
  special: null,
})
