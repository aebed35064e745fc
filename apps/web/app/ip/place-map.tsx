import { worldUrl } from 'virtual:octet/assets'
import { toDotPath } from '../ui/dot-path.ts'
import { toCirclePath, toThousandths, toViewAround, toX, toY, KM_PER_DEGREE, type Point } from './geometry.ts'
import { MapGround } from './map-ground.tsx'
import { TownLabels } from './town-labels.tsx'
import { useMapDetail } from './use-map-detail.ts'

type PlaceMapProps = Point & { readonly radiusKm: number | null; readonly label: string }

/** The picture covers its frame; what lies at its edges may be cut off. */
const RATIO = 1.9
const MIN_HEIGHT_DEGREES = 5
/** The small world, with the room around it, in pixels. */
const INSET = { width: 172, height: 84 }

/** A place with its accuracy circle, seen from near, and a small world that says where that is. Narrower towards the poles, as the globe is. */
export function PlaceMap({ latitude, longitude, radiusKm, label }: PlaceMapProps) {
  const detail = useMapDetail()
  const squeeze = toThousandths(Math.max(0.2, Math.cos((latitude * Math.PI) / 180)))
  const height = Math.min(120, Math.max(MIN_HEIGHT_DEGREES, ((radiusKm ?? 0) / KM_PER_DEGREE) * 14))
  const view = toViewAround({ latitude, longitude }, height, RATIO / squeeze)
  const dot = toDotPath(toX(longitude), toY(latitude))
  return (
    <div className="ip-map">
      <svg
        className="map"
        role="img"
        aria-label={label}
        viewBox={[view.x * squeeze, view.y, view.width * squeeze, view.height].map(toThousandths).join(' ')}
        preserveAspectRatio="xMidYMid slice"
      >
        <g transform={`scale(${squeeze} 1)`}>
          <MapGround view={view} detail={detail} />
          {radiusKm !== null && <path className="radius" d={toCirclePath({ latitude, longitude }, radiusKm)} />}
          <path className="dot-edge" d={dot} />
          <path className="dot-core" d={dot} />
        </g>
        <TownLabels
          isCovering
          towns={detail?.towns}
          view={view}
          points={[{ latitude, longitude }]}
          squeeze={squeeze}
          corner={INSET}
        />
      </svg>
      <svg className="map inset" viewBox="0 6 360 140" aria-hidden="true">
        <use href={`${worldUrl}#land`} className="land" width="360" height="180" />
        <rect className="view-frame" x={view.x} y={view.y} width={view.width} height={view.height} />
        <path className="dot-core" d={dot} />
      </svg>
    </div>
  )
}
