import type { Ipdb } from '../ipdb.ts'
import { toFlatMap } from './flat-map.ts'
import { ALIAS_VALUE } from './mmdb/search-tree.ts'
import { MmdbWriter, type MmdbOptions, type MmdbReport } from './mmdb/write-mmdb.ts'
import type { MmdbMap } from './mmdb/value.ts'
import type { Product, ProductReader } from './product.ts'
import { compareWords, EMBEDDED_BLOCKS, toRuns, type Run } from './runs.ts'

/** `::1:0:0`, where IPv4 ends in a tree of IPv6 format. */
const BEHIND_V4 = Uint32Array.from([0, 0, 1, 0])

export type ProductMmdbOptions = MmdbOptions & {
  readonly layout: 'nested' | 'flat'
  /** Told now and then how many runs have been written. */
  readonly onRuns?: (runs: number) => void
}

/** Writes a product of a database as MMDB: IPv4 at `::/96`, and the blocks that stand for IPv4 lead there. */
export function writeProductMmdb(db: Ipdb, product: Product, path: string, options: ProductMmdbOptions): MmdbReport {
  const reader = product.open(db)
  using writer = new MmdbWriter(path, options, toRecord(product, reader, options.layout))
  const ranges = new RangeFeed(writer)
  let runs = 0
  for (const run of toRuns(db, reader.values)) {
    if (run.version === 6 && !toTreePart(run)) continue
    ranges.add(run)
    if (++runs % 100_000 === 0) options.onRuns?.(runs)
  }
  ranges.finish()
  options.onRuns?.(runs)
  return writer.finish()
}

/** Puts runs, the gaps between them and the embedded blocks in one order. */
class RangeFeed {
  readonly #writer: MmdbWriter
  /** Behind the last range with a value. */
  readonly #end = new Uint32Array(4)
  #isAtEnd = false
  #nextBlock = 0

  constructor(writer: MmdbWriter) {
    this.#writer = writer
  }

  add({ first, last, value }: Run): void {
    this.#addBlocksUpTo(first)
    this.#begin(first, value)
    this.#end.set(last)
    this.#isAtEnd = !stepUp(this.#end)
  }

  finish(): void {
    this.#addBlocksUpTo(undefined)
    if (!this.#isAtEnd) this.#writer.add(this.#end, 0)
  }

  #begin(first: Uint32Array, value: number): void {
    if (compareWords(this.#end, first) < 0) this.#writer.add(this.#end, 0)
    this.#writer.add(first, value)
  }

  #addBlocksUpTo(address: Uint32Array | undefined): void {
    for (let block; (block = EMBEDDED_BLOCKS[this.#nextBlock]); this.#nextBlock++) {
      if (address && compareWords(block.first, address) > 0) return
      this.#begin(block.first, ALIAS_VALUE)
      this.#end.set(block.next)
    }
  }
}

/** Cuts the part off that lies where IPv4 is; false when nothing is left, or when the IPv4 part answers for it. */
function toTreePart({ first, last }: Run): boolean {
  if (compareWords(last, BEHIND_V4) < 0) return false
  if (compareWords(first, BEHIND_V4) < 0) first.set(BEHIND_V4)
  return !EMBEDDED_BLOCKS.some((block) => compareWords(block.first, first) <= 0 && compareWords(first, block.next) < 0)
}

function toRecord({ columns }: Product, reader: ProductReader, layout: 'nested' | 'flat'): (value: number) => MmdbMap {
  return layout === 'nested' ? (value) => reader.nest(value) : (value) => toFlatMap(columns, reader.read(value))
}

/** To the next address; false at the end of all addresses. */
function stepUp(words: Uint32Array): boolean {
  for (let word = 3; word >= 0; word--) {
    if (words[word] !== 0xffff_ffff) {
      words[word]!++
      return true
    }
    words[word] = 0
  }
  return false
}
