import { readFile } from 'node:fs/promises'
import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import type { LayerStream } from '../layer.ts'
import { compareWords } from '../merge/words.ts'
import { CsvFields, type CsvRow } from './csv-fields.ts'
import { RangeList } from './range-list.ts'

const SHORTEST_LINE_BYTES = 20

type RowReading<Value> = {
  readonly toKey: (row: CsvRow) => string | number
  readonly toValue: (row: CsvRow) => Value
}

/**
 * A CSV file of ranges: first address, last address, then what `toKey` makes of the row. Addresses are decimal numbers
 * or text for IPv4, text for IPv6. Rows with equal keys share one value, which `toValue` makes at the first of them.
 *
 * @throws when a line does not begin with two addresses of the family, the first of them not behind the last
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
  const fields = new CsvFields(bytes)
  for (let line = 1; fields.nextLine(); line++) {
    const isRange = readAddress(fields, 0, options.version, first) && readAddress(fields, 1, options.version, last)
    if (!isRange || compareWords(first, 0, last, 0) > 0)
      throw new Error(
        `${path}, line ${line}: expected two IPv${options.version} addresses${isRange ? ', the first not behind the last' : ''}, got “${fields.line().slice(0, 100)}”`,
      )
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

function readAddress(fields: CsvFields, index: number, version: 4 | 6, into: Uint32Array): boolean {
  if (version === 6) return parseIpv6Words(fields.text(index), into)
  const number = fields.number(index)
  const value = Number.isNaN(number) ? parseIpv4(fields.text(index)) : number
  if (value < 0 || value > 0xffff_ffff) return false
  into[0] = value
  return true
}
