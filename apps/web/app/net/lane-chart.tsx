import type { ReactNode } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import { toLinePath, toRoundTop, toScale, type ChartPoint } from './chart-scale.ts'

export type ChartLane = { readonly name: string; readonly points: readonly ChartPoint[] }

type LaneChartProps = {
  readonly label: string
  readonly lanes: readonly ChartLane[]
  readonly maxX: number
  readonly unit: string
}

/** Several measurements over one axis, each in its colour; a missing value lifts the line. */
export function LaneChart({ label, lanes, maxX, unit }: LaneChartProps) {
  const top = toRoundTop(Math.max(0, ...lanes.flatMap(({ points }) => points.map(({ y }) => y ?? 0))))
  const scale = toScale({ maxX, top })
  return (
    <ChartFrame label={label} top={top} unit={unit} className="lane-chart">
      {lanes.map(({ points }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the colour of a lane is its place
        <path key={index} className={`chart-line lane-${index}`} d={toLinePath(points, scale)} />
      ))}
    </ChartFrame>
  )
}

/** The colour of a lane beside its name. */
export const LaneName = ({ index, children }: { index: number; children: ReactNode }) => (
  <span className={`lane-name lane-${index}`}>{children}</span>
)
