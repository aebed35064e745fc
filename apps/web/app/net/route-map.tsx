import { MapGround } from '../ip/map-ground.tsx'
import { toViewOfAll, toX, toY, type Point } from '../ip/geometry.ts'
import { TownLabels } from '../ip/town-labels.tsx'
import { useMapDetail } from '../ip/use-map-detail.ts'
import { toDotPath } from '../ui/dot-path.ts'

export type RouteStop = Point & { readonly ttls: readonly number[]; readonly name: string }

const RATIO = 2.4
/** Seen from farther away, the plain coasts are enough and much faster to draw. */
const MAX_DETAIL_DEGREES = 60

/** The places of a route, joined in the order of the hops. */
export function RouteMap({ stops, label }: { stops: readonly RouteStop[]; label: string }) {
  const detail = useMapDetail()
  const view = toViewOfAll(stops, RATIO, 24)
  const unit = view.height / 100
  return (
    <div className="ip-map route-map">
      <svg
        className="map"
        role="img"
        aria-label={label}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        preserveAspectRatio="xMidYMid meet"
      >
        <MapGround view={view} detail={view.height > MAX_DETAIL_DEGREES ? undefined : detail} />
        <path className="route" d={toRoutePath(stops)} />
        {stops.map((stop) => (
          <g key={stop.ttls[0]}>
            <path className="dot-edge" d={toDot(stop)} />
            <path className="dot-core" d={toDot(stop)} />
            <text x={toX(stop.longitude)} y={toY(stop.latitude) - 3 * unit} fontSize={4 * unit}>
              {toRanges(stop.ttls)}
            </text>
          </g>
        ))}
        <TownLabels towns={detail?.towns} view={view} points={stops} />
      </svg>
    </div>
  )
}

const toDot = ({ latitude, longitude }: Point) => toDotPath(toX(longitude), toY(latitude))

/** Straight on the map, and by the shorter way round where that crosses 180°. */
function toRoutePath(stops: readonly RouteStop[]): string {
  return stops
    .slice(1)
    .map((stop, i) => {
      const [from, to] = [toX(stops[i]?.longitude ?? 0), toX(stop.longitude)]
      const [y0, y1] = [toY(stops[i]?.latitude ?? 0), toY(stop.latitude)]
      if (Math.abs(to - from) <= 180) return `M${from} ${y0}L${to} ${y1}`
      const turn = to > from ? 360 : -360
      return `M${from} ${y0}L${to - turn} ${y1}M${from + turn} ${y0}L${to} ${y1}`
    })
    .join('')
}

/** `3–5, 8` for the hops 3, 4, 5 and 8. */
function toRanges(ttls: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const ttl of ttls) {
    const range = ranges.at(-1)
    if (range?.[1] === ttl - 1) range[1] = ttl
    else ranges.push([ttl, ttl])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ')
}
