import type { Series } from './statistics.ts'

type BarChartProps = {
  /** What the picture shows, in a sentence; the numbers are in the table beside it. */
  readonly label: string
  readonly series: readonly Series[]
  readonly count: number
  /** Words of the two ends of the x axis. */
  readonly ends: readonly [string, string]
  readonly toNumber: (value: number) => string
}

const WIDTH = 720
const HEIGHT = 200
const STEPS = [1, 2, 5] as const

/** Stacked bars over time. Each series has its own shade, and a line between, so that colour is not all that tells them apart. */
export function BarChart({ label, series, count, ends, toNumber }: BarChartProps) {
  const sums = Array.from({ length: count }, (_, index) => series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
  const top = toRoundTop(Math.max(...sums))
  const width = WIDTH / count
  const gap = width > 4 ? Math.min(3, width * 0.2) : 0
  const below = Array<number>(count).fill(0)
  return (
    <figure className="bars">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path className="bars-grid" d={[0, 0.25, 0.5, 0.75, 1].map((part) => `M0 ${HEIGHT * part}H${WIDTH}`).join('')} />
        {series.map(({ name, counts }, at) => (
          <path
            key={name}
            className={`bars-${at}`}
            d={counts
              .map((value, index) => {
                if (value === 0) return ''
                const base = below[index] ?? 0
                below[index] = base + value
                const y = HEIGHT - ((base + value) / top) * HEIGHT
                const height = (value / top) * HEIGHT
                return `M${(index * width + gap / 2).toFixed(2)} ${y.toFixed(2)}h${(width - gap).toFixed(2)}v${height.toFixed(2)}h${(gap - width).toFixed(2)}z`
              })
              .join('')}
          />
        ))}
      </svg>
      <span className="bars-top" aria-hidden="true">
        {toNumber(top)}
      </span>
      <figcaption aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  )
}

/** The next of 1, 2, 5 times a power of ten. */
function toRoundTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (STEPS.find((step) => step * power >= value) ?? 10) * power
}
