import { findSeparator, RowReader, splitCells, type Delimiter } from '../delimited.ts'
import { findAddress } from './address.ts'

/** A column that holds addresses: its place, and what the first row calls it, if that is a heading. */
export type AddressColumn = { readonly index: number; readonly name: string | undefined }
/** How the rows of a file are to be read. */
export type AddressTable = { readonly delimiter: Delimiter; readonly columns: readonly AddressColumn[] }

/** In this order; a blank last. */
const DELIMITERS: readonly Delimiter[] = ['', ',', ';', '\t', '|', ' ']
const SAMPLE_ROWS = 200
/** Of the sample's rows, as many must hold an address. */
const LEAST_SHARE = 0.5
/** What is longer is no address with its name and zone. */
const MAX_CELL_CHARS = 100

/**
 * Where the addresses of a file stand, as its beginning tells; undefined where most of its rows have none. `isCut` where the
 * file goes on. Tries every delimiter, the one that the file names first, but for one that is given.
 */
export function findAddressTable(
  start: string,
  { isCut, delimiters = inOrder(start) }: { readonly isCut: boolean; readonly delimiters?: readonly Delimiter[] },
): AddressTable | undefined {
  if (/^\s*[[{]/.test(start)) return undefined // JSON, whose addresses stand in no column
  for (const delimiter of delimiters) {
    const columns = findColumns(readFirstRows(start, { isCut, delimiter }))
    if (columns.length > 0) return { delimiter, columns }
  }
  return undefined
}

/** The delimiter that the first line of a file names, if it does. */
export function findNamed(start: string): Delimiter | undefined {
  const [line = ''] = start
    .trimStart()
    .slice(0, 20)
    .split(/[\r\n]/)
  const named = findSeparator(line)
  return named === undefined ? undefined : DELIMITERS.find((one) => one === named)
}

function inOrder(start: string): readonly Delimiter[] {
  const named = findNamed(start)
  return named === undefined ? DELIMITERS : [named, ...DELIMITERS]
}

type Start = { readonly isCut: boolean; readonly delimiter: Delimiter }

/** The cells of the first rows that are not empty, without a line that names the delimiter. */
export function readFirstRows(start: string, { isCut, delimiter }: Start): string[][] {
  const reader = new RowReader(delimiter)
  const whole = reader.push(start.replace(/^\ufeff/, ''))
  const rows = (isCut && whole.length > 0 ? whole : [...whole, ...reader.finish()]).filter((row) => row.trim() !== '')
  return rows
    .slice(findSeparator(rows[0] ?? '') === undefined ? 0 : 1)
    .slice(0, SAMPLE_ROWS)
    .map((row) => splitCells(row, delimiter))
}

function findColumns(rows: readonly (readonly string[])[]): AddressColumn[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const [first = []] = rows
  return Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const found = rows.filter((row) => isAddress(toCell(row[index]))).length
    const name = toCell(first[index])
    const hasHeading = rows.length > 1 && !isAddress(name)
    if (found === 0 || found < LEAST_SHARE * (rows.length - (hasHeading ? 1 : 0))) return []
    return [{ index, name: hasHeading && name !== '' ? name : undefined }]
  })
}

export const isAddress = (cell: string): boolean => cell !== '' && findAddress(cell) !== undefined

/** What a cell holds; nothing where that is too long for an address. */
export function toCell(cell = ''): string {
  return cell.length > MAX_CELL_CHARS ? '' : cell.trim()
}
