import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { joinBytes, type Bytes } from '../../lib/bytes.ts'
import { toCanonicalNumber } from '../../lib/json/number.ts'
import { readText, type JsonNode } from '../../lib/json/tree.ts'

/** How a format writes what JSON has; numbers that are whole come with all of their digits. */
export type ValueWriter = {
  readonly word: (name: 'true' | 'false' | 'null') => Uint8Array
  /** Undefined for what the format has no room for. */
  readonly integer: (number: bigint) => Uint8Array | undefined
  readonly float: (number: number) => Uint8Array
  readonly text: (bytes: Uint8Array) => Uint8Array
  readonly listHead: (count: number) => Uint8Array
  readonly mapHead: (count: number) => Uint8Array
}

/** Writes a tree of JSON; tells the numbers that a double cannot hold. */
export function writeValues(node: JsonNode, writer: ValueWriter): { bytes: Bytes; rounded: string[] } {
  const out: Uint8Array[] = []
  const rounded: string[] = []
  const encoder = new TextEncoder()
  const write = (value: JsonNode): void => {
    if (value.type === 'array') {
      out.push(writer.listHead(value.items.length))
      value.items.forEach(write)
    } else if (value.type === 'object') {
      refuseDouble(value.entries.map(({ key }) => key))
      out.push(writer.mapHead(value.entries.length))
      for (const { key, value: inner } of value.entries) {
        out.push(writer.text(encoder.encode(key)))
        write(inner)
      }
    } else if (value.type === 'string') out.push(writer.text(encoder.encode(readText(value))))
    else if (value.type === 'number') out.push(writeNumber(value.raw, writer, rounded))
    else out.push(writer.word(value.raw as 'true' | 'false' | 'null'))
  }
  write(node)
  return { bytes: joinBytes(out), rounded }
}

/** Maps of both formats have each key once; which of two a reader takes is up to that. */
function refuseDouble(keys: readonly string[]): void {
  const seen = new Set<string>()
  for (const key of keys) {
    if (seen.has(key)) throw refuse(key, { en: 'this key stands twice in one object', zh: '同一对象中出现两次' })
    seen.add(key)
  }
}

function writeNumber(raw: string, { integer, float }: ValueWriter, rounded: string[]): Uint8Array {
  const isWhole = /^-?\d+$/.test(raw) && raw !== '-0'
  const whole = isWhole ? integer(BigInt(raw)) : undefined
  if (whole) return whole
  const number = Number(raw)
  if (!Number.isFinite(number)) throw refuse(raw, TOO_LARGE)
  if (toCanonicalNumber(raw) !== toCanonicalNumber(String(number))) {
    if (isWhole) throw refuse(raw, TOO_MANY_BITS)
    rounded.push(raw)
  }
  return float(number)
}

const refuse = (got: string, reason: Text) => new AppError('unsupported_value', { got, reason })
const TOO_LARGE = { en: 'it does not fit into 64 bits of floating point', zh: '超出 64 位浮点数的范围' }
const TOO_MANY_BITS = { en: 'whole numbers of this format have at most 64 bits', zh: '此格式的整数至多 64 位' }
