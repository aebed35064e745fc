import { useText } from '../../lang.tsx'
import { asnText as words } from '../../text/net-asn.ts'
import { Flag } from '../../ui/flag.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { PartList } from './part-list.tsx'
import { useNeighbours, type Network } from './use-asn.ts'

/** Whom a network buys transit from and sells it to; nothing where no source of neighbours is loaded. */
export function Neighbours({
  network: { asn, num_upstreams: above, num_downstreams: below, num_peers: peers, described_by: source },
}: {
  network: Network
}) {
  const t = useText()
  if (above === null || below === null) return null
  return (
    <section className="net-panel">
      <h2>{t(words.neighbours)}</h2>
      <p>
        {t(words.neighboursHelp, { peers: peers === null ? '' : t(words.peersKnown, { count: peers }) })}
        {source && <small>{t(words.source, { id: source.id, date: source.date ?? '–' })}</small>}
      </p>
      <div className="asn-lists">
        <NeighbourList asn={asn} part="upstreams" total={above} />
        <NeighbourList asn={asn} part="downstreams" total={below} />
      </div>
    </section>
  )
}

function NeighbourList({ asn, part, total }: { asn: number; part: 'upstreams' | 'downstreams'; total: number }) {
  const t = useText()
  const { list, more } = useNeighbours(String(asn), part)
  return (
    <PartList title={t(words.missingNames[part])} total={total} list={list} more={more} className="asn-neighbours">
      {({ asn: number, name, country_code: country }) => (
        <li key={number}>
          <SiteLink to={`/asn/${number}`}>
            {country && <Flag code={country} />}
            <span className="mono">AS{number}</span> {name}
          </SiteLink>
        </li>
      )}
    </PartList>
  )
}
