import { useEffect, useRef } from 'react'
import { toPlaceLine } from '@octet/core/ip/place-line.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { call } from '../api/call.ts'
import { findTool } from '../catalogue.ts'
import { useLang, useText } from '../lang.tsx'
import { usePageContext } from '../page-context.ts'
import { useAppStore } from '../state/app-store.ts'
import { homeText } from '../text/home.ts'
import { OWN_NOTES } from '../text/own-note.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { SiteLink } from '../ui/site-link.tsx'

const TRY_ADDRESS = '8.8.8.8'

/** The visitor's own address: from the server when it drew the page, else asked for. */
export function OwnAddress() {
  const t = useText()
  const { self } = usePageContext()
  const ipSelf = useAppStore((state) => state.ipSelf)
  const record = ipSelf ?? self
  const lang = useLang()
  const shown = useRef(lang)
  useEffect(() => {
    if (!self || lang !== shown.current)
      void call<IpRecord>('ip_self_search', {}, { isLazy: true }).then(
        ({ data }) => data && useAppStore.setState({ ipSelf: data }),
      )
    shown.current = lang
  }, [self, lang])
  return (
    <section className="own-address" aria-labelledby="own-address">
      <header>
        <h2 id="own-address">{t(homeText.yourAddress)}</h2>
        {record && findTool('my-ip') && <SiteLink to="/ip">{t(homeText.details)}</SiteLink>}
      </header>
      {record ? <OwnRecord record={record} /> : <p className="address-wait quiet">{t(homeText.addressUnknown)}</p>}
    </section>
  )
}

function OwnRecord({ record }: { record: IpRecord }) {
  return (
    <>
      <p className={`address ${record.ip.length > 20 ? 'long' : ''}`}>
        <span>{record.ip}</span>
        <CopyButton isIconOnly text={record.ip} />
      </p>
      {record.special ? <SpecialFacts record={record} special={record.special} /> : <PublicFacts record={record} />}
    </>
  )
}

function PublicFacts({ record }: { record: IpRecord }) {
  const t = useText()
  const lang = useLang()
  const { asn, asn_name } = record.ASN
  return (
    <FactList
      rows={[
        [t(homeText.place), toPlaceLine(record, lang) || '–'],
        [t(homeText.network), asn === null ? '–' : `AS${asn} ${asn_name ?? ''}`],
        [t(homeText.range), record.network ?? '–'],
        [t(homeText.localTime), record.time_zone.current_time?.slice(11, 16) ?? '–'],
      ]}
    />
  )
}

/** An address that is no place on the Internet, as on a machine or network of one's own: why that is, and another to try. */
function SpecialFacts({ record, special }: { record: IpRecord; special: NonNullable<IpRecord['special']> }) {
  const t = useText()
  const note = OWN_NOTES[special.rfc]
  return (
    <>
      <FactList
        rows={[
          [t(homeText.kind), t(special.name)],
          [t(homeText.range), record.network ?? special.block],
        ]}
      />
      {note && <p className="quiet">{t(note)}</p>}
      {findTool('ip') && (
        <SiteLink to="/ipdizhi" search={{ ip: TRY_ADDRESS }} className="more-link">
          {t(homeText.tryAddress, { ip: TRY_ADDRESS })}
        </SiteLink>
      )}
    </>
  )
}
