import type { IpRecord } from '@octet/core/ip/record.ts'
import { findTool } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { pagePaths } from '../page-files.ts'
import { ipText } from '../text/ip.ts'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'

/** Tools that take an address, by id: the field it goes to. */
const TOOLS = [
  { id: 'whois', field: 'target', label: ipText.linkWhois },
  { id: 'routing', field: 'target', label: ipText.linkRouting },
  { id: 'dns', field: 'name', label: ipText.linkDns },
  { id: 'ping', field: 'target', label: ipText.linkPing },
  { id: 'traceroute', field: 'target', label: ipText.linkTrace },
  { id: 'port-scan', field: 'target', label: ipText.linkPorts },
] as const

/** Where to go from here: the network's other ranges, and the tools of this build that take an address. */
export function OnwardLinks({ record }: { record: IpRecord }) {
  const t = useText()
  const { ASN, network, ip, special } = record
  const links = [
    ...(ASN.asn === null
      ? []
      : [{ id: 'ranges-of', search: { owner: `AS${ASN.asn}` }, label: t(ipText.asRanges, { as: `AS${ASN.asn}` }) }]),
    ...(network ? [{ id: 'ip-range', search: { text: network }, label: t(ipText.rangeTool) }] : []),
    ...(special && !special.global
      ? []
      : TOOLS.map(({ id, field, label }) => ({
          id,
          search: { [field]: ip, ...(id === 'dns' && { type: 'PTR' }) },
          label: t(label),
        }))),
  ]
  const found = links.flatMap((link) => {
    const row = findTool(link.id)
    return row ? [{ ...link, row }] : []
  })
  if (found.length === 0) return null
  return (
    <nav className="ip-onward" aria-label={t(ipText.onward)}>
      {found.map(({ id, search, label, row }) => (
        <SiteLink key={id} to={row.route} search={search as Record<string, string>}>
          <Icon name={row.icon} size={16} />
          {label}
        </SiteLink>
      ))}
      {network && !special && pagePaths.includes('/correction') && (
        <SiteLink to="/correction" search={{ network }}>
          <Icon name="Flag" size={16} />
          {t(ipText.correction)}
        </SiteLink>
      )}
    </nav>
  )
}
