import { toDotPath } from '../ui/dot-path.ts'
import { ChartFrame } from './chart-frame.tsx'
import { HEIGHT, toLinePath, toRoundTop, toScale, WIDTH, type ChartPoint } from './chart-scale.ts'

type LineChartProps = {
  readonly label: string
  readonly points: readonly ChartPoint[]
  /** Right end of the x axis, so that a chart that grows does not shift. */
  readonly maxX: number
  readonly unit: string
  /** A line across, with its words. */
  readonly mark?: { readonly y: number; readonly words: string } | undefined
  /** Draw each value as a dot too. */
  readonly hasDots?: boolean
}

/** Values over a growing x axis. A missing value is a gap with a dashed line over the whole height. */
export function LineChart({ label, points, maxX, unit, mark, hasDots = false }: LineChartProps) {
  const top = toRoundTop(points.reduce((max, { y }) => Math.max(max, y ?? 0), mark?.y ?? 0))
  const scale = toScale({ maxX, top })
  const { x, y } = scale
  const known = points.filter((point): point is { x: number; y: number } => point.y !== null)
  return (
    <ChartFrame label={label} top={top} unit={unit}>
      {mark && <path className="chart-mark" d={`M0 ${y(mark.y)}H${WIDTH}`} />}
      <path
        className="chart-lost"
        d={points
          .filter(({ y }) => y === null)
          .map((point) => `M${x(point.x)} 0V${HEIGHT}`)
          .join('')}
      />
      <path className="chart-line" d={toLinePath(points, scale)} />
      {hasDots && <path className="chart-dots" d={known.map((point) => toDotPath(x(point.x), y(point.y))).join('')} />}
    </ChartFrame>
  )
}
