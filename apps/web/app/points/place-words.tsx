import { useText } from '../lang.tsx'
import { pointText as words } from '../text/points.ts'
import { Flag } from '../ui/flag.tsx'

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
        {country && <Flag code={country} />}
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
