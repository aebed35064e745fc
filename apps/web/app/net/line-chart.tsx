export type ChartPoint = { readonly x: number; readonly y: number | null }

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

const WIDTH = 600
const HEIGHT = 160
const STEPS = [1, 2, 5] as const

/** Values over a growing x axis. A missing value is a gap with a dashed line over the whole height. */
export function LineChart({ label, points, maxX, unit, mark, hasDots = false }: LineChartProps) {
  const top = toRoundTop(points.reduce((max, { y }) => Math.max(max, y ?? 0), mark?.y ?? 0))
  const x = (value: number) => (value / Math.max(1, maxX)) * WIDTH
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const known = points.filter((point): point is { x: number; y: number } => point.y !== null)
  return (
    <figure className="net-chart">
      <svg viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path className="chart-grid" d={[0, 0.25, 0.5, 0.75, 1].map((part) => `M0 ${HEIGHT * part}H${WIDTH}`).join('')} />
        {mark && <path className="chart-mark" d={`M0 ${y(mark.y)}H${WIDTH}`} />}
        <path
          className="chart-lost"
          d={points
            .filter(({ y }) => y === null)
            .map((point) => `M${x(point.x)} 0V${HEIGHT}`)
            .join('')}
        />
        <path className="chart-line" d={toLinePath(points, x, y)} />
        {hasDots && <path className="chart-dots" d={known.map((point) => `M${x(point.x)} ${y(point.y)}h0`).join('')} />}
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

/** One line that is lifted over missing values. */
export function toLinePath(points: readonly ChartPoint[], x: (value: number) => number, y: (value: number) => number): string {
  let isDown = false
  return points
    .map((point) => {
      const word = point.y === null ? '' : `${isDown ? 'L' : 'M'}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`
      isDown = point.y !== null
      return word
    })
    .join('')
}

/** The next of 1, 2, 5 times a power of ten. */
export function toRoundTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (STEPS.find((step) => step * power >= value) ?? 10) * power
}
