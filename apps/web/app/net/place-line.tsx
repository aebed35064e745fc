import { useText } from '../lang.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { Flag } from '../ui/flag.tsx'

export type Place = {
  readonly countryCode: string | null
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly asn: number | null
  readonly network: string | null
  readonly special: { readonly en: string; readonly zh: string } | null
}

/** Flag, city and country of an address; its special purpose where it has no place. */
export function PlaceLine({ place }: { place: Place | null }) {
  const t = useText()
  if (!place) return null
  const words = [place.city, place.countryCode].filter(Boolean).join(', ') || (place.special ? t(place.special) : '')
  if (!words) return null
  return (
    <span className="net-place">
      {place.countryCode && <Flag code={place.countryCode} />}
      {words}
    </span>
  )
}

/** Number and name of the network. */
export const AsLine = ({ place }: { place: Place | null }) =>
  place?.asn ? (
    <span>
      <SiteLink to={`/asn/${place.asn}`}>AS{place.asn}</SiteLink> <small>{place.network}</small>
    </span>
  ) : null

/** An address that opens what is known of it. */
export const AddressLink = ({ address }: { address: string }) => (
  <SiteLink to="/ipdizhi" search={{ ip: address }} className="mono">
    {address}
  </SiteLink>
)
