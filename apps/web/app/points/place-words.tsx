import { useText } from '../lang.tsx'
import { pointText as words } from '../text/points.ts'

type Placed = {
  readonly country: string | null
  readonly city: string | null
  readonly asn: number | null
  readonly network: string | null
}

/** Flag, city, country and network of a point. */
export function PlaceWords({ place: { country, city, asn, network } }: { place: Placed }) {
  const t = useText()
  const where = [city, country].filter(Boolean).join(', ')
  return (
    <span className="points-place">
      <span>
        {country && <img src={`/flags/${country.toLowerCase()}.svg`} alt="" width="20" height="15" loading="lazy" />}
        {where || t(words.unknownPlace)}
      </span>
      {asn !== null && (
        <small>
          AS{asn} {network}
        </small>
      )}
    </span>
  )
}
