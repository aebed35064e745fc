import { readFile } from 'node:fs/promises'
import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import type { LayerStream } from '../layer.ts'
import { RangeList } from './range-list.ts'

const COMMA = 44
const NEWLINE = 10
const QUOTE = 34
const SHORTEST_LINE_BYTES = 20

/** Fields of the line being read; only as much is decoded as is asked for. */
export type CsvRow = {
  /** The text of a field, unquoted (RFC 4180). */
  text(index: number): string
  /** The field as a decimal number, NaN when it is not one. */
  number(index: number): number
}

type RowReading<Value> = {
  readonly toKey: (row: CsvRow) => string | number
  readonly toValue: (row: CsvRow) => Value
}

/**
 * A CSV file of ranges: first address, last address, then what `toKey` makes of the row. Addresses are decimal numbers
 * or text for IPv4, text for IPv6. Rows with equal keys share one value, which `toValue` makes at the first of them.
 *
 * @throws when a line does not begin with two addresses of the family
 */
export async function readRangeCsv<Value>(
  path: string,
  options: RowReading<Value> & { version: 4 | 6 },
): Promise<LayerStream<Value>> {
  const bytes = await readFile(path)
  const list = new RangeList(options.version, Math.ceil(bytes.length / SHORTEST_LINE_BYTES))
  const values: Value[] = []
  const numbers = new Map<string | number, number>()
  const [first, last] = [new Uint32Array(4), new Uint32Array(4)]
  const fields = new FieldReader(bytes)
  for (let line = 1; fields.nextLine(); line++) {
    if (!readAddress(fields, 0, options.version, first) || !readAddress(fields, 1, options.version, last))
      throw new Error(`${path}, line ${line}: expected two IPv${options.version} addresses, got “${fields.line().slice(0, 100)}”`)
    const key = options.toKey(fields)
    let number = numbers.get(key)
    if (number === undefined) numbers.set(key, (number = values.push(options.toValue(fields))))
    list.push(first, last, number)
  }
  return list.toStream((value) => values[value - 1]!)
}

/** The ranges of a source that has a file for IPv4 and then one for IPv6. */
export async function* readRangePair<Value>(
  files: readonly string[],
  reading: RowReading<Value>,
): AsyncGenerator<LayerStream<Value>> {
  for (const [at, file] of files.entries()) yield await readRangeCsv(file, { ...reading, version: at === 0 ? 4 : 6 })
}

function readAddress(fields: FieldReader, index: number, version: 4 | 6, into: Uint32Array): boolean {
  if (version === 6) return parseIpv6Words(fields.text(index), into)
  const number = fields.number(index)
  const value = Number.isNaN(number) ? parseIpv4(fields.text(index)) : number
  if (value < 0 || value > 0xffff_ffff) return false
  into[0] = value
  return true
}

/** Splits lines of bytes into fields; quotes may hold commas and doubled quotes, not line breaks. */
class FieldReader implements CsvRow {
  readonly #bytes: Buffer
  /** Start and end of each field of the line. */
  readonly #bounds: number[] = []
  #at = 0
  #start = 0
  #end = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
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
    const from = this.#bounds[2 * index]
    if (from === undefined) return ''
    const to = this.#bounds[2 * index + 1]!
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
