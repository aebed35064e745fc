import { useText } from '../lang.tsx'
import { mapText } from '../text/ip-map.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { Flag } from '../ui/flag.tsx'

export type ListedPoint = {
  readonly latitude: number
  readonly longitude: number
  readonly radius_km: number | null
  readonly place: string
  readonly country_code: string | null
  readonly addresses: readonly string[]
  readonly count: number
}

const MAX_POINTS = 500
const MAX_ADDRESSES = 40

type PointListProps = {
  readonly points: readonly ListedPoint[]
  readonly chosen: number | undefined
  readonly onChoose: (index: number) => void
}

/** The points of the map by size: a click centres it on one and lists its addresses. */
export function PointList({ points, chosen, onChoose }: PointListProps) {
  const t = useText()
  return (
    <ol className="point-list">
      {points.slice(0, MAX_POINTS).map((point, index) => {
        const place = point.place || t(mapText.nowhere)
        const isChosen = index === chosen
        return (
          <li key={`${point.latitude},${point.longitude}`} className={isChosen ? 'chosen' : ''}>
            <button type="button" aria-expanded={isChosen} title={t(mapText.centre, { place })} onClick={() => onChoose(index)}>
              {point.country_code && <Flag code={point.country_code} />}
              <span>{place}</span>
              <small>
                {[
                  point.addresses.length > 1 ? t(mapText.count, { count: point.addresses.length }) : point.addresses[0],
                  point.radius_km !== null && t(mapText.radius, { km: point.radius_km }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </button>
            {isChosen && (
              <p>
                {point.addresses.slice(0, MAX_ADDRESSES).map((ip) => (
                  <SiteLink key={ip} to="/ipdizhi" search={{ ip }}>
                    {ip}
                  </SiteLink>
                ))}
                {point.addresses.length > MAX_ADDRESSES && (
                  <span>{t(mapText.more, { count: point.addresses.length - MAX_ADDRESSES })}</span>
                )}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
