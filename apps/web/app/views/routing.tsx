import '../net/net.css'
import './routing.css'
import type { RoutingReport } from '@octet/core/probe/routing.ts'
import { useText } from '../lang.tsx'
import { CheckList } from '../net/checks/check-list.tsx'
import { Chip } from '../net/chip.tsx'
import { PolicyList } from '../net/routing/policy-list.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { ResultTable } from '../result/result-table.tsx'
import { routingText as words } from '../text/net-routing.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { SiteLink } from '../ui/site-link.tsx'

const TONES = { valid: 'ok', invalid: 'bad', not_found: 'warn', unknown: 'wait' } as const
const MAX_LISTED = 200

/** Verdicts first, then what BGP carries, what may be announced, what is registered, and who was asked. */
export function Result({ card, result, isRunning }: ToolState<object, RoutingReport>) {
  const t = useText()
  const { label, option } = useSchemaWords(card.output)
  if (!result) return null
  const { target, kind, checks, announcements, neighbours, policies, registered } = result
  const origins = [...new Set(announcements.map(({ asn }) => asn))]
  const states = [...new Set(announcements.map(({ rpki }) => rpki))]
  return (
    <div className="net-result routing-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{target}</strong>
        <Chip tone="plain">{option('kind', kind)}</Chip>
        {states.map((state) => (
          <Chip key={state} tone={TONES[state]}>
            {label('announcements.rpki')} {option('announcements.rpki', state)}
          </Chip>
        ))}
        {(kind === 'asn' ? [Number(target.slice(2))] : origins).map((asn) => (
          <SiteLink key={asn} to={`/asn/${asn}`}>
            {t(words.allOf, { asn })}
          </SiteLink>
        ))}
      </div>
      <section>
        <h2>{t(words.checks)}</h2>
        <CheckList checks={checks} />
      </section>
      {registered && <Prefixes registered={registered} />}
      {kind === 'network' && <Table name="announcements" {...{ card, result }} />}
      {neighbours.length > 0 && (
        <section>
          <h2>{label('neighbours')}</h2>
          <ul className="routing-list">
            {neighbours.map((asn) => (
              <li key={asn}>
                <SiteLink to={`/asn/${asn}`}>AS{asn}</SiteLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {policies.map((policy) => (
        <PolicyList key={policy.asn} policy={policy} />
      ))}
      {kind === 'network' && <Table name="roas" {...{ card, result }} />}
      {kind === 'network' && <Table name="routes" {...{ card, result }} />}
      <Table name="asked" {...{ card, result }} />
    </div>
  )
}

type TableProps = {
  readonly name: 'announcements' | 'roas' | 'routes' | 'asked'
  readonly card: ToolState['card']
  readonly result: RoutingReport
}

function Table({ name, card, result }: TableProps) {
  const t = useText()
  const { label } = useSchemaWords(card.output)
  const rows = result[name]
  const schema = unwrap((card.output as Schema).properties?.[name] ?? {}).items ?? {}
  return (
    <section>
      <h2>{label(name)}</h2>
      {rows.length > 0 ? <ResultTable schema={schema} rows={rows} label={label(name)} /> : <p>{t(words.lacking)}</p>}
    </section>
  )
}

function Prefixes({ registered: { prefixes, isCut } }: { registered: NonNullable<RoutingReport['registered']> }) {
  const t = useText()
  const left = prefixes.length - MAX_LISTED
  return (
    <section>
      <h2>{t(words.prefixes)}</h2>
      {prefixes.length === 0 ? (
        <p>{t(words.lacking)}</p>
      ) : (
        <ul className="routing-list routing-prefixes mono">
          {prefixes.slice(0, MAX_LISTED).map((prefix) => (
            <li key={prefix}>
              <SiteLink to="/ip/routing" search={{ target: prefix }}>
                {prefix}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p>{t(words.more, { count: left })}</p>}
      {isCut && <p>{t(words.cut)}</p>}
    </section>
  )
}
