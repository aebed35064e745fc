import { useText } from '../lang.tsx'
import { mapText } from '../text/ip-map.ts'
import { useFirstRows } from '../ui/first-rows.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { Flag } from '../ui/flag.tsx'

export type ListedPoint = {
  readonly latitude: number
  readonly longitude: number
  readonly radius_km: number | null
  readonly place: string
  readonly country_code: string | null
  /** All, or some of very many. */
  readonly addresses: readonly string[]
  /** How many there are. */
  readonly count: number
}

/** Points that are drawn at once. */
const STEP = 500
const MAX_ADDRESSES = 40

type PointListProps = {
  readonly points: readonly ListedPoint[]
  readonly chosen: number | undefined
  readonly onChoose: (index: number) => void
  /** Addresses that no point stands for. */
  readonly unplaced?: readonly string[] | undefined
}

/** The points of the map by size: a click centres it on one and lists its addresses. */
export function PointList({ points, chosen, onChoose, unplaced = [] }: PointListProps) {
  const t = useText()
  const { shown, more } = useFirstRows(points, STEP)
  return (
    <ol className="point-list">
      {shown.map((point, index) => {
        const place = point.place || t(mapText.nowhere)
        const isChosen = index === chosen
        return (
          <li key={`${point.latitude},${point.longitude}`} className={isChosen ? 'chosen' : ''}>
            <button type="button" aria-expanded={isChosen} title={t(mapText.centre, { place })} onClick={() => onChoose(index)}>
              {point.country_code && <Flag code={point.country_code} />}
              <span>{place}</span>
              <small>
                {[
                  point.count > 1 ? t(mapText.count, { count: point.count }) : point.addresses[0],
                  point.radius_km !== null && t(mapText.radius, { km: point.radius_km }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </button>
            {isChosen && (
              <p>
                <Addresses {...point} />
              </p>
            )}
          </li>
        )
      })}
      {more && <li>{more}</li>}
      {unplaced.length > 0 && (
        <li>
          <p>
            <span>{t(mapText.unplaced)}</span>
            <Addresses addresses={unplaced} count={unplaced.length} />
          </p>
        </li>
      )}
    </ol>
  )
}

function Addresses({ addresses, count }: Pick<ListedPoint, 'addresses' | 'count'>) {
  const t = useText()
  const shown = addresses.slice(0, MAX_ADDRESSES)
  return (
    <>
      {shown.map((ip) => (
        <SiteLink key={ip} to="/ipdizhi" search={{ ip }}>
          {ip}
        </SiteLink>
      ))}
      {count > shown.length && <span>{t(mapText.more, { count: count - shown.length })}</span>}
    </>
  )
}
