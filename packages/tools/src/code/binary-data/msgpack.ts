import { toHex } from '../../lib/bytes.ts'
import { toFloatJson, toFloatText, toInstantText } from './number-text.ts'
import { Fault, readTree, type ByteReader, type Part, type Tree } from './part.ts'
import { toBytesValue, toTextValue } from './string-value.ts'

/** Reads MessagePack, as its specification of 2017-08-09 has it: one value, or several. */
export const readMsgpack = (bytes: Uint8Array): Tree => readTree(bytes, (reader, into) => readValue(reader, into))

/** Timestamps are the type of extension that the format itself defines. */
const TIMESTAMP = -1

/** What follows a first byte from 0xc0. */
type Rule =
  | { readonly type: string; readonly value: string }
  | { readonly type: string; readonly number: 'uint' | 'int' | 'float'; readonly size: 1 | 2 | 4 | 8 }
  | { readonly type: string; readonly holds: 'bytes' | 'text' | 'list' | 'map' | 'extension'; readonly size: 1 | 2 | 4 }
  | { readonly type: string; readonly holds: 'extension'; readonly length: number }

const RULES: readonly (Rule | undefined)[] = [
  { type: 'nil', value: 'null' },
  undefined,
  { type: 'false', value: 'false' },
  { type: 'true', value: 'true' },
  ...sized('bin', 'bytes', [1, 2, 4]),
  ...sized('ext', 'extension', [1, 2, 4]),
  { type: 'float 32', number: 'float', size: 4 },
  { type: 'float 64', number: 'float', size: 8 },
  ...numbers('uint'),
  ...numbers('int'),
  ...[1, 2, 4, 8, 16].map((length): Rule => ({ type: `fixext ${length}`, holds: 'extension', length })),
  ...sized('str', 'text', [1, 2, 4]),
  ...sized('array', 'list', [2, 4]),
  ...sized('map', 'map', [2, 4]),
]

function sized(name: string, holds: 'bytes' | 'text' | 'list' | 'map' | 'extension', sizes: readonly (1 | 2 | 4)[]): Rule[] {
  return sizes.map((size) => ({ type: `${name} ${size * 8}`, holds, size }))
}

function numbers(number: 'uint' | 'int'): Rule[] {
  return ([1, 2, 4, 8] as const).map((size) => ({ type: `${number} ${size * 8}`, number, size }))
}

type Place = { readonly start: number; readonly key: Part | undefined }

function readValue(reader: ByteReader, into: Part[], key?: Part): Part {
  reader.count()
  const place = { start: reader.at, key }
  const first = reader.u8()
  const put = <P extends Part>(part: P): P => {
    into.push(part)
    return part
  }
  const fixed = (type: string, value: number) => put({ ...place, end: reader.at, type, value: `${value}`, json: `${value}` })
  if (first < 0x80) return fixed('positive fixint', first)
  if (first < 0x90) return readMany(reader, put(hold('map', 'fixmap', place)), first & 15)
  if (first < 0xa0) return readMany(reader, put(hold('list', 'fixarray', place)), first & 15)
  if (first < 0xc0) {
    const content = reader.take(first & 31)
    return put({ ...place, end: reader.at, type: 'fixstr', ...toTextValue(content) })
  }
  if (first >= 0xe0) return fixed('negative fixint', first - 256)
  const rule = RULES[first - 0xc0]
  if (!rule) throw new Fault(place.start, { en: 'the first byte of a value', zh: '值的首字节' }, '0xc1')
  return readByRule(reader, rule, place, put)
}

function readByRule(reader: ByteReader, rule: Rule, place: Place, put: <P extends Part>(part: P) => P): Part {
  const { type } = rule
  const leaf = (value: string, json: string) => put({ ...place, end: reader.at, type, value, json })
  if ('value' in rule) return leaf(rule.value, rule.value)
  if ('number' in rule) {
    if (rule.number === 'float') {
      const number = reader.float(rule.size as 4 | 8)
      return leaf(toFloatText(number), toFloatJson(number))
    }
    const number = String(rule.number === 'uint' ? reader.uint(rule.size) : reader.int(rule.size))
    return leaf(number, number)
  }
  const length = 'length' in rule ? rule.length : Number(reader.uint(rule.size))
  switch (rule.holds) {
    case 'list':
    case 'map':
      return readMany(reader, put(hold(rule.holds, type, place)), length)
    case 'text':
    case 'bytes': {
      const content = reader.take(length)
      const value = rule.holds === 'text' ? toTextValue(content) : toBytesValue(content)
      return put({ ...place, end: reader.at, type, ...value })
    }
    case 'extension': {
      const kind = Number(reader.int(1))
      const content = reader.take(length)
      const moment = kind === TIMESTAMP ? toMoment(content) : undefined
      const { json } = toBytesValue(content)
      return put({
        ...place,
        end: reader.at,
        type: `${type}, ${kind === TIMESTAMP ? 'timestamp' : `type ${kind}`}`,
        value: `ext(${kind}, h'${toHex(content)}')`,
        json: moment === undefined ? json : JSON.stringify(moment),
        also: moment,
      })
    }
  }
}

function hold(holds: 'list' | 'map', type: string, { start, key }: Place) {
  const [open, close] = holds === 'list' ? (['[', ']'] as const) : (['{', '}'] as const)
  return { start, key, end: 0, type, holds, open, close, parts: [] as Part[] }
}

function readMany(reader: ByteReader, holder: ReturnType<typeof hold>, count: number): Part {
  reader.enter(() => {
    for (let left = count; left > 0; left--)
      readValue(reader, holder.parts, holder.holds === 'map' ? readValue(reader, []) : undefined)
  })
  holder.end = reader.at
  return holder
}

/** A timestamp of 32, 64 or 96 bits as RFC 3339, nanoseconds included. */
function toMoment(content: Uint8Array): string | undefined {
  const { seconds, nanoseconds } = toSeconds(BigInt(`0x${toHex(content) || '0'}`), content.length) ?? {}
  const whole = seconds === undefined ? undefined : toInstantText(Number(seconds))
  if (whole === undefined || nanoseconds === undefined || nanoseconds > 999_999_999n) return undefined
  const fraction = nanoseconds === 0n ? '' : `.${String(nanoseconds).padStart(9, '0').replace(/0+$/, '')}`
  return `${whole.slice(0, -1)}${fraction}Z`
}

function toSeconds(bits: bigint, length: number): { seconds: bigint; nanoseconds: bigint } | undefined {
  if (length === 4) return { seconds: bits, nanoseconds: 0n }
  if (length === 8) return { seconds: bits & 0x3_ffff_ffffn, nanoseconds: bits >> 34n }
  return length === 12 ? { seconds: BigInt.asIntN(64, bits), nanoseconds: bits >> 64n } : undefined
}
