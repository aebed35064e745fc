import { AppError } from '@octet/core/errors.ts'

/** Cells of a table that is made: objects that share no key fill none of them but one each. */
const MAX_CELLS = 10_000_000

/** Throws `too_large` for a table with more than {@link MAX_CELLS} cells. */
export function refuseWide({ columns, rows }: { readonly columns: number; readonly rows: number }): void {
  if (columns * rows <= MAX_CELLS) return
  throw new AppError('too_large', { field: { en: 'Cells', zh: '单元格数' }, limit: MAX_CELLS, got: columns * rows })
}
