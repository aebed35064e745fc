import { toAskedArray } from './asked-array.ts'
import type { FileBlocks } from './file-blocks.ts'
import { DamagedFileError } from './layout.ts'
import type { Loaded, WordSection } from './load.ts'
import type { DatabaseMeta } from './meta.ts'
import { V4Table } from './v4-table.ts'
import { findIndex, LINE_ROWS, toV6Sections, V6Table, type V6Sections } from './v6-table.ts'

/**
 * The tables of a database that are read from its file as far as somebody asks, without an index: for a few lookups, of which
 * each waits for some twenty blocks. Reading may throw {@link DamagedFileError} at any time.
 *
 * @param build the build that the file has to be of
 */
export function readAsAsked(blocks: FileBlocks, build: string): Loaded {
  const { directory } = blocks
  const toValues = (name: WordSection) => {
    const { offset, sizeBytes } = directory[name]
    return { length: sizeBytes / 4, read: (index: number) => blocks.readWord(offset + 4 * index) }
  }
  const words = (name: WordSection) => toAskedArray((values) => Uint32Array.from(values), toValues(name))
  const ints = (name: WordSection) => {
    const { length, read } = toValues(name)
    return toAskedArray((values) => Int32Array.from(values), { length, read: (index) => read(index) | 0 })
  }
  const meta = JSON.parse(blocks.readBytes(directory.meta.offset, directory.meta.sizeBytes).toString()) as DatabaseMeta
  if (meta.build !== build) throw new DamagedFileError(`expected a file of build ${build}, got one of ${meta.build}`)
  const v6 = toV6Sections(words)
  return {
    get shared(): never {
      throw new TypeError('a database that is read as it is asked for is not in memory that could be shared')
    },
    meta,
    v4: new SearchedV4Table(words('v4.rows')),
    v6: new V6Table(v6, toV6Side(v6)),
    words,
    ints,
    readText: (start, end) => blocks.readBytes(directory['strings.bytes'].offset + start, end - start).toString(),
    toKept: () => [],
  }
}

/** The same table without the index: each row is searched for among all. */
class SearchedV4Table extends V4Table {
  readonly #rows: Uint32Array
  /** What was searched for last: of one address the record is asked for, and where its row begins and ends. */
  #address = -1
  #row = -1

  constructor(rows: Uint32Array) {
    super(rows, new Int32Array(0))
    this.#rows = rows
  }

  override findRow(address: number): number {
    if (address === this.#address) return this.#row
    const row = this.#search(address)
    this.#address = address
    return (this.#row = row)
  }

  #search(address: number): number {
    let from = 0
    let to = this.size
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#rows[2 * middle]! <= address) from = middle + 1
      else to = middle
    }
    return from - 1
  }

  override findRecord(address: number): number {
    return this.recordOf(this.findRow(address))
  }

  override findFirst(address: number): number {
    return this.firstOf(this.findRow(address))
  }

  override findLast(address: number): number {
    return this.lastOf(this.findRow(address))
  }

  override findRows(addresses: Uint32Array, rows: Int32Array, count: number): void {
    for (let at = 0; at < count; at++) rows[at] = this.findRow(addresses[at]!)
  }

  override readRecords(_addresses: Uint32Array, rows: Int32Array, records: Uint32Array, count: number): void {
    for (let at = 0; at < count; at++) records[at] = this.recordOf(rows[at]!)
  }
}

/** What the search keeps beside the sections, of one line and one row at a time. */
function toV6Side({ low, records, deepRows }: V6Sections) {
  const isDeep = (row: number) => deepRows[findIndex(deepRows, row)] === row
  return {
    lines: toAskedArray((values) => Uint32Array.from(values), {
      length: Math.ceil(low.length / LINE_ROWS),
      read: (line) => low[line * LINE_ROWS]!,
    }),
    deep: toAskedArray((values) => Uint8Array.from(values), {
      length: (records.length >>> 3) + 1,
      read: (byte) => [0, 1, 2, 3, 4, 5, 6, 7].reduce((bits, bit) => bits | (Number(isDeep(8 * byte + bit)) << bit), 0),
    }),
  }
}
