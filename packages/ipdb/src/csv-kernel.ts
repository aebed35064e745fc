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
/** Room for the texts of every place and network of full data; memory is used as they are asked for. */
const PLACE_POOL_BYTES = 44 << 20
const NETWORK_POOL_BYTES = 12 << 20
const SMALL_POOL_BYTES = 4 << 20
const MAX_PROVIDERS = 1 << 16
const NO_ADDRESS = 0xffff_ffff
const EMPTY_COLUMNS = Buffer.from(`${','.repeat(CSV_COLUMNS.length - 1)}bad_address\n`)

/**
 * Looks up a stream of lines, one address each, and answers in CSV (columns: CSV_COLUMNS). Lines may end in LF or
 * CRLF; empty ones are passed over. Works in phases of 512 rows: parse, find the row, find the record, find the
 * prepared texts, copy.
 *
 * @example
 * const kernel = new CsvKernel(db, 'en')
 * for await (const chunk of upload) send(kernel.push(chunk))
 * send(kernel.finish())
 */
export class CsvKernel {
  readonly #db: Ipdb
  readonly #countries: FragmentPool
  readonly #places: FragmentPool
  readonly #networks: FragmentPool
  /** Networks with a provider of their own: the pool has them in the order they were met. */
  readonly #providers: FragmentPool
  readonly #providerNumbers = new Map<number, number>()
  readonly #providerKeys: (readonly [asn: number, isp: number])[] = []
  readonly #flags: FragmentPool
  readonly #addresses = new Uint32Array(BATCH)
  readonly #rows = new Uint32Array(BATCH)
  readonly #v4Rows = new Int32Array(BATCH)
  readonly #lineStarts = new Uint32Array(BATCH)
  readonly #lineSizes = new Uint32Array(BATCH)
  readonly #placeNumbers = new Uint32Array(BATCH)
  readonly #asnNumbers = new Uint32Array(BATCH)
  readonly #flagsAndIsps = new Uint32Array(BATCH)
  readonly #countryNumbers = new Uint32Array(BATCH)
  readonly #placeOffsets = new Uint32Array(BATCH)
  readonly #networkOffsets = new Uint32Array(BATCH)
  readonly #words = new Uint32Array(4)
  #count = 0
  #rest = new Uint8Array(0)
  #output = new Uint8Array(1 << 20)
  #view = new DataView(this.#output.buffer)
  #used = 0
  /** Rows answered so far. */
  rows = 0

  constructor(db: Ipdb, lang: Lang) {
    this.#db = db
    const { reader } = db
    const { resolver, meta } = reader
    this.#countries = new FragmentPool(meta.countries.length, SMALL_POOL_BYTES, (country) => reader.countryCsv(country, lang))
    this.#places = new FragmentPool(resolver.placeCount, PLACE_POOL_BYTES, (place) => reader.placeCsv(place, lang))
    this.#networks = new FragmentPool(resolver.asnCount, NETWORK_POOL_BYTES, (asn) => reader.asnCsv(asn, 0, lang))
    this.#providers = new FragmentPool(MAX_PROVIDERS, SMALL_POOL_BYTES, (number) =>
      reader.asnCsv(...this.#providerKeys[number]!, lang),
    )
    this.#flags = new FragmentPool(64 * 64, SMALL_POOL_BYTES, (key) => `${reader.flagCsv(key)},\n`)
  }

  /** Takes more input; returns the answers that are ready. The result is good until the next call. */
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
    // A line without an end must not grow without a bound.
    if (this.#rest.length > MAX_LINE_BYTES * 1024) throw new RangeError(`a line is longer than ${MAX_LINE_BYTES * 1024} bytes`)
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
    let at = 0
    for (;;) {
      const next = this.#parse(input, at)
      if (this.#count > 0) this.#answer(input)
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
      let code = 0
      for (; at < size; at++) {
        code = input[at]!
        const digit = code - 48
        if (digit >= 0 && digit <= 9) {
          if (octet === 0) isPlain = false
          octet = octet < 0 ? digit : octet * 10 + digit
          if (octet > 255) isPlain = false
        } else if (code === 46) {
          if (octet < 0 || dots === 3) isPlain = false
          dots++
          value = value * 256 + octet
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
          this.#addresses[count] = value * 256 + octet
          this.#rows[count] = 0
        } else if (lineSize <= MAX_LINE_BYTES && parseIpv6Words(toText(input, lineStart, lineSize), this.#words)) {
          this.#addresses[count] = 0
          this.#rows[count] = this.#db.findAnswerId(this.#words)
        } else this.#rows[count] = NO_ADDRESS
        count++
      }
      lineStart = at + 1
    }
    this.#count = count
    return lineStart
  }

  /** Phases 2 to 5. */
  #answer(input: Uint8Array): void {
    const count = this.#count
    this.#findRecords(count)
    this.#findFragments(count)
    this.#copy(input, count)
    this.rows += count
    this.#count = 0
  }

  /** Phases 2 and 3: the row of each address, then its record. */
  #findRecords(count: number): void {
    const { v4, v6, reader } = this.#db
    const rows = this.#rows
    // Rows of other lines are found too and thrown away: one loop without questions is faster.
    v4.findRows(this.#addresses, this.#v4Rows, count)
    for (let at = 0; at < count; at++) if (rows[at] === 0) rows[at] = this.#v4Rows[at]!
    for (let at = 0; at < count; at++) {
      const row = rows[at]!
      if (row !== NO_ADDRESS) rows[at] = row < v4.size ? v4.recordOf(row) : v6.records[row - v4.size]!
    }
    const { records } = reader.resolver
    for (let at = 0; at < count; at++) {
      if (rows[at] === NO_ADDRESS) continue
      const word = RECORD_WORDS * rows[at]!
      this.#placeNumbers[at] = records[word + RECORD.place]!
      this.#asnNumbers[at] = records[word + RECORD.asn]!
      this.#flagsAndIsps[at] = records[word + RECORD.flagsAndIsp]!
    }
  }

  /** Phase 4: where the prepared texts of place and network are. */
  #findFragments(count: number): void {
    const { resolver } = this.#db.reader
    for (const pool of [this.#countries, this.#places, this.#networks, this.#providers, this.#flags]) pool.reserve(count)
    for (let at = 0; at < count; at++) {
      if (this.#rows[at] === NO_ADDRESS) continue
      const place = this.#placeNumbers[at]!
      this.#countryNumbers[at] = resolver.countryOfPlace(place)
      this.#placeOffsets[at] = this.#places.offsetOf(place)
      this.#networkOffsets[at] = this.#networks.offsetOf(this.#asnNumbers[at]!)
    }
  }

  /** Phase 5: the bytes of each row. */
  #copy(input: Uint8Array, count: number): void {
    this.#makeRoom(count)
    const { reader } = this.#db
    const output = this.#output
    const view = this.#view
    let to = this.#used
    for (let at = 0; at < count; at++) {
      const lineStart = this.#lineStarts[at]!
      const lineEnd = lineStart + this.#lineSizes[at]!
      if (this.#rows[at] === NO_ADDRESS) {
        to = this.#copyRefused(input.subarray(lineStart, lineEnd), output, to)
        continue
      }
      for (let from = lineStart; from < lineEnd;) output[to++] = input[from++]!
      const place = this.#placeNumbers[at]!
      const asn = this.#asnNumbers[at]!
      const flagsAndIsp = this.#flagsAndIsps[at]!
      const country = this.#countryNumbers[at]!
      to = this.#countries.copy(country, this.#countries.offsetOf(country), view, to)
      to = this.#places.copy(place, this.#placeOffsets[at]!, view, to)
      if (flagsAndIsp >>> 16 === 0) to = this.#networks.copy(asn, this.#networkOffsets[at]!, view, to)
      else {
        const provider = this.#providerNumber(asn, flagsAndIsp >>> 16)
        to = this.#providers.copy(provider, this.#providers.offsetOf(provider), view, to)
      }
      const flags = reader.flagKey(asn, flagsAndIsp & 0xff)
      to = this.#flags.copy(flags, this.#flags.offsetOf(flags), view, to)
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

  /** What came in, quoted if need be and cut at 64 bytes, and the error. */
  #copyRefused(line: Uint8Array, output: Uint8Array, at: number): number {
    const text = Buffer.from(toCsvField(Buffer.from(line.subarray(0, MAX_LINE_BYTES)).toString()))
    output.set(text, at)
    output.set(EMPTY_COLUMNS, at + text.length)
    return at + text.length + EMPTY_COLUMNS.length
  }

  #providerNumber(asn: number, isp: number): number {
    const key = asn * MAX_PROVIDERS + isp
    let number = this.#providerNumbers.get(key)
    if (number === undefined) {
      number = this.#providerKeys.push([asn, isp]) - 1
      if (number >= MAX_PROVIDERS) throw new RangeError(`more than ${MAX_PROVIDERS} pairs of network and provider`)
      this.#providerNumbers.set(key, number)
    }
    return number
  }
}

function toText(bytes: Uint8Array, start: number, size: number): string {
  let text = ''
  for (let at = start; at < start + size; at++) text += String.fromCharCode(bytes[at]!)
  return text
}
