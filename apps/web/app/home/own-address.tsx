import { useEffect } from 'react'
import { toPlaceLine } from '@octet/core/ip/place-line.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { call } from '../api/call.ts'
import { findTool } from '../catalogue.ts'
import { useLang, useText } from '../lang.tsx'
import { usePageContext } from '../page-context.ts'
import { useAppStore } from '../state/app-store.ts'
import { homeText } from '../text/home.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { SiteLink } from '../ui/site-link.tsx'

/** The visitor's own address: from the server when it drew the page, else asked for. */
export function OwnAddress() {
  const t = useText()
  const { self } = usePageContext()
  const ipSelf = useAppStore((state) => state.ipSelf)
  const record = ipSelf ?? self
  useEffect(() => {
    if (!self)
      void call<IpRecord>('ip_self_search', {}, { isLazy: true }).then(
        ({ data }) => data && useAppStore.setState({ ipSelf: data }),
      )
  }, [self])
  return (
    <section className="own-address" aria-labelledby="own-address">
      <h2 id="own-address">{t(homeText.yourAddress)}</h2>
      {record ? <OwnRecord record={record} /> : <p className="address-wait quiet">{t(homeText.addressUnknown)}</p>}
    </section>
  )
}

function OwnRecord({ record }: { record: IpRecord }) {
  const t = useText()
  const lang = useLang()
  const place = toPlaceLine(record, lang)
  const rows = [
    [t(homeText.place), place || (record.special ? t(record.special.name) : '–')],
    [t(homeText.network), record.ASN.asn === null ? '–' : `AS${record.ASN.asn} ${record.ASN.asn_name ?? ''}`],
    [t(homeText.range), record.network ?? '–'],
    [t(homeText.localTime), record.time_zone.current_time?.slice(11, 16) ?? '–'],
  ] as const
  return (
    <>
      <p className={`address ${record.ip.length > 20 ? 'long' : ''}`}>
        <span>{record.ip}</span>
        <CopyButton isIconOnly text={record.ip} />
      </p>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {findTool('ip') && (
        <SiteLink to="/ip" className="more-link">
          {t(homeText.details)}
        </SiteLink>
      )}
    </>
  )
}
