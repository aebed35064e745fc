import type { ReactNode } from 'react'
import { HEIGHT, WIDTH } from './chart-scale.ts'

type ChartFrameProps = {
  readonly label: string
  /** Value at the upper edge; the lower one is 0. */
  readonly top: number
  readonly unit: string
  readonly className?: string
  readonly children: ReactNode
}

/** The grid of a chart and the words at its left. */
export const ChartFrame = ({ label, top, unit, className = '', children }: ChartFrameProps) => (
  <figure className={`net-chart ${className}`}>
    <svg viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path className="chart-grid" d={[0, 0.25, 0.5, 0.75, 1].map((part) => `M0 ${HEIGHT * part}H${WIDTH}`).join('')} />
      {children}
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
