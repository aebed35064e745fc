import { toPlaceLine } from '@octet/core/ip/place-line.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { useLang, useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { Flag } from '../ui/flag.tsx'

/** The further addresses of a name, a row each that opens to its facts. */
export function OtherAddresses({ name, records }: { name: string; records: readonly IpRecord[] }) {
  const t = useText()
  const lang = useLang()
  return (
    <section className="ip-panel ip-others">
      <h2>{t(ipText.others, { name })}</h2>
      {records.map((record) => (
        <details key={record.ip}>
          <summary>
            <strong>{record.ip}</strong>
            <span>
              {record.country_code && <Flag code={record.country_code} />}
              {toPlaceLine(record, lang) || (record.special && t(record.special.name)) || '–'}
            </span>
            <span>{record.ASN.asn === null ? '–' : `AS${record.ASN.asn} ${record.ASN.organization ?? ''}`}</span>
          </summary>
          <p>
            {[record.network, record.time_zone.name, record.currency.code].filter(Boolean).join(' · ')}{' '}
            <SiteLink to="/ipdizhi" search={{ ip: record.ip }}>
              {t(ipText.otherOpen, { ip: record.ip })}
            </SiteLink>
          </p>
        </details>
      ))}
    </section>
  )
}
