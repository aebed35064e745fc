import { useLang, useText } from '../lang.tsx'
import { pointText as words } from '../text/points.ts'
import { Flag } from '../ui/flag.tsx'
import { toPointPlace } from './point-words.ts'

type Placed = {
  readonly country: string | null
  readonly city: string | null
  readonly cityZh?: string | null | undefined
  readonly asn: number | null
  readonly network: string | null
}

/** Flag, city, country and network of a point. */
export function PlaceWords({ place }: { place: Placed }) {
  const t = useText()
  const { country, asn, network } = place
  const where = toPointPlace(place, useLang())
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
