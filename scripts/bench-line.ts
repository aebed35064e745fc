import type { BenchRow } from '../packages/core/src/bench.ts'

/** A measured row as a line of text: figure, peer, budget. */
export function toLine({ name, value, unit, peer, budget }: BenchRow): string {
  const own = `${name.padEnd(48)} ${toFigure(value).padStart(12)} ${unit.padEnd(12)}`
  const other = peer ? ` ${peer.name} ${toFigure(peer.value)}, ${peer.ratio.toFixed(2)}×` : ''
  const goal = budget ? `   [${budget.isMet ? 'met' : 'MISSED'}: ${budget.text}]` : ''
  return own + other + goal
}

/** Three digits, or a whole number with separators. */
export function toFigure(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}
