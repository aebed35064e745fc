import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'

/** Leaves of a value with dotted names; lists become one cell, their items divided by spaces, or JSON. */
export function flatten(value: unknown, name = ''): [string, unknown][] {
  if (Array.isArray(value))
    return [[name, value.every((item) => typeof item !== 'object') ? value.join(' ') : JSON.stringify(value)]]
  if (typeof value !== 'object' || value === null) return [[name, value]]
  return Object.entries(value).flatMap(([key, part]) => flatten(part, name ? `${name}.${key}` : key))
}

/** One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe. */
export function toCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}

function toCsvCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return quoteCsv(typeof cell === 'string' ? toHarmless(cell) : String(cell))
}
