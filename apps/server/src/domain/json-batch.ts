import { isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { MAX_RECORD_BYTES } from '@octet/ipdb/open.ts'
import type { IpService } from './ip-service.ts'

/** Bytes of a whole record, roughly. */
const RECORD_BYTES = 2_400
const COMMA = 0x2c
const QUOTE = 0x22
/** What JSON does not write as it is. */
const NEEDS_ESCAPE = /[^ !#-[\]-~]/
/** Bytes and number of the buffers that wait to be written again; new ones of this size cost more than what is put into them. */
const MAX_SPARE_BYTES = 4_194_304
const MAX_SPARES = 2
const spares: Buffer<ArrayBufferLike>[] = []

/**
 * Whole records of many addresses as JSON, written straight into bytes from prepared pieces. A query that is no address
 * gets `{query, error, msg}` in the place of its record.
 */
export class JsonBatch {
  readonly #ip: Pick<IpService, 'startJson'>
  #writeJson: ReturnType<IpService['startJson']>
  readonly #lang: Lang
  readonly #firstBytes: number
  #bytes: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  #end = 0
  #answered = 0

  /** `records`: how many are written before they are taken, about. */
  constructor({ ip, lang, records }: { ip: Pick<IpService, 'startJson'>; lang: Lang; records: number }) {
    this.#ip = ip
    this.#writeJson = ip.startJson(lang)
    this.#lang = lang
    this.#firstBytes = records * RECORD_BYTES + 2 * MAX_RECORD_BYTES
  }

  write(text: string): void {
    this.#reserve(text.length * 3)
    this.#end = putPlain(text, this.#bytes, this.#end) || this.#end + this.#bytes.write(text, this.#end)
  }

  /** `"<query>":{…}`, a member of a keyed answer. */
  writeMember(query: string): void {
    this.#writeText(query)
    this.write(':')
    this.#writeRecord(query)
  }

  /** `{"query":"<query>",…}` and a line end. */
  writeLine(query: string): void {
    const start = this.#end
    this.write('{"query":')
    this.#writeText(query)
    const at = this.#end
    if (this.#writeRecord(query)) this.#bytes[at] = COMMA
    else {
      // The error names its query itself.
      this.#bytes.copyWithin(start, at, this.#end)
      this.#end -= at - start
    }
    this.write('\n')
  }

  /** Everything written since the last call. Who has sent it may give it back. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.#end)
    this.#bytes = Buffer.alloc(0)
    this.#end = 0
    this.#writeJson = this.#ip.startJson(this.#lang)
    return bytes
  }

  /** Records written since the last call. */
  takeAnswered(): number {
    const answered = this.#answered
    this.#answered = 0
    return answered
  }

  /** Takes bytes back that nobody reads any more. */
  static giveBack(bytes: Buffer): void {
    if (bytes.buffer.byteLength <= MAX_SPARE_BYTES && spares.length < MAX_SPARES) spares.push(Buffer.from(bytes.buffer))
  }

  /** Whether it was a record. */
  #writeRecord(query: string): boolean {
    this.#reserve(MAX_RECORD_BYTES)
    try {
      this.#end = this.#writeJson(query, this.#bytes, this.#end)
      this.#answered++
      return true
    } catch (error) {
      if (!isAppError(error)) throw error
      this.write(JSON.stringify({ query, error: error.key, msg: toErrorMessage(error, this.#lang) }))
      return false
    }
  }

  /** A text with its quotes. */
  #writeText(text: string): void {
    this.#reserve(text.length + 2)
    const end = NEEDS_ESCAPE.test(text) ? 0 : putPlain(text, this.#bytes, this.#end + 1)
    if (end === 0) return this.write(JSON.stringify(text))
    this.#bytes[this.#end] = QUOTE
    this.#bytes[end] = QUOTE
    this.#end = end + 1
  }

  #reserve(sizeBytes: number): void {
    if (this.#end + sizeBytes <= this.#bytes.length) return
    const wanted = Math.max(this.#firstBytes, this.#bytes.length * 2, this.#end + sizeBytes)
    const spare = spares.findIndex(({ length }) => length >= wanted)
    const grown = (spare < 0 ? undefined : spares.splice(spare, 1)[0]) ?? Buffer.allocUnsafeSlow(wanted)
    this.#bytes.copy(grown, 0, 0, this.#end)
    this.#bytes = grown
  }
}

/** Puts short ASCII letter by letter, which is quicker than the encoder; 0 for other texts. */
function putPlain(text: string, bytes: Buffer, at: number): number {
  if (text.length > 48) return 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7e) return 0
    bytes[at + i] = code
  }
  return at + text.length
}
