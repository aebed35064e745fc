import { isTwoLanguages } from './shape.ts'

/** A table as CSV (RFC 4180) with a heading row. Cells that a spreadsheet would run as a formula are kept as text by an apostrophe. */
export function toCsv(
  columns: readonly { readonly name: string; readonly label: string }[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = rows.map((row) => columns.map(({ name }) => toCell(row[name])).join(','))
  return [columns.map(({ label }) => toCell(label)).join(','), ...lines].join('\r\n')
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = isTwoLanguages(value) ? value.en : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
