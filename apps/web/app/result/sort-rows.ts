export type Row = Readonly<Record<string, unknown>>
export type SortOrder = { readonly name: string; readonly isDown: boolean }

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Rows in the order of a column; numbers by size, words with the numbers in them, empty values last in both directions. */
export function sortRows(rows: readonly Row[], order: SortOrder | undefined): readonly Row[] {
  if (!order) return rows
  const sign = order.isDown ? -1 : 1
  return rows.toSorted((a, b) => compare(a[order.name], b[order.name], sign))
}

function compare(a: unknown, b: unknown, sign: number): number {
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b))
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign
  return words.compare(String(a), String(b)) * sign
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
