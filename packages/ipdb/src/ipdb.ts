import { formatAddress, parseAddress, type Address } from '@octet/core/ip/address.ts'
import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'
import { JsonWriter } from './json-writer.ts'
import type { Loaded } from './load.ts'
import { NetworkFactsTable } from './network-facts.ts'
import { RecordReader, type ReadOptions, type SpanSource } from './record-reader.ts'
import { EMBEDDINGS, EmbeddedSpan, mayEmbed, SpanV4, SpanV6, toEmbeddedV4, type Embedding } from './spans.ts'
import { spellV4 } from './spelling.ts'
import type { V4Table } from './v4-table.ts'
import type { V6Table } from './v6-table.ts'

export type LookupOptions = {
  readonly lang: Lang
  /** The present moment, for `time_zone`. */
  readonly now: Date
}

/** What answers for an address. `special` is the block that it belongs to itself, where the record is that of another. */
type Found = { readonly record: number; readonly span: SpanSource; readonly special: number | undefined }

/** A row of the table with the number of its record. */
export type RowRange = { readonly version: 4 | 6; readonly first: bigint; readonly last: bigint; readonly record: number }

/**
 * The range database in memory. Lookups touch memory only; the memory can be shared with other threads.
 *
 * @example
 * await using db = await openDatabase('var/data')
 * db.lookup('8.8.8.8', { lang: 'en', now: new Date() }).country_code // 'US'
 */
export class Ipdb {
  /** Id of the build. */
  readonly build: string
  /** When it was built, RFC 3339. */
  readonly date: string
  readonly v4: V4Table
  readonly v6: V6Table
  readonly reader: RecordReader
  readonly networks: NetworkFactsTable
  readonly #loaded: Loaded
  readonly #json: JsonWriter
  readonly #words = new Uint32Array(4)
  readonly #spanV4 = new SpanV4()
  readonly #spanV6 = new SpanV6()
  /** By number of the special block. */
  readonly #embeddings: ReadonlyMap<number, Embedding>

  constructor(loaded: Loaded) {
    this.#loaded = loaded
    this.build = loaded.meta.build
    this.date = loaded.meta.date
    this.v4 = loaded.v4
    this.v6 = loaded.v6
    this.reader = new RecordReader(loaded)
    const tables = { networks: loaded.words('networks'), lists: loaded.words('networks.lists') }
    this.networks = new NetworkFactsTable(tables, this.reader.strings)
    this.#json = new JsonWriter(this.reader)
    this.#embeddings = new Map(EMBEDDINGS.map((embedding) => [loaded.meta.specials.indexOf(embedding.block), embedding]))
  }

  /** Give it to other threads: `openDatabase(folder, { shared })`. */
  get shared(): SharedArrayBuffer {
    return this.#loaded.shared
  }

  /** Rows of each family. */
  get rows(): { v4: number; v6: number } {
    return { v4: this.v4.size, v6: this.v6.records.length }
  }

  /**
   * The number of the row an address lies in: IPv4 rows first, IPv6 rows behind them; -1 when the text is no address.
   * Two addresses with the same number have the same answer.
   */
  findId(text: string): number {
    const v4 = parseIpv4(text)
    if (v4 >= 0) return this.v4.findRow(v4)
    return parseIpv6Words(text, this.#words) ? this.v4.size + this.v6.findRow(this.#words) : -1
  }

  /**
   * The record of an address in any spelling of RFC 4291 or dotted decimal.
   *
   * @throws {AppError} `bad_address`, `not_one_address`
   */
  lookup(address: string | Address, options: LookupOptions): IpRecord {
    const text = typeof address === 'string' ? address : formatAddress(address)
    const v4 = parseIpv4(text)
    if (v4 >= 0) return this.lookupV4(v4, text, options)
    if (!parseIpv6Words(text, this.#words)) throw toRefusal(text)
    return this.lookupV6(this.#words, options)
  }

  /** The same as JSON text, put together from prepared pieces. */
  lookupJson(address: string | Address, options: LookupOptions): string {
    const { record, span, special } = this.#find(address)
    return this.reader.readJson(record, span.spell(), { lang: options.lang, nowMs: options.now.getTime(), special })
  }

  /**
   * Writes the same JSON as UTF-8 into a buffer, which is what lists of addresses are answered with; MAX_RECORD_BYTES
   * must be free behind `at`. Returns the position behind it.
   */
  writeJson(address: string | Address, options: Pick<ReadOptions, 'lang' | 'nowMs'>, target: Buffer, at: number): number {
    const text = typeof address === 'string' ? address : formatAddress(address)
    const v4 = parseIpv4(text)
    if (v4 >= 0) {
      const span = this.#spanV4.set(this.v4, v4, text)
      return this.#json.write(target, at, this.v4.findRecord(v4), span, options)
    }
    if (!parseIpv6Words(text, this.#words)) throw toRefusal(text)
    const row = this.v6.findRow(this.#words)
    const record = this.v6.records[row]!
    const special = this.#embeddingOf(this.#words, record)
    if (special === 0) return this.#json.write(target, at, record, this.#spanV6.set(this.v6, row, this.#words), options)
    const { record: inner, span } = this.#findInner(this.#words, special)
    return at + target.write(this.reader.readJson(inner, span.spell(), { ...options, special }), at)
  }

  /** The record of an IPv4 number; `text` is its spelling when the caller has it. */
  lookupV4(value: number, text: string | undefined, { lang, now }: LookupOptions): IpRecord {
    const span = this.#spanV4.set(this.v4, value, text ?? spellV4(value))
    // Spelled here, where the engine knows which kind of span it is and makes no object of it.
    const values = this.reader.valuesOf(this.v4.findRecord(value), { lang })
    return this.reader.assemble(values, span.spell(), now.getTime())
  }

  /** The record of an IPv6 address, given as four 32-bit words, the highest first. */
  lookupV6(words: Uint32Array, { lang, now }: LookupOptions): IpRecord {
    const { record, span, special } = this.#findV6(words)
    return this.reader.read(record, span, { lang, nowMs: now.getTime(), special })
  }

  /** Every row whose record fits, in address order, IPv4 first; rows that touch are joined. */
  *ranges(wanted: { country?: string; asn?: number; version?: 4 | 6 }): Generator<Omit<RowRange, 'record'>> {
    const { reader } = this
    const isWanted = (record: number) =>
      (wanted.country === undefined || reader.countryOf(record) === wanted.country) &&
      (wanted.asn === undefined || reader.resolver.asnOf(record) === wanted.asn)
    yield* this.rangesWhere(isWanted, wanted.version)
  }

  /** The same for any rule; it is asked once for each record, which many rows share. */
  *rangesWhere(isWanted: (record: number) => boolean, version?: 4 | 6): Generator<Omit<RowRange, 'record'>> {
    const fits = new Uint8Array(this.reader.resolver.recordCount)
    for (let record = 0; record < fits.length; record++) if (isWanted(record)) fits[record] = 1
    if (version !== 6) yield* joinV4(this.v4, fits)
    if (version !== 4) yield* joinV6(this.v6, fits)
  }

  /** How many addresses of some ranges, such as `ranges` gives, each record answers for; as floats. */
  countByRecord(ranges: Iterable<Omit<RowRange, 'record'>>): Map<number, number> {
    const counts = new Map<number, number>()
    for (const range of ranges)
      for (const { record, size } of range.version === 4 ? listSizesV4(this.v4, range) : listSizesV6(this.v6, range))
        counts.set(record, (counts.get(record) ?? 0) + size)
    return counts
  }

  /** Drops nothing itself: the memory goes when the last reference does. */
  async [Symbol.asyncDispose](): Promise<void> {}

  /**
   * The number of the row that answers for IPv6 words: of an address that stands for an IPv4 one, the row of that;
   * IPv6 rows are counted behind the IPv4 ones.
   */
  findAnswerId(words: Uint32Array): number {
    const row = this.v6.findRow(words)
    const special = this.#embeddingOf(words, this.v6.records[row]!)
    return special === 0 ? this.v4.size + row : this.v4.findRow(toEmbeddedV4(words, this.#embeddings.get(special)!))
  }

  #find(address: string | Address): Found {
    const text = typeof address === 'string' ? address : formatAddress(address)
    const v4 = parseIpv4(text)
    if (v4 < 0) {
      if (!parseIpv6Words(text, this.#words)) throw toRefusal(text)
      return this.#findV6(this.#words)
    }
    return { record: this.v4.findRecord(v4), span: this.#spanV4.set(this.v4, v4, text), special: undefined }
  }

  #findV6(words: Uint32Array): Found {
    const row = this.v6.findRow(words)
    const record = this.v6.records[row]!
    const special = this.#embeddingOf(words, record)
    if (special !== 0) return this.#findInner(words, special)
    return { record, span: this.#spanV6.set(this.v6, row, words), special: undefined }
  }

  /** An IPv6 address that stands for an IPv4 one has the answer of that one; `special` says what it is itself. */
  #findInner(words: Uint32Array, special: number): Found {
    const embedding = this.#embeddings.get(special)!
    const record = this.v4.findRecord(toEmbeddedV4(words, embedding))
    return { record, span: new EmbeddedSpan(this.v4, words, embedding), special }
  }

  /** The special block of a record whose addresses stand for IPv4 ones, 0 for every other. */
  #embeddingOf(words: Uint32Array, record: number): number {
    if (!mayEmbed(words[0]!)) return 0 // the record would have to be waited for
    const special = this.reader.resolver.specialOf(record)
    return this.#embeddings.has(special) ? special : 0
  }
}

/** `parseAddress` knows every reason; it is asked only when the quick reading has failed. */
function toRefusal(text: string): unknown {
  try {
    parseAddress(text)
  } catch (error) {
    return error
  }
  return new Error(`“${text}” is read as an address by one reader and refused by the other`)
}

type RecordSize = { readonly record: number; readonly size: number }
type Ends = Pick<RowRange, 'first' | 'last'>

function* listSizesV4(table: V4Table, { first, last }: Ends): Generator<RecordSize> {
  const end = Number(last)
  for (let row = table.findRow(Number(first)), start = Number(first); start <= end; row++) {
    const rowEnd = Math.min(table.lastOf(row), end)
    yield { record: table.recordOf(row), size: rowEnd - start + 1 }
    start = rowEnd + 1
  }
}

function* listSizesV6(table: V6Table, { first, last }: Ends): Generator<RecordSize> {
  const words = toWords(first)
  for (let row = table.findRow(words), start = first; start <= last; row++) {
    table.readLast(row, words)
    const rowEnd = toNumber(words) < last ? toNumber(words) : last
    yield { record: table.records[row]!, size: Number(rowEnd - start + 1n) }
    start = rowEnd + 1n
  }
}

function* joinV4(table: V4Table, fits: Uint8Array): Generator<Omit<RowRange, 'record'>> {
  for (let row = 0; row < table.size; row++) {
    if (fits[table.recordOf(row)] === 0) continue
    const first = table.firstOf(row)
    while (row + 1 < table.size && fits[table.recordOf(row + 1)] === 1) row++
    yield { version: 4, first: BigInt(first), last: BigInt(table.lastOf(row)) }
  }
}

function* joinV6(table: V6Table, fits: Uint8Array): Generator<Omit<RowRange, 'record'>> {
  const { records } = table
  const words = new Uint32Array(4)
  for (let row = 0; row < records.length; row++) {
    if (fits[records[row]!] === 0) continue
    table.readStart(row, words)
    const first = toNumber(words)
    while (row + 1 < records.length && fits[records[row + 1]!] === 1) row++
    table.readLast(row, words)
    yield { version: 6, first, last: toNumber(words) }
  }
}

function toNumber(words: Uint32Array): bigint {
  return (BigInt(words[0]!) << 96n) | (BigInt(words[1]!) << 64n) | (BigInt(words[2]!) << 32n) | BigInt(words[3]!)
}

const toWords = (value: bigint): Uint32Array =>
  Uint32Array.from([96n, 64n, 32n, 0n], (shift) => Number((value >> shift) & 0xffff_ffffn))
