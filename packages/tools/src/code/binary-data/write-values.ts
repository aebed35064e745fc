import { AppError } from '@octet/core/errors.ts'
import { joinBytes, type Bytes } from '../../lib/bytes.ts'
import { toCanonicalNumber } from '../../lib/json/number.ts'
import { readText, type JsonNode } from '../../lib/json/tree.ts'

/** How a format writes what JSON has; numbers that are whole come with all of their digits. */
export type ValueWriter = {
  readonly word: (name: 'true' | 'false' | 'null') => Uint8Array
  readonly integer: (number: bigint) => Uint8Array
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
    if (seen.has(key))
      throw new AppError('unsupported_value', {
        got: key,
        reason: { en: 'this key stands twice in one object', zh: '同一对象中出现两次' },
      })
    seen.add(key)
  }
}

function writeNumber(raw: string, { integer, float }: ValueWriter, rounded: string[]): Uint8Array {
  if (/^-?\d+$/.test(raw) && raw !== '-0') return integer(BigInt(raw))
  const number = Number(raw)
  if (!Number.isFinite(number))
    throw new AppError('unsupported_value', {
      got: raw,
      reason: { en: 'it does not fit into 64 bits of floating point', zh: '超出 64 位浮点数的范围' },
    })
  if (toCanonicalNumber(raw) !== toCanonicalNumber(String(number))) rounded.push(raw)
  return float(number)
}
