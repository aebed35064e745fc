import { toWidth } from '../text-width.ts'

export type Align = 'left' | 'center' | 'right' | undefined
export type PipeTable = {
  /** Cells as Markdown; the first row is the heading. */
  readonly rows: readonly (readonly string[])[]
  readonly align?: readonly Align[]
}

/** Wider cells do not widen the others of their column. */
const MAX_WIDTH = 40

/** A table as GitHub reads it (GFM §4.10), its columns under each other. */
export function writePipeTable({ rows, align = [] }: PipeTable): string {
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 1)
  const cells = rows.map((row) =>
    Array.from({ length: columns }, (_, index) => (row[index] ?? '').replaceAll('|', String.raw`\|`)),
  )
  const widths = Array<number>(columns).fill(3)
  for (const row of cells)
    for (const [index, cell] of row.entries()) {
      const width = toWidth(cell)
      if (width <= MAX_WIDTH && width > widths[index]!) widths[index] = width
    }
  const toLine = (row: readonly string[]) =>
    `| ${row.map((cell, index) => pad(cell, widths[index]!, align[index])).join(' | ')} |\n`
  const rule = `| ${widths.map((width, index) => toRule(width, align[index])).join(' | ')} |\n`
  const [head = '', ...body] = cells.map(toLine)
  return `${head}${rule}${body.join('')}`
}

function toRule(width: number, align: Align): string {
  const [left, right] = [align === 'left' || align === 'center', align === 'right' || align === 'center']
  return `${left ? ':' : '-'}${'-'.repeat(width - 2)}${right ? ':' : '-'}`
}

function pad(cell: string, width: number, align: Align): string {
  const gap = Math.max(0, width - toWidth(cell))
  const before = align === 'right' ? gap : align === 'center' ? gap >> 1 : 0
  return `${' '.repeat(before)}${cell}${' '.repeat(gap - before)}`
}
