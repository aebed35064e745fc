import type { ReactNode } from 'react'
import { toLinePath, toRoundTop, type ChartPoint } from './line-chart.tsx'

export type ChartLane = { readonly name: string; readonly points: readonly ChartPoint[] }

type LaneChartProps = {
  readonly label: string
  readonly lanes: readonly ChartLane[]
  readonly maxX: number
  readonly unit: string
}

const WIDTH = 600
const HEIGHT = 160

/** Several measurements over one axis, each in its colour; a missing value lifts the line. */
export function LaneChart({ label, lanes, maxX, unit }: LaneChartProps) {
  const top = toRoundTop(Math.max(0, ...lanes.flatMap(({ points }) => points.map(({ y }) => y ?? 0))))
  const x = (value: number) => (value / Math.max(1, maxX)) * WIDTH
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  return (
    <figure className="net-chart lane-chart">
      <svg viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path className="chart-grid" d={[0, 0.25, 0.5, 0.75, 1].map((part) => `M0 ${HEIGHT * part}H${WIDTH}`).join('')} />
        {lanes.map(({ points }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the colour of a lane is its place
          <path key={index} className={`chart-line lane-${index}`} d={toLinePath(points, x, y)} />
        ))}
      </svg>
      <span className="chart-top" aria-hidden="true">
        {top} {unit}
      </span>
      <span className="chart-middle" aria-hidden="true">
        {top / 2}
      </span>
      <span className="chart-bottom" aria-hidden="true">
        0
      </span>
    </figure>
  )
}

/** The colour of a lane beside its name. */
export const LaneName = ({ index, children }: { index: number; children: ReactNode }) => (
  <span className={`lane-name lane-${index}`}>{children}</span>
)
