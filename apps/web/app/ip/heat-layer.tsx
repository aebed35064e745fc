import { toX, toY, type Point } from './geometry.ts'

type HeatLayerProps = {
  readonly points: readonly (Point & { readonly count: number })[]
  /** Degrees of the map that one pixel of the screen takes. */
  readonly pixel: number
}

/** How far the glow of a place reaches, as large at every scale, and how strong that of a single address is. */
const GLOW_PX = 24
const LEAST_SHARE = 0.2

/** A glow at every place that adds up where places lie close together, stronger for more addresses. */
export function HeatLayer({ points, pixel }: HeatLayerProps) {
  const most = points.reduce((max, { count }) => Math.max(max, count), 1)
  const toShare = (count: number) => LEAST_SHARE + (1 - LEAST_SHARE) * (Math.log1p(count) / Math.log1p(most)) ** 2
  return (
    <g className="heat">
      <defs>
        <radialGradient id="map-heat">
          <stop offset="0" stopOpacity="0.6" />
          <stop offset="0.35" stopOpacity="0.25" />
          <stop offset="1" stopOpacity="0" />
        </radialGradient>
      </defs>
      {points.map(({ latitude, longitude, count }) => (
        <circle
          key={`${latitude},${longitude}`}
          cx={toX(longitude)}
          cy={toY(latitude)}
          r={GLOW_PX * pixel}
          opacity={toShare(count).toFixed(2)}
        />
      ))}
    </g>
  )
}
