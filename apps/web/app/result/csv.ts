import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'
import type { Lang } from '@octet/core/text.ts'
import { isTwoLanguages } from './shape.ts'

/** A table as CSV (RFC 4180) with a heading row. Cells that a spreadsheet would run as a formula are kept as text by an apostrophe. */
export function toCsv(
  columns: readonly { readonly name: string; readonly label: string }[],
  rows: readonly Readonly<Record<string, unknown>>[],
  lang: Lang,
): string {
  const lines = rows.map((row) => columns.map(({ name }) => toCell(row[name], lang)).join(','))
  return [columns.map(({ label }) => toCell(label, lang)).join(','), ...lines].join('\r\n')
}

function toCell(value: unknown, lang: Lang): string {
  if (value === null || value === undefined) return ''
  const text = isTwoLanguages(value) ? value[lang] : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return quoteCsv(typeof value === 'number' ? text : toHarmless(text))
}
