import { toDotPath } from '../ui/dot-path.ts'
import { toViewOfAll, toX, toY, type Point } from './geometry.ts'
import { MapGround } from './map-ground.tsx'
import { TownLabels } from './town-labels.tsx'
import { useMapDetail } from './use-map-detail.ts'

export type CountedPoint = Point & { readonly count: number }

const RATIO = 2
/** Seen from farther away, the plain coasts are enough and much faster to draw. */
const MAX_DETAIL_DEGREES = 60
/** Diameters in pixels, by the share of the largest point. */
const MIN_PX = 5
const MAX_PX = 26

/** Many places on one picture that is as near as they allow; a larger dot stands for more addresses. */
export function PointsMap({ points, label }: { points: readonly CountedPoint[]; label: string }) {
  const detail = useMapDetail()
  const view = points.length === 0 ? { x: 0, y: 4, width: 360, height: 150 } : toViewOfAll(points, RATIO, 30)
  const most = points.reduce((max, { count }) => Math.max(max, count), 1)
  return (
    <div className="ip-map">
      <svg
        className="map"
        role="img"
        aria-label={label}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        preserveAspectRatio="xMidYMid meet"
      >
        <MapGround isWider view={view} detail={view.height > MAX_DETAIL_DEGREES ? undefined : detail} />
        {points.map(({ latitude, longitude, count }) => (
          <path
            key={`${latitude},${longitude}`}
            className="bubble"
            d={toDotPath(toX(longitude), toY(latitude))}
            strokeWidth={MIN_PX + (MAX_PX - MIN_PX) * Math.sqrt(count / most)}
          />
        ))}
        <TownLabels towns={detail?.towns} view={view} points={points} />
      </svg>
    </div>
  )
}
