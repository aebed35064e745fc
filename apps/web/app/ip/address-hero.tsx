import type { ReactNode } from 'react'
import { toPlaceLine } from '@octet/core/ip/place-line.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { useLang, useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { toUsageWords } from './usage-words.ts'
import { Flag } from '../ui/flag.tsx'

/** The address as large as it fits, with flag, place and network. */
export function AddressHero({ record, children }: { record: IpRecord; children?: ReactNode }) {
  const t = useText()
  const lang = useLang()
  const { ip, country_code: code, country_name: country, ASN, special } = record
  const place = toPlaceLine(record, lang)
  const usage = toUsageWords(ASN.usage_type)
  return (
    <header className="ip-hero">
      {children}
      <p className={`ip-address ${ip.length > 24 ? 'very-long' : ip.length > 15 ? 'long' : ''}`}>
        <span>{ip}</span>
        <CopyButton isIconOnly text={ip} label={t(ipText.copyAddress)} />
      </p>
      <ul className="ip-tags">
        {place && (
          <li>
            {code && <Flag code={code} alt={country ?? ''} />}
            {place}
          </li>
        )}
        {special && <li>{t(special.name)}</li>}
        {ASN.asn !== null && (
          <li>
            <SiteLink to={`/asn/${ASN.asn}`}>AS{ASN.asn}</SiteLink> {ASN.organization ?? ASN.asn_name}
          </li>
        )}
        {usage && <li>{t(usage)}</li>}
        {record.is_proxy && <li className="warn">{t(ipText.hides)}</li>}
        <li>{t(ipText.family, { version: ip.includes(':') ? 6 : 4 })}</li>
      </ul>
    </header>
  )
}
