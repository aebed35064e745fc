import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import type { Lang } from '@octet/core/text.ts'
import { CSV_COLUMNS, toCsvField } from './csv-fields.ts'
import type { Ipdb } from './ipdb.ts'
import { RowTexts } from './row-texts.ts'
import { COPY_SLACK_BYTES, copyText, MAX_TEXT_BYTES } from './text-pool.ts'

/** Rows that go through each phase together: their waits for memory overlap, and their state fits the first cache. */
const BATCH = 512
/** Longest line that is taken for an address; longer ones are refused. */
const MAX_LINE_BYTES = 64
/** A line that is still without an end after so many bytes stops the work. */
const MAX_REST_BYTES = 64 << 10
const EMPTY_COLUMNS = Buffer.from(`${','.repeat(CSV_COLUMNS.length - 1)}bad_address\n`)

/** An address in dotted decimal at its longest, and CR LF. */
const PLAIN_BYTES = 17
const LF = 10
const CR = 13
const ZERO = 48
const DOT = 46

/** What a line turned out to be. */
const V4_ADDRESS = 0
const OTHER_ROW = 1
const NO_ADDRESS = 2

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
  /** Rows written so far. */
  rows = 0
  /** Those of them that say that the line is no address. */
  refused = 0
  readonly lang: Lang
  readonly #db: Ipdb
  readonly #texts: RowTexts
  readonly #names = { places: new Uint32Array(BATCH), countries: new Uint32Array(BATCH), networks: new Uint32Array(BATCH) }
  readonly #kinds = new Uint8Array(BATCH)
  readonly #addresses = new Uint32Array(BATCH)
  readonly #rows = new Int32Array(BATCH)
  /** Rows of lines that are IPv6 addresses. */
  readonly #others = new Uint32Array(BATCH)
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
    this.#texts = new RowTexts(db.reader, lang)
  }

  get database(): Ipdb {
    return this.#db
  }

  /** Makes it ready for another stream; what it has prepared stays. */
  reset(): void {
    this.rows = 0
    this.refused = 0
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
    let begin = 0
    if (this.#rest.length > 0) {
      // the line that was cut goes first and alone, so that the chunk need not be copied
      begin = chunk.indexOf(10) + 1
      const line = begin > 0 ? chunk.subarray(0, begin) : chunk
      const whole = new Uint8Array(this.#rest.length + line.length)
      whole.set(this.#rest)
      whole.set(line, this.#rest.length)
      this.#rest = whole.slice(this.#answerLines(whole))
    }
    if (this.#rest.length === 0) {
      const input = chunk.subarray(begin)
      this.#rest = input.slice(this.#answerLines(input))
    }
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
        this.#texts.find(this.#records, this.#count, this.#names)
        this.#copy(input, this.#count)
        this.rows += this.#count
      }
      if (next === at) return at
      at = next
    }
  }

  /** Phase 1: up to 512 lines to addresses. Returns where the next line begins. */
  #parse(input: Uint8Array, from: number): number {
    const lastPlain = input.length - PLAIN_BYTES
    let at = from
    let count = 0
    while (count < BATCH) {
      const plainEnd = at <= lastPlain ? readPlain(input, at, this.#addresses, count) : 0
      const end = plainEnd > 0 ? plainEnd : findLineEnd(input, at)
      if (end < 0) break
      this.#lineStarts[count] = at
      this.#lineSizes[count] = end - at
      if (plainEnd > 0) this.#kinds[count++] = V4_ADDRESS
      else if (end > at) this.#parseOther(input, at, end - at, count++)
      at = input[end] === CR ? end + 2 : end + 1
    }
    this.#count = count
    return at
  }

  #parseOther(input: Uint8Array, start: number, size: number, at: number): void {
    const text = size <= MAX_LINE_BYTES ? toText(input, start, size) : ''
    const v4 = parseIpv4(text)
    const isV6 = v4 < 0 && parseIpv6Words(text, this.#words)
    this.#addresses[at] = Math.max(0, v4)
    this.#kinds[at] = v4 >= 0 ? V4_ADDRESS : isV6 ? OTHER_ROW : NO_ADDRESS
    if (isV6) this.#others[at] = this.#db.findAnswerId(this.#words)
  }

  /** Phases 2 and 3: the row of each address, then its record. Lines that are no addresses get record 0. */
  #findRecords(count: number): void {
    const { v4, v6 } = this.#db
    const [kinds, records, others] = [this.#kinds, this.#records, this.#others]
    // Lines that are not IPv4 ask for 0.0.0.0: a loop without questions is faster.
    v4.findRows(this.#addresses, this.#rows, count)
    v4.readRecords(this.#addresses, this.#rows, records, count)
    for (let at = 0; at < count; at++) {
      if (kinds[at] === V4_ADDRESS) continue
      const row = others[at]!
      records[at] = kinds[at] === NO_ADDRESS ? 0 : row < v4.size ? v4.recordOf(row) : v6.records[row - v4.size]!
    }
  }

  /** The last phase: the bytes of each row. */
  #copy(input: Uint8Array, count: number): void {
    this.#makeRoom(count)
    const inputView = new DataView(input.buffer, input.byteOffset, input.length)
    const lastWide = input.length - 16
    const [output, view] = [this.#output, this.#view]
    const { places, countries, networks } = this.#names
    const texts = this.#texts.view
    let to = this.#used
    for (let at = 0; at < count; at++) {
      const lineStart = this.#lineStarts[at]!
      const lineEnd = lineStart + this.#lineSizes[at]!
      if (this.#kinds[at] === NO_ADDRESS) {
        to = copyRefused(input.subarray(lineStart, lineEnd), output, to)
        this.refused++
        continue
      }
      if (this.#kinds[at] === V4_ADDRESS && lineStart <= lastWide) {
        // no more than 15 characters, all of them digits and dots or the line after
        view.setBigUint64(to, inputView.getBigUint64(lineStart))
        view.setBigUint64(to + 8, inputView.getBigUint64(lineStart + 8))
        to += lineEnd - lineStart
      } else for (let from = lineStart; from < lineEnd;) output[to++] = input[from++]!
      to = copyText(texts, countries[at]!, view, to)
      to = copyText(texts, places[at]!, view, to)
      to = copyText(texts, networks[at]!, view, to)
    }
    this.#used = to
  }

  #makeRoom(count: number): void {
    const needed = this.#used + count * (MAX_LINE_BYTES + 3 * MAX_TEXT_BYTES) + COPY_SLACK_BYTES
    if (needed <= this.#output.length) return
    const grown = new Uint8Array(Math.max(needed, this.#output.length * 2))
    grown.set(this.#output.subarray(0, this.#used))
    this.#output = grown
    this.#view = new DataView(grown.buffer)
  }
}

/**
 * Reads an address in dotted decimal with the end of its line behind it, as nearly every line is. Returns where the
 * address ends, or 0 for anything else. PLAIN_BYTES must be there.
 */
function readPlain(input: Uint8Array, start: number, addresses: Uint32Array, count: number): number {
  let at = start
  let value = 0
  let code = 0
  for (let place = 0; place < 4; place++) {
    let octet = input[at]! - ZERO
    if (octet >>> 0 > 9) return 0
    code = input[++at]!
    if ((code - ZERO) >>> 0 <= 9) {
      if (octet === 0) return 0
      octet = octet * 10 + code - ZERO
      code = input[++at]!
      if ((code - ZERO) >>> 0 <= 9) {
        octet = octet * 10 + code - ZERO
        if (octet > 255) return 0
        code = input[++at]!
      }
    }
    value = (value << 8) | octet
    if (place < 3 && code !== DOT) return 0
    at++
  }
  at--
  if (code !== LF && (code !== CR || input[at + 1] !== LF)) return 0
  addresses[count] = value >>> 0
  return at
}

/** Where the text of a line ends, before LF or CR LF; -1 when the line has no end yet. */
function findLineEnd(input: Uint8Array, start: number): number {
  const end = input.indexOf(LF, start)
  return end > start && input[end - 1] === CR ? end - 1 : end
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
