import { formatAddress, parseAddress, type Address } from '@octet/core/ip/address.ts'
import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { SpecialBlock } from '@octet/core/ip/special.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Loaded } from './load.ts'
import { RecordReader, type Span } from './record-reader.ts'
import { cutV6, spellV4, spellV6, widestV4, widestV6 } from './spelling.ts'
import { V4Table } from './v4-table.ts'
import { V6Table } from './v6-table.ts'

export type LookupOptions = {
  readonly lang: Lang
  /** The present moment, for `time_zone`. */
  readonly now: Date
}

/** A row of the table with the number of its record. */
export type RowRange = { readonly version: 4 | 6; readonly first: bigint; readonly last: bigint; readonly record: number }

/** Where a block puts an IPv4 address: the prefix words and how far right the 32 bits sit. */
type Embedding = { readonly block: string; readonly words: readonly [number, number, number]; readonly shift: 0 | 80 }
const EMBEDDINGS: readonly Embedding[] = [
  { block: '::ffff:0:0/96', words: [0, 0, 0xffff], shift: 0 },
  { block: '64:ff9b::/96', words: [0x64_ff9b, 0, 0], shift: 0 },
  { block: '2002::/16', words: [0x2002_0000, 0, 0], shift: 80 },
]

/**
 * The range database in memory. Lookups touch memory only; the memory can be shared with other threads.
 *
 * @example
 * await using db = await openDatabase('var/data')
 * db.lookup('8.8.8.8', { lang: 'en', now: new Date() }).country_code // 'US'
 */
export class Ipdb {
  /** Give it to other threads: `openDatabase(folder, { shared })`. */
  readonly shared: SharedArrayBuffer
  /** Id of the build. */
  readonly build: string
  /** When it was built, RFC 3339. */
  readonly date: string
  readonly v4: V4Table
  readonly v6: V6Table
  readonly reader: RecordReader
  readonly #words = new Uint32Array(4)
  readonly #start = new Uint32Array(4)
  readonly #last = new Uint32Array(4)

  constructor(loaded: Loaded) {
    this.shared = loaded.shared
    this.build = loaded.meta.build
    this.date = loaded.meta.date
    this.v4 = new V4Table(loaded.words('v4.starts'), loaded.words('v4.records'), loaded.direct)
    this.v6 = new V6Table({
      jump: loaded.words('v6.jump'),
      groups: loaded.words('v6.groups'),
      groupRows: loaded.words('v6.groupRows'),
      low: loaded.words('v6.low'),
      records: loaded.words('v6.records'),
      deepRows: loaded.words('v6.deepRows'),
      deepLows: loaded.words('v6.deepLows'),
    })
    this.reader = new RecordReader(loaded)
  }

  /** Rows of each family. */
  get rows(): { v4: number; v6: number } {
    return { v4: this.v4.starts.length, v6: this.v6.records.length }
  }

  /**
   * The number of the row an address lies in: IPv4 rows first, IPv6 rows behind them; -1 when the text is no address.
   * Two addresses with the same number have the same answer.
   */
  findId(text: string): number {
    const v4 = parseIpv4(text)
    if (v4 >= 0) return this.v4.findRow(v4)
    return parseIpv6Words(text, this.#words) ? this.v4.starts.length + this.v6.findRow(this.#words) : -1
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

  /** The same as JSON text, ready to send. */
  lookupJson(address: string | Address, options: LookupOptions): string {
    return JSON.stringify(this.lookup(address, options))
  }

  /** The record of an IPv4 number; `text` is its spelling when the caller has it. */
  lookupV4(value: number, text: string | undefined, { lang, now }: LookupOptions): IpRecord {
    const row = this.v4.findRow(value)
    return this.reader.read(this.v4.records[row]!, this.#spanV4(row, value, text ?? spellV4(value)), lang, now.getTime())
  }

  /** The record of an IPv6 address, given as four 32-bit words, the highest first. */
  lookupV6(words: Uint32Array, { lang, now }: LookupOptions): IpRecord {
    const row = this.v6.findRow(words)
    const record = this.v6.records[row]!
    const special = this.reader.specialOf(record)
    const embedding = special && EMBEDDINGS.find(({ block }) => block === special.block)
    if (embedding) return this.#lookupEmbedded(words, embedding, special, { lang, now })
    return this.reader.read(record, this.#spanV6(row, words), lang, now.getTime(), special)
  }

  /** Every row whose record fits, in address order, IPv4 first; rows that touch are joined. */
  *ranges(wanted: { country?: string; asn?: number; version?: 4 | 6 }): Generator<Omit<RowRange, 'record'>> {
    const { reader } = this
    const fits = new Uint8Array(reader.recordCount)
    for (let record = 0; record < fits.length; record++)
      if (
        (wanted.country === undefined || reader.countryOf(record) === wanted.country) &&
        (wanted.asn === undefined || reader.asnOf(record) === wanted.asn)
      )
        fits[record] = 1
    if (wanted.version !== 6) yield* joinV4(this.v4, fits)
    if (wanted.version !== 4) yield* joinV6(this.v6, fits)
  }

  /** Drops nothing itself: the memory goes when the last reference does. */
  async [Symbol.asyncDispose](): Promise<void> {}

  #spanV4(row: number, value: number, ip: string): Span {
    const first = this.v4.starts[row]!
    const last = this.v4.lastOf(row)
    const hostBits = widestV4(value, first, last)
    const network = hostBits === 32 ? 0 : ((value >>> hostBits) << hostBits) >>> 0
    const start = spellV4(first)
    return {
      ip,
      start,
      end: spellV4(last),
      network: `${network === first ? start : spellV4(network)}/${32 - hostBits}`,
    }
  }

  #spanV6(row: number, words: Uint32Array): Span {
    this.v6.readStart(row, this.#start)
    this.v6.readLast(row, this.#last)
    const ip = spellV6(words)
    const start = spellV6(this.#start)
    const hostBits = widestV6(words, this.#start, this.#last)
    const end = spellV6(this.#last)
    this.#start.set(words)
    cutV6(this.#start, hostBits)
    return { ip, start, end, network: `${spellV6(this.#start)}/${128 - hostBits}` }
  }

  /** An IPv6 address that stands for an IPv4 one has the answer of that one, and says in `special` what it is itself. */
  #lookupEmbedded(
    words: Uint32Array,
    { words: prefix, shift }: Embedding,
    special: SpecialBlock,
    options: LookupOptions,
  ): IpRecord {
    const v4 = shift === 0 ? words[3]! : (((words[0]! & 0xffff) << 16) | (words[1]! >>> 16)) >>> 0
    const row = this.v4.findRow(v4)
    const [first, last] = [this.v4.starts[row]!, this.v4.lastOf(row)]
    const hostBits = widestV4(v4, first, last)
    const network = hostBits === 32 ? 0 : ((v4 >>> hostBits) << hostBits) >>> 0
    const spell = (value: number, rest: number) => {
      const built =
        shift === 0
          ? [...prefix, value]
          : [(prefix[0] | (value >>> 16)) >>> 0, (((value & 0xffff) << 16) | (rest & 0xffff)) >>> 0, rest, rest]
      return spellV6(Uint32Array.from(built))
    }
    const span = {
      ip: spellV6(words),
      start: spell(first, 0),
      end: spell(last, 0xffff_ffff),
      network: `${spell(network, 0)}/${128 - shift - hostBits}`,
    }
    return this.reader.read(this.v4.records[row]!, span, options.lang, options.now.getTime(), special)
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

function* joinV4(table: V4Table, fits: Uint8Array): Generator<Omit<RowRange, 'record'>> {
  const { starts, records } = table
  for (let row = 0; row < starts.length; row++) {
    if (fits[records[row]!] === 0) continue
    const first = starts[row]!
    while (row + 1 < starts.length && fits[records[row + 1]!] === 1) row++
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
