import { findSeparator, RowReader, splitCells, type Delimiter } from '@octet/core/delimited.ts'
import { AppError } from '@octet/core/errors.ts'
import { findAddressTable, findNamed, isAddress, readFirstRows, toCell, type AddressTable } from '@octet/core/ip/address-table.ts'

/** What is said of a file that is given back whole: a column by its number from 1 or by its name. */
export type TableWish = { readonly column?: string | undefined; readonly delimiter?: Delimiter | undefined }
/** Where the addresses of such a file stand: a column, from 0. */
export type TablePlace = { readonly column: number; readonly delimiter: Delimiter }
/**
 * A row of it, and how its line ends. Texts are bytes, a character each, so that whatever a file is written in is given back as
 * it came.
 */
export type TableRow = {
  /** `aside` is what no column is added to: an empty line, or one that names the delimiter. */
  readonly kind: 'aside' | 'heading' | 'row'
  readonly text: string
  readonly end: '' | '\r' | '\n' | '\r\n'
  /** What stands in the column of addresses. */
  readonly cell: string
  readonly width: number
}

/** As the row of a job says. */
export function toPlace(job: { readonly address_column: number | null; readonly delimiter: string | null }): TablePlace {
  return { column: (job.address_column ?? 1) - 1, delimiter: (job.delimiter ?? ',') as Delimiter } // checked by the table
}

const SAMPLE_BYTES = 65_536
/** Up to here each piece is looked at as it comes; beyond, only when there is twice as much: pieces may be of one byte. */
const SMALL_BYTES = 1_024
/** What parts the columns of a file that nobody says it of. */
const SEPARATORS: readonly Delimiter[] = [',', ';', '\t', '|']
/** The byte order mark of UTF-8, a character for each byte. */
const MARK = '\u00ef\u00bb\u00bf'

/** The beginning of a file, 64 KiB or as much as is enough, and the whole of it again. */
export async function peekStart(body: AsyncIterable<Uint8Array>, isEnough: (start: string) => boolean = () => false) {
  const rest = body[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let sizeBytes = 0
  let isCut = false
  for (let nextBytes = 0; ;) {
    const { done, value } = await rest.next()
    if (done) break
    first.push(value)
    sizeBytes += value.length
    isCut = sizeBytes >= SAMPLE_BYTES
    if (!isCut && (sizeBytes < SMALL_BYTES || sizeBytes >= nextBytes)) {
      isCut = isEnough(Buffer.concat(first).toString('utf8'))
      nextBytes = 2 * sizeBytes
    }
    if (isCut) break
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* first
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.() // who stops reading ends the rest, too
    }
  }
  return { start: Buffer.concat(first).subarray(0, SAMPLE_BYTES).toString('utf8'), isCut, whole: whole() }
}

/** Where the addresses stand, as said or as the beginning of the file tells. Throws `bad_input`. */
export function findPlace(start: string, isCut: boolean, { column, delimiter }: TableWish): TablePlace {
  const table = findAddressTable(start, { isCut, ...(delimiter && { delimiters: [delimiter] }) })
  const found = table && (table.delimiter || ',') // a list is a CSV of one column
  if (column === undefined && found) return { column: table.columns[0]!.index, delimiter: found }
  // What is named may hold few addresses.
  const likely = found || findNamed(start)
  for (const one of delimiter ? [delimiter] : likely ? [likely, ...SEPARATORS] : SEPARATORS) {
    const [head = []] = readFirstRows(start, { isCut, delimiter: one })
    const index = findColumn(head, column ?? '')
    if (index !== -1) return { column: index, delimiter: one }
  }
  throw new AppError('bad_input', { field: column === undefined ? 'body' : 'column', ...toExpected(table, column) })
}

/** The place of a column that is called by its number, from 1, or by its name; -1 for none. */
function findColumn(head: readonly string[], column: string): number {
  if (!/^\d{1,6}$/.test(column)) return column === '' ? -1 : head.findIndex((cell) => cell.trim() === column.trim())
  return Number(column) <= head.length ? Number(column) - 1 : -1
}

function toExpected(table: AddressTable | undefined, column: string | undefined) {
  const names = table?.columns.map(({ index, name }) => name?.slice(0, 40) ?? String(index + 1)).slice(0, 10) ?? []
  const expected =
    names.length > 0
      ? { en: `a column of the file, such as ${names.join(', ')}`, zh: `文件中的列，如 ${names.join('、')}` }
      : { en: 'a file, most of whose rows hold an address in one column', zh: '多数行在同一列含有地址的文件' }
  return { expected, got: column ?? { en: 'another', zh: '其他内容' } }
}

/** The rows of a file as they come, those that are whole with each piece of it. Throws `too_large` for one that is too long. */
export async function* readTable(
  chunks: AsyncIterable<Uint8Array>,
  { column, delimiter }: TablePlace,
): AsyncGenerator<{ readonly chunk: Uint8Array; readonly rows: readonly TableRow[] }> {
  const reader = new RowReader(delimiter)
  let isFirst = true
  const toRow = (line: string, feed: '' | '\n' | '\r'): TableRow => {
    const hasReturn = feed !== '\r' && line.endsWith('\r')
    const text = hasReturn ? line.slice(0, -1) : line
    const end = hasReturn ? (`\r${feed}` as const) : feed
    const said = isFirst && text.startsWith(MARK) ? text.slice(MARK.length) : text
    if (said.trim() === '' || (isFirst && findSeparator(said) !== undefined))
      return { kind: 'aside', text, end, cell: '', width: 0 }
    const cells = splitCells(said, delimiter)
    const cell = toCell(cells[column])
    const kind = isFirst && cell !== '' && !isAddress(cell) ? 'heading' : 'row'
    isFirst = false
    return { kind, text, end, cell, width: cells.length }
  }
  for await (const chunk of chunks) {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    yield { chunk, rows: reader.push(text).map((line) => toRow(line, reader.lineEnd)) }
  }
  const last = reader.finish()
  const rows = last.map((line, at) => toRow(line, reader.isEndOpen && at === last.length - 1 ? '' : reader.lineEnd))
  yield { chunk: new Uint8Array(), rows }
}
