import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { findEmbeddedIpv4, type EmbeddedKind } from '@octet/core/ip/embedded.ts'
import { findEui64Mac } from '@octet/core/ip/eui64.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Text } from '@octet/core/text.ts'
import { useLang, useText } from '../lang.tsx'
import { toGap } from '../sentence-gap.ts'
import { ipText } from '../text/ip.ts'
import { OWN_EUI64, OWN_NOTES } from '../text/own-note.ts'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'

const EMBEDDED: Readonly<Record<EmbeddedKind, Text>> = {
  mapped: ipText.noteMapped,
  compatible: ipText.noteCompatible,
  nat64: ipText.noteNat64,
  '6to4': ipText.note6to4,
  teredo: ipText.noteTeredo,
}

/** What a special-purpose address is and by which document, and the IPv4 or hardware address that an IPv6 address may hold. */
export function SpecialNote({ record, isOwn = false }: { record: IpRecord; isOwn?: boolean }) {
  const t = useText()
  const lang = useLang()
  const address = findAddress(record.ip)
  const embedded = address && findEmbeddedIpv4(address)
  const { special } = record
  const mac = address && !embedded && findEui64Mac(address)
  if (!special && !embedded && !mac) return null
  const own = isOwn && special && OWN_NOTES[special.rfc]
  return (
    <aside className="ip-note">
      <Icon name="InfoCircle" />
      <div>
        {special && (
          <>
            <h2>{t(ipText.specialTitle, { name: t(special.name), block: special.block })}</h2>
            <p>
              <RfcText text={t(special.global ? ipText.specialGlobal : ipText.specialLocal)} rfc={special.rfc} />
            </p>
          </>
        )}
        {own && <p>{t(own)}</p>}
        {mac && (
          <p>
            {t(ipText.noteEui64, { mac })}
            {isOwn && toGap(lang) + t(OWN_EUI64)}{' '}
            <SiteLink to="/mac" search={{ text: mac }}>
              {t(ipText.linkMaker)}
            </SiteLink>
          </p>
        )}
        {embedded && (
          <p>
            {t(EMBEDDED[embedded.kind], { ip: formatAddress(embedded.address) })}{' '}
            <SiteLink to="/ipdizhi" search={{ ip: formatAddress(embedded.address) }}>
              {t(ipText.otherOpen, { ip: formatAddress(embedded.address) })}
            </SiteLink>
          </p>
        )}
      </div>
    </aside>
  )
}

/** The name of the document as a link to it. */
function RfcText({ text, rfc }: { text: string; rfc: string }) {
  const [before = '', after = ''] = text.split('{rfc}')
  const number = /\d+/.exec(rfc)?.[0] ?? ''
  return (
    <>
      {before}
      <a href={`https://www.rfc-editor.org/rfc/rfc${number}`}>{rfc}</a>
      {after}
    </>
  )
}
