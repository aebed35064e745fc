import { worldUrl } from 'virtual:octet/assets'

export type MapPoint = {
  readonly latitude: number
  readonly longitude: number
  readonly radiusKm?: number | null
  readonly label?: string
}

const KM_PER_DEGREE = 111.2

/** The world as plate carrée with points and their accuracy circles: one cached SVG, no script. */
export function WorldMap({ points = [], label }: { points?: readonly MapPoint[]; label?: string }) {
  return (
    <svg
      className="world-map"
      viewBox="0 0 360 150"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${worldUrl}#land`} className="land" width="360" height="180" y="-6" />
      {points.map((point) => (
        <MapMark key={`${point.latitude},${point.longitude}`} {...point} />
      ))}
    </svg>
  )
}

/** The circle is as wide as its kilometres are at that latitude, so it becomes an ellipse towards the poles. */
function MapMark({ latitude, longitude, radiusKm }: MapPoint) {
  const x = longitude + 180
  const y = 84 - latitude
  const degrees = (radiusKm ?? 0) / KM_PER_DEGREE
  const stretch = 1 / Math.max(0.1, Math.cos((latitude * Math.PI) / 180))
  return (
    <g className="mark">
      {degrees > 0 && <ellipse className="radius" cx={x} cy={y} rx={Math.max(4, degrees * stretch)} ry={Math.max(4, degrees)} />}
      <circle className="dot" cx={x} cy={y} r="2.2" />
    </g>
  )
}
