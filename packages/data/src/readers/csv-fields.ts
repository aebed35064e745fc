const COMMA = 44
const NEWLINE = 10
const QUOTE = 34
const SPACE = 32
/** Some programs begin UTF-8 with it. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** Fields of the line being read; only as much is decoded as is asked for. */
export type CsvRow = {
  /** The text of a field, unquoted (RFC 4180). */
  text(index: number): string
  /** The field as a decimal number, NaN when it is not one. */
  number(index: number): number
}

/** Splits lines of bytes into fields; quotes may hold commas and doubled quotes, not line breaks. */
export class CsvFields implements CsvRow {
  readonly #bytes: Buffer
  /** Start and end of each field of the line. */
  readonly #bounds: number[] = []
  #at = 0
  #start = 0
  #end = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    if (BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length))) this.#at = BYTE_ORDER_MARK.length
  }

  nextLine(): boolean {
    const bytes = this.#bytes
    const size = bytes.length
    while (this.#at < size && (bytes[this.#at] === NEWLINE || bytes[this.#at] === 13)) this.#at++
    if (this.#at >= size) return false
    this.#bounds.length = 0
    this.#start = this.#at
    let from = this.#at
    let at = this.#at
    let isQuoted = false
    for (; at < size; at++) {
      const code = bytes[at]!
      if (code === QUOTE) isQuoted = !isQuoted
      else if (code === NEWLINE) break
      else if (code === COMMA && !isQuoted) {
        this.#bounds.push(from, at)
        from = at + 1
      }
    }
    this.#end = bytes[at - 1] === 13 ? at - 1 : at
    this.#bounds.push(from, this.#end)
    this.#at = at + 1
    return true
  }

  line(): string {
    return this.#bytes.toString('utf8', this.#start, this.#end)
  }

  text(index: number): string {
    let from = this.#bounds[2 * index]
    if (from === undefined) return ''
    let to = this.#bounds[2 * index + 1]!
    // Spaces around the quotes, which RFC 4180 does not know and hands write all the same.
    while (from < to && this.#bytes[from] === SPACE) from++
    while (to > from && this.#bytes[to - 1] === SPACE) to--
    if (this.#bytes[from] !== QUOTE) return this.#bytes.toString('utf8', from, to)
    return this.#bytes.toString('utf8', from + 1, to - 1).replaceAll('""', '"')
  }

  number(index: number): number {
    const from = this.#bounds[2 * index]
    const to = this.#bounds[2 * index + 1]
    if (from === undefined || to === undefined || from === to) return Number.NaN
    let value = 0
    for (let at = from; at < to; at++) {
      const digit = this.#bytes[at]! - 48
      if (digit < 0 || digit > 9) return Number.NaN
      value = value * 10 + digit
    }
    return value
  }
}
