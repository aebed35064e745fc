import './policy-list.css'
import type { RoutingPolicy } from '@octet/core/probe/routing.ts'
import { useText } from '../../lang.tsx'
import { routingText as words } from '../../text/net-routing.ts'
import { SiteLink } from '../../ui/site-link.tsx'

const RELATIONS = ['upstream', 'peer', 'customer', 'unclear'] as const

/** The neighbours that the operator of an AS has declared, by what they are to it. */
export function PolicyList({ policy: { asn, source, changed, neighbours, isCut } }: { policy: RoutingPolicy }) {
  const t = useText()
  const groups = RELATIONS.flatMap((relation) => {
    const rows = neighbours.filter((one) => one.relation === relation)
    return rows.length > 0 ? [{ relation, rows }] : []
  })
  return (
    <section className="policy">
      <h2>{t(words.declared, { asn })}</h2>
      <p>
        {t(words.declaredBy, { source })} {changed && t(words.declaredOn, { date: changed.slice(0, 10) })}
      </p>
      <dl className="policy-list">
        {groups.map(({ relation, rows }) => (
          <div key={relation}>
            <dt>
              {t(words[relation])} <small>{rows.length}</small>
            </dt>
            <dd>
              {rows.map(({ asn: neighbour, family }) => (
                <SiteLink key={`${neighbour} ${family}`} to={`/asn/${neighbour}`}>
                  AS{neighbour} {family !== 'both' && <small>{family === 'ipv4' ? 'IPv4' : 'IPv6'}</small>}
                </SiteLink>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {isCut && <p>{t(words.cut)}</p>}
    </section>
  )
}
