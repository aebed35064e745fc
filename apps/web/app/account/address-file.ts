import { findSeparator, RowReader, splitCells } from '@octet/core/delimited.ts'
import { AddressSet } from '@octet/core/ip/address-set.ts'
import { findAddressTable, toCell, type AddressColumn, type AddressTable } from '@octet/core/ip/address-table.ts'
import { findMarked } from '../read-text-file.ts'

/** How a file is to be read, and the columns of it that hold addresses. */
export type FileTable = AddressTable & { readonly charset: string }
/** What a column holds, a line each. */
export type Addresses = {
  readonly all: Blob
  readonly count: number
  /** Each address where it comes first. */
  readonly once: Blob
  readonly distinct: number
  /** Rows without an address in this column, besides its heading. */
  readonly leftOut: number
}

const SAMPLE_BYTES = 65_536
/** So many addresses, or rows of a file that is sent whole, are taken at once (`POST /v1/jobs`), in so many bytes. */
export const MAX_ADDRESSES = 1_000_000
export const MAX_BYTES = 96 * 1024 * 1024

/** Where the addresses of a file stand, as its first lines tell; undefined where most of them have none. */
export async function findTable(file: Blob): Promise<FileTable | undefined> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
  const charset = findCharset(bytes)
  const isCut = file.size > SAMPLE_BYTES
  const table = findAddressTable(new TextDecoder(charset).decode(bytes, { stream: isCut }), { isCut })
  return table && { ...table, charset }
}

/** The addresses of one column. Reads the file piece by piece, so that the page goes on meanwhile. Throws `TooMany`. */
export async function takeAddresses(file: Blob, { charset, delimiter }: FileTable, column: AddressColumn): Promise<Addresses> {
  const reader = new RowReader(delimiter)
  const [all, once]: [Blob[], Blob[]] = [[], []]
  const distinct = new AddressSet()
  let [count, leftOut] = [0, column.name === undefined ? 0 : -1]
  let isFirst = true
  const take = (rows: readonly string[]) => {
    const [found, news]: [string[], string[]] = [[], []]
    for (const row of rows) {
      if (row.trim() === '') continue
      const isAside = isFirst && findSeparator(row) !== undefined
      isFirst = false
      if (isAside) continue
      const address = toCell(splitCells(row, delimiter)[column.index])
      const isNew = distinct.add(address)
      if (isNew === undefined) leftOut++
      else found.push(address)
      if (isNew) news.push(address)
    }
    count += found.length
    if (distinct.size > MAX_ADDRESSES) throw new TooMany()
    if (found.length === 0) return
    const lines = toBlob(found)
    all.push(lines)
    if (news.length === found.length) once.push(lines)
    else if (news.length > 0) once.push(toBlob(news))
  }
  for await (const text of readTexts(file, charset)) take(reader.push(text))
  take(reader.finish())
  return { all: new Blob(all, LINES), count, once: new Blob(once, LINES), distinct: distinct.size, leftOut }
}

/** There are more different addresses than are taken at once. */
export class TooMany extends Error {
  constructor() {
    super(`expected at most ${MAX_ADDRESSES} different addresses, got more`)
  }
}

/** The file as it is sent whole: itself, or the same in UTF-8, with its mark as spreadsheets want it. */
export async function toWhole(file: Blob, charset: string): Promise<Blob> {
  if (charset === 'utf-8') return new Blob([file], TABLE)
  const parts = [new Blob(['\ufeff'])]
  for await (const text of readTexts(file, charset)) parts.push(new Blob([text]))
  return new Blob(parts, TABLE)
}

const LINES = { type: 'text/plain' }
const TABLE = { type: 'text/csv' }

/** What a browser may keep outside the memory of the page. */
const toBlob = (lines: readonly string[]): Blob => new Blob([`${lines.join('\n')}\n`])

/** A file as it comes, in pieces of text. */
async function* readTexts(file: Blob, charset: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset)
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    yield decoder.decode(value, { stream: !done })
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
