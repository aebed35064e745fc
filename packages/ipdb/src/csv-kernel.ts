import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import type { Lang } from '@octet/core/text.ts'
import { CSV_COLUMNS, toCsvField } from './csv-fields.ts'
import { FragmentPool, MAX_FRAGMENT_BYTES } from './fragment-pool.ts'
import type { Ipdb } from './ipdb.ts'
import { RECORD, RECORD_WORDS } from './record-table.ts'

/** Rows that go through each phase together: their waits for memory overlap, and their state fits the first cache. */
const BATCH = 512
/** Longest line that is taken for an address; longer ones are refused. */
const MAX_LINE_BYTES = 64
/** A line that is still without an end after so many bytes stops the work. */
const MAX_REST_BYTES = 64 << 10
/** Room for the texts of every place and network of full data; memory is used as they are asked for. */
const PLACE_POOL_BYTES = 44 << 20
const NETWORK_POOL_BYTES = 12 << 20
const SMALL_POOL_BYTES = 4 << 20
const MAX_PROVIDERS = 1 << 16
const EMPTY_COLUMNS = Buffer.from(`${','.repeat(CSV_COLUMNS.length - 1)}bad_address\n`)

/** What a line turned out to be. */
const V4_ADDRESS = 0
const OTHER_ROW = 1
const NO_ADDRESS = 2

/** One kind of prepared text in a batch: its number for each line, and where it lies. */
class Column {
  readonly pool: FragmentPool
  readonly numbers = new Uint32Array(BATCH)
  readonly starts = new Uint32Array(BATCH)
  readonly ends = new Uint32Array(BATCH)

  constructor(pool: FragmentPool) {
    this.pool = pool
  }

  locate(count: number): void {
    this.pool.reserve(count)
    this.pool.locate(this.numbers, count, this.starts, this.ends)
  }
}

/**
 * Looks up a stream of lines, one address each, and answers in CSV (columns: CSV_COLUMNS). Lines may end in LF or
 * CRLF; empty ones are passed over. Works in phases of 512 rows: parse, find the row, find the record, find the
 * prepared texts, copy. Chunks of about 64 KiB suit it best.
 *
 * @example
 * const kernel = new CsvKernel(db, 'en')
 * for await (const chunk of upload) send(kernel.push(chunk))
 * send(kernel.finish())
 */
export class CsvKernel {
  /** Rows answered so far. */
  rows = 0
  readonly lang: Lang
  readonly #db: Ipdb
  readonly #country: Column
  readonly #place: Column
  readonly #network: Column
  readonly #flags: Column
  /** Networks with a provider of their own stand behind the plain ones, in the order they are met. */
  readonly #providers: (readonly [asn: number, isp: number])[] = []
  readonly #providerNumbers = new Map<number, number>()
  readonly #kinds = new Uint8Array(BATCH)
  readonly #addresses = new Uint32Array(BATCH)
  readonly #v4Rows = new Int32Array(BATCH)
  /** Rows of lines that are not plain IPv4, later the records of all. */
  readonly #records = new Uint32Array(BATCH)
  readonly #lineStarts = new Uint32Array(BATCH)
  readonly #lineSizes = new Uint32Array(BATCH)
  readonly #words = new Uint32Array(4)
  #count = 0
  #rest = new Uint8Array(0)
  #output = new Uint8Array(1 << 20)
  #view = new DataView(this.#output.buffer)
  #used = 0

  constructor(db: Ipdb, lang: Lang) {
    this.#db = db
    this.lang = lang
    const { reader } = db
    const { asnCount, placeCount } = reader.resolver
    const toNetwork = (number: number) => {
      const [asn, isp] = number < asnCount ? [number, 0] : this.#providers[number - asnCount]!
      return reader.asnCsv(asn, isp, lang)
    }
    this.#country = new Column(
      new FragmentPool(reader.meta.countries.length, SMALL_POOL_BYTES, (country) => reader.countryCsv(country, lang)),
    )
    this.#place = new Column(new FragmentPool(placeCount, PLACE_POOL_BYTES, (place) => reader.placeCsv(place, lang)))
    this.#network = new Column(new FragmentPool(asnCount + MAX_PROVIDERS, NETWORK_POOL_BYTES, toNetwork))
    this.#flags = new Column(new FragmentPool(64 * 64, SMALL_POOL_BYTES, (key) => `${reader.flagCsv(key)},\n`))
  }

  get database(): Ipdb {
    return this.#db
  }

  /** Makes it ready for another stream; what it has prepared stays. */
  reset(): void {
    this.rows = 0
    this.#rest = new Uint8Array(0)
  }

  /** Leaves the last result to whoever still reads it; the next one goes elsewhere. */
  leaveResult(): void {
    this.#output = new Uint8Array(this.#output.length)
    this.#view = new DataView(this.#output.buffer)
  }

  /** Takes more input; returns the answers that are ready. The result is good until the next call, or for good after {@link leaveResult}. */
  push(chunk: Uint8Array): Uint8Array {
    this.#used = 0
    let input = chunk
    if (this.#rest.length > 0) {
      input = new Uint8Array(this.#rest.length + chunk.length)
      input.set(this.#rest)
      input.set(chunk, this.#rest.length)
    }
    const end = this.#answerLines(input)
    this.#rest = input.slice(end)
    if (this.#rest.length > MAX_REST_BYTES) throw new RangeError(`a line is longer than ${MAX_REST_BYTES} bytes`)
    return this.#output.subarray(0, this.#used)
  }

  /** The answer to a last line without an end. */
  finish(): Uint8Array {
    this.#used = 0
    if (this.#rest.length > 0) {
      const input = new Uint8Array(this.#rest.length + 1)
      input.set(this.#rest)
      input[this.#rest.length] = 10
      this.#rest = new Uint8Array(0)
      this.#answerLines(input)
    }
    return this.#output.subarray(0, this.#used)
  }

  /** Answers all whole lines; returns where the first unfinished one begins. */
  #answerLines(input: Uint8Array): number {
    for (let at = 0; ;) {
      const next = this.#parse(input, at)
      if (this.#count > 0) {
        this.#findRecords(this.#count)
        this.#findTexts(this.#count)
        this.#copy(input, this.#count)
        this.rows += this.#count
      }
      if (next === at) return at
      at = next
    }
  }

  /** Phase 1: up to 512 lines to addresses. Returns where the next line begins. */
  #parse(input: Uint8Array, from: number): number {
    const size = input.length
    let lineStart = from
    let count = 0
    while (count < BATCH) {
      // IPv4 in dotted decimal is read on the way to the end of the line; anything else goes the long way.
      let value = 0
      let octet = -1
      let dots = 0
      let isPlain = true
      let at = lineStart
      for (; at < size; at++) {
        const code = input[at]!
        const digit = code - 48
        if (digit >= 0 && digit <= 9) {
          if (octet === 0) isPlain = false
          octet = octet < 0 ? digit : octet * 10 + digit
          if (octet > 255) isPlain = false
        } else if (code === 46) {
          if (octet < 0 || dots === 3) isPlain = false
          dots++
          value = (value << 8) | octet
          octet = -1
        } else if (code === 10) break
        else if (code !== 13 || input[at + 1] !== 10) isPlain = false
      }
      if (at >= size) break
      const lineSize = at - lineStart - (at > lineStart && input[at - 1] === 13 ? 1 : 0)
      if (lineSize > 0) {
        this.#lineStarts[count] = lineStart
        this.#lineSizes[count] = lineSize
        if (isPlain && dots === 3 && octet >= 0) {
          this.#addresses[count] = ((value << 8) | octet) >>> 0
          this.#kinds[count] = V4_ADDRESS
        } else this.#parseOther(input, lineStart, lineSize, count)
        count++
      }
      lineStart = at + 1
    }
    this.#count = count
    return lineStart
  }

  #parseOther(input: Uint8Array, start: number, size: number, at: number): void {
    this.#addresses[at] = 0
    const isV6 = size <= MAX_LINE_BYTES && parseIpv6Words(toText(input, start, size), this.#words)
    this.#kinds[at] = isV6 ? OTHER_ROW : NO_ADDRESS
    if (isV6) this.#records[at] = this.#db.findAnswerId(this.#words)
  }

  /** Phases 2 and 3: the row of each address, then its record. Lines that are no addresses get record 0. */
  #findRecords(count: number): void {
    const { v4, v6 } = this.#db
    const [kinds, records, rows] = [this.#kinds, this.#records, this.#v4Rows]
    // Lines that are not IPv4 ask for 0.0.0.0: a loop without questions is faster.
    v4.findRows(this.#addresses, rows, count)
    for (let at = 0; at < count; at++) {
      if (kinds[at] === V4_ADDRESS) records[at] = v4.recordOf(rows[at]!)
      else if (kinds[at] === NO_ADDRESS) records[at] = 0
      else records[at] = records[at]! < v4.size ? v4.recordOf(records[at]!) : v6.records[records[at]! - v4.size]!
    }
  }

  /** Phase 4: which texts each row is made of, and where they are. */
  #findTexts(count: number): void {
    const { reader } = this.#db
    const { records: table } = reader.resolver
    const [country, place, network, flags] = [
      this.#country.numbers,
      this.#place.numbers,
      this.#network.numbers,
      this.#flags.numbers,
    ]
    for (let at = 0; at < count; at++) {
      const word = RECORD_WORDS * this.#records[at]!
      const flagsAndIsp = table[word + RECORD.flagsAndIsp]!
      const asn = table[word + RECORD.asn]!
      place[at] = table[word + RECORD.place]!
      flags[at] = reader.flagKey(this.#records[at]!)
      network[at] = flagsAndIsp >>> 16 === 0 ? asn : this.#providerNumber(asn, flagsAndIsp >>> 16)
    }
    for (let at = 0; at < count; at++) country[at] = reader.resolver.countryOfPlace(place[at]!)
    for (const column of [this.#country, this.#place, this.#network, this.#flags]) column.locate(count)
  }

  /** Phase 5: the bytes of each row. */
  #copy(input: Uint8Array, count: number): void {
    this.#makeRoom(count)
    const [output, view] = [this.#output, this.#view]
    const [country, place, network, flags] = [this.#country, this.#place, this.#network, this.#flags]
    let to = this.#used
    for (let at = 0; at < count; at++) {
      const lineStart = this.#lineStarts[at]!
      const lineEnd = lineStart + this.#lineSizes[at]!
      if (this.#kinds[at] === NO_ADDRESS) {
        to = copyRefused(input.subarray(lineStart, lineEnd), output, to)
        continue
      }
      for (let from = lineStart; from < lineEnd;) output[to++] = input[from++]!
      to = country.pool.copy(country.starts[at]!, country.ends[at]!, view, to)
      to = place.pool.copy(place.starts[at]!, place.ends[at]!, view, to)
      to = network.pool.copy(network.starts[at]!, network.ends[at]!, view, to)
      to = flags.pool.copy(flags.starts[at]!, flags.ends[at]!, view, to)
    }
    this.#used = to
  }

  #makeRoom(count: number): void {
    const needed = this.#used + count * (MAX_LINE_BYTES + 4 * MAX_FRAGMENT_BYTES)
    if (needed <= this.#output.length) return
    const grown = new Uint8Array(Math.max(needed, this.#output.length * 2))
    grown.set(this.#output.subarray(0, this.#used))
    this.#output = grown
    this.#view = new DataView(grown.buffer)
  }

  #providerNumber(asn: number, isp: number): number {
    const key = asn * MAX_PROVIDERS + isp
    let number = this.#providerNumbers.get(key)
    if (number === undefined) {
      const position = this.#providers.push([asn, isp]) - 1
      if (position >= MAX_PROVIDERS) throw new RangeError(`more than ${MAX_PROVIDERS} pairs of network and provider`)
      number = this.#db.reader.resolver.asnCount + position
      this.#providerNumbers.set(key, number)
    }
    return number
  }
}

/** What came in, quoted if need be and cut at 64 bytes, and the error. */
function copyRefused(line: Uint8Array, output: Uint8Array, at: number): number {
  const text = Buffer.from(toCsvField(Buffer.from(line.subarray(0, MAX_LINE_BYTES)).toString()))
  output.set(text, at)
  output.set(EMPTY_COLUMNS, at + text.length)
  return at + text.length + EMPTY_COLUMNS.length
}

function toText(bytes: Uint8Array, start: number, size: number): string {
  let text = ''
  for (let at = start; at < start + size; at++) text += String.fromCharCode(bytes[at]!)
  return text
}
