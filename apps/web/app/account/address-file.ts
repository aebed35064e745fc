import { findAddress } from '@octet/core/ip/address.ts'
import { findMarked } from '../read-text-file.ts'

/** A column that holds addresses: its place, and what its first line calls it, if that is a heading. */
export type AddressColumn = { readonly index: number; readonly name: string | undefined }
/** How the lines of a file are to be read. A `delimiter` that is empty stands for lists of addresses alone. */
export type AddressTable = { readonly charset: string; readonly delimiter: string; readonly columns: readonly AddressColumn[] }
/** What a column holds, a line each. */
export type Addresses = {
  readonly all: Blob
  readonly count: number
  /** Each address where it comes first. */
  readonly once: Blob
  readonly distinct: number
  /** Lines without an address in this column, besides its heading. */
  readonly leftOut: number
}

const SAMPLE_BYTES = 65_536
const SAMPLE_LINES = 200
/** Of the sample's lines, as many must hold an address. */
const LEAST_SHARE = 0.5
/** In this order; a blank last, as in the logs of servers. */
const DELIMITERS = ['', ',', ';', '\t', '|', ' '] as const
/** What is longer is no line of a list or a log, and not kept in memory. */
const MAX_LINE_CHARS = 1_048_576
/** What is longer is no address with its name and zone. */
const MAX_CELL_CHARS = 100
/** So many addresses are taken at once (`POST /v1/jobs`). */
export const MAX_ADDRESSES = 1_000_000

/** Where the addresses of a file stand, as its first lines tell; undefined where most of them have none. */
export async function findTable(file: Blob): Promise<AddressTable | undefined> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
  const charset = findCharset(bytes)
  const isCut = file.size > SAMPLE_BYTES
  const lines = new TextDecoder(charset).decode(bytes, { stream: isCut }).split(/\r?\n|\r/)
  if (isCut && lines.length > 1) lines.pop()
  if (/^\s*[[{]/.test(lines[0] ?? '')) return undefined // JSON, whose addresses stand in no column
  const sample = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES)
  for (const delimiter of DELIMITERS) {
    const columns = findColumns(sample.map((line) => splitRow(line, delimiter)))
    if (columns.length > 0) return { charset, delimiter, columns }
  }
  return undefined
}

function findColumns(rows: readonly (readonly string[])[]): AddressColumn[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const [first = ''] = rows.map((row) => toCell(row[index]))
    const found = rows.filter((row) => isAddress(toCell(row[index]))).length
    const hasHeading = rows.length > 1 && !isAddress(first)
    if (found === 0 || found < LEAST_SHARE * (rows.length - (hasHeading ? 1 : 0))) return []
    return [{ index, name: hasHeading && first !== '' ? first : undefined }]
  })
}

/** The addresses of one column. Reads the file piece by piece, so that the page goes on meanwhile. Throws `TooMany`. */
export async function takeAddresses(file: Blob, { charset, delimiter }: AddressTable, column: AddressColumn): Promise<Addresses> {
  const all: string[] = []
  const once = new Set<string>()
  let [count, leftOut] = [0, column.name === undefined ? 0 : -1]
  for await (const lines of readLines(file, charset)) {
    const cells = lines.filter((line) => line.trim() !== '').map((line) => toCell(splitRow(line, delimiter)[column.index]))
    const found = cells.filter(isAddress)
    count += found.length
    leftOut += cells.length - found.length
    for (const address of found) once.add(address)
    if (once.size > MAX_ADDRESSES) throw new TooMany()
    if (found.length > 0) all.push(`${found.join('\n')}\n`)
  }
  return { all: toBlob(all), count, once: toBlob([[...once].join('\n')]), distinct: once.size, leftOut }
}

/** There are more different addresses than are taken at once. */
export class TooMany extends Error {
  constructor() {
    super(`expected at most ${MAX_ADDRESSES} different addresses, got more`)
  }
}

const toBlob = (parts: string[]): Blob => new Blob(parts, { type: 'text/plain' })

const isAddress = (cell: string): boolean => cell !== '' && findAddress(cell) !== undefined

function toCell(cell = ''): string {
  return cell.length > MAX_CELL_CHARS ? '' : cell.trim()
}

/** The cells of a line (RFC 4180 §2, without line breaks in cells). */
function splitRow(line: string, delimiter: string): string[] {
  if (delimiter === '') return [line]
  if (!line.includes('"')) return line.split(delimiter)
  const cells = ['']
  let isQuoted = false
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted
    else if (char === delimiter && !isQuoted) cells.push('')
    else cells[cells.length - 1] += char
  }
  return cells
}

/** Lines as they come, some at a time. */
async function* readLines(file: Blob, charset: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder(charset)
  const reader = file.stream().getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split(/\r?\n|\r/)
    rest = done ? '' : (lines.pop() ?? '')
    if (rest.length > MAX_LINE_CHARS) rest = ''
    yield lines
    if (done) return
  }
}

/** As its mark says, else UTF-8, else GB18030, which Chinese Windows saves in. Addresses are the same in both. */
function findCharset(bytes: Uint8Array): string {
  const marked = findMarked(bytes)
  if (marked !== undefined) return marked
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}
