import type { Flaw } from './response-head.ts'

/** As long a line as browsers read. */
const MAX_LINE = 16_384
const LF = 0x0a
const CR = 0x0d
/** A size, and extensions behind it that nobody heeds (RFC 9112 §7.1.1). */
const SIZE = /^0*([\da-f]{1,13})([ \t]*)(;.*)?$/i
const FIELD = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+[ \t]*:/

const ONLY_LF: Flaw = {
  verdict: 'notice',
  en: 'chunk lines that end in LF without CR (RFC 9112 §7.1)',
  zh: '分块的行尾只有 LF，缺少 CR（RFC 9112 §7.1）',
}
const SPACE: Flaw = {
  verdict: 'notice',
  en: 'white space behind the size of a chunk (RFC 9112 §7.1)',
  zh: '分块长度之后有空白（RFC 9112 §7.1）',
}
const NO_TRAILER: Flaw = {
  verdict: 'notice',
  en: 'lines behind the last chunk that are no headers (RFC 9112 §7.1.2)',
  zh: '最后一个分块之后有不是头部的行（RFC 9112 §7.1.2）',
}

/**
 * Writes a chunked body anew for a strict parser, by the rules by which browsers read it. What they do not understand either goes
 * through as it is, for the parser to refuse.
 */
export class TidyChunks {
  readonly #flaws = new Set<Flaw>()
  #state: 'size' | 'data' | 'end' | 'trailer' | 'over' = 'size'
  #line: Buffer[] = []
  #lineBytes = 0
  /** What is left of the data of a chunk. */
  #left = 0

  get flaws(): Flaw[] {
    return [...this.#flaws]
  }

  /** What these bytes are in the strict form, as far as it is known. */
  take(bytes: Buffer): Buffer {
    const written: Buffer[] = []
    for (let rest = bytes; rest.length > 0;) {
      if (this.#state === 'over') {
        written.push(rest)
        break
      }
      rest = this.#state === 'data' ? this.#takeData(rest, written) : this.#takeLine(rest, written)
    }
    return written.length === 1 ? written[0]! : Buffer.concat(written)
  }

  #takeData(bytes: Buffer, written: Buffer[]): Buffer {
    written.push(bytes.subarray(0, this.#left))
    const rest = bytes.subarray(this.#left)
    this.#left = Math.max(0, this.#left - bytes.length)
    if (this.#left === 0) this.#state = 'end'
    return rest
  }

  #takeLine(bytes: Buffer, written: Buffer[]): Buffer {
    const end = bytes.indexOf(LF)
    const part = end < 0 ? bytes : bytes.subarray(0, end + 1)
    this.#line.push(part)
    this.#lineBytes += part.length
    if (end < 0 && this.#lineBytes <= MAX_LINE) return Buffer.alloc(0)
    const line = this.#line.length === 1 ? part : Buffer.concat(this.#line)
    this.#line = []
    this.#lineBytes = 0
    const tidy = end < 0 ? undefined : this.#readLine(line)
    if (tidy === undefined) this.#state = 'over'
    written.push(tidy === undefined ? line : Buffer.from(tidy))
    return bytes.subarray(part.length)
  }

  /** The line as it should be; undefined where it is none that belongs here. */
  #readLine(line: Buffer): string | undefined {
    const hasCr = line.at(-2) === CR
    const text = line.toString('latin1', 0, line.length - (hasCr ? 2 : 1))
    const tidy =
      this.#state === 'size' ? this.#readSize(text) : this.#state === 'end' ? this.#readEnd(text) : this.#readTrailer(text)
    if (tidy !== undefined && !hasCr) this.#flaws.add(ONLY_LF)
    return tidy
  }

  #readSize(text: string): string | undefined {
    const [, digits, space = '', extension] = SIZE.exec(text) ?? []
    if (digits === undefined) return undefined
    if (space !== '' && extension === undefined) this.#flaws.add(SPACE)
    this.#left = Number.parseInt(digits, 16)
    this.#state = this.#left > 0 ? 'data' : 'trailer'
    return `${digits}\r\n`
  }

  #readEnd(text: string): string | undefined {
    if (text !== '') return undefined
    this.#state = 'size'
    return '\r\n'
  }

  #readTrailer(text: string): string {
    if (text === '') {
      this.#state = 'over'
      return '\r\n'
    }
    if (!FIELD.test(text)) this.#flaws.add(NO_TRAILER)
    return '' // nobody reads them here
  }
}
