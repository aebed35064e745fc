import { AppError } from '@octet/core/errors.ts'
import { toHex } from '../../lib/bytes.ts'
import { toCrockford, toGregorian, toKsuid, toXid } from '../../lib/id-time.ts'

export const ID_KINDS = [
  'v4',
  'v7',
  'v1',
  'v6',
  'v3',
  'v5',
  'v8',
  'nil',
  'max',
  'ulid',
  'nanoid',
  'objectid',
  'ksuid',
  'xid',
  'snowflake',
] as const
export type IdKind = (typeof ID_KINDS)[number]

/** RFC 9562 §6.6 */
export const NAMESPACES = {
  dns: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  url: '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
  oid: '6ba7b812-9dad-11d1-80b4-00c04fd430c8',
  x500: '6ba7b814-9dad-11d1-80b4-00c04fd430c8',
} as const

const NANOID_ALPHABET = 'useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict'

export type Source = {
  readonly random: (sizeBytes: number) => Uint8Array
  readonly nowMs: number
  readonly count: number
}

export type Choice = Source & {
  readonly nanoidLength: number
  readonly nanoidAlphabet: string
  readonly snowflakeEpochMs: bigint
  readonly machine: number
}

/** Many ids of a kind that needs no name. Those with a time are in rising order within one call. */
export function makeIds(kind: Exclude<IdKind, 'v3' | 'v5'>, choice: Choice): string[] {
  const make = MAKERS[kind](choice)
  return Array.from({ length: choice.count }, (_, index) => make(index))
}

type Maker = (choice: Choice) => (index: number) => string

const MAKERS: Readonly<Record<Exclude<IdKind, 'v3' | 'v5'>, Maker>> = {
  v4:
    ({ random }) =>
    () =>
      toUuid(random(16), 4),
  v8:
    ({ random }) =>
    () =>
      toUuid(random(16), 8),
  nil: () => () => '00000000-0000-0000-0000-000000000000',
  max: () => () => 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  v1: makeGregorian(1),
  v6: makeGregorian(6),
  v7: makeV7,
  ulid: makeUlid,
  nanoid: makeNanoid,
  objectid: makeObjectId,
  ksuid: makeKsuid,
  xid: makeXid,
  snowflake: makeSnowflake,
}

/** The layout of RFC 9562 §4: version in the high bits of byte 6, variant 10 in those of byte 8. */
export function toUuid(bytes: Uint8Array, version: number): string {
  const own = Uint8Array.from(bytes.subarray(0, 16))
  own[6] = (own[6]! & 0x0f) | (version << 4)
  own[8] = (own[8]! & 0x3f) | 0x80
  const hex = toHex(own)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** §5.1 and §5.6: 60 bits of 100 ns; a random node with its multicast bit set (§6.10), one step per id. */
function makeGregorian(version: 1 | 6): Maker {
  return ({ random, nowMs }) => {
    const node = random(8)
    node[2] = node[2]! | 1
    const start = toGregorian(BigInt(nowMs) * 1_000_000n)
    return (index) => {
      const time = (start + BigInt(index)).toString(16).padStart(15, '0')
      const [clock, nodeHex] = [toHex(node.subarray(0, 2)), toHex(node.subarray(2))]
      const head =
        version === 1 ? `${time.slice(7)}${time.slice(3, 7)}0${time.slice(0, 3)}` : `${time.slice(0, 12)}0${time.slice(12)}`
      return toUuid(fromHex(head + clock + nodeHex), version)
    }
  }
}

/** §5.7 with the counter of §6.2 method 1: twelve bits that start in their lower half; a full counter takes the next millisecond. */
function makeV7({ random, nowMs }: Choice): (index: number) => string {
  const start = ((random(1)[0]! << 3) | (random(1)[0]! & 7)) & 0x7ff
  return (index) => {
    const count = start + index
    const ms = BigInt(nowMs) + BigInt(count >> 12)
    return toUuid(
      fromHex(`${ms.toString(16).padStart(12, '0')}0${(count & 0xfff).toString(16).padStart(3, '0')}${toHex(random(8))}`),
      7,
    )
  }
}

/** Milliseconds and 80 random bits that rise by one, as the ULID specification asks within one millisecond. */
function makeUlid({ random, nowMs }: Choice): (index: number) => string {
  const seed = BigInt(`0x${toHex(random(10))}`) >> 1n
  return (index) => toCrockford(BigInt(nowMs), 10) + toCrockford(seed + BigInt(index), 16)
}

/** Each character equally likely: bytes above the last whole multiple of the alphabet are thrown away. */
function makeNanoid({ random, nanoidLength, nanoidAlphabet }: Choice): (index: number) => string {
  const alphabet = Array.from(nanoidAlphabet || NANOID_ALPHABET)
  const limit = 256 - (256 % alphabet.length)
  return () => {
    let id = ''
    for (let left = nanoidLength; left > 0;)
      for (const byte of random(left)) {
        if (byte >= limit) continue
        id += alphabet[byte % alphabet.length]
        left--
      }
    return id
  }
}

function makeObjectId({ random, nowMs }: Choice): (index: number) => string {
  const seconds = Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0')
  const process = toHex(random(5))
  // In the lower half there is room for a batch before the counter begins again.
  const start = Number.parseInt(toHex(random(3)), 16) >> 1
  return (index) => seconds + process + ((start + index) & 0xff_ffff).toString(16).padStart(6, '0')
}

/** Seconds and 128 random bits; those of a batch are put in order. */
function makeKsuid({ random, nowMs, count }: Choice): (index: number) => string {
  const seconds = BigInt(Math.floor(nowMs / 1000))
  const payloads = Array.from({ length: count }, () => toHex(random(16))).sort()
  return (index) => toKsuid(seconds, BigInt(`0x${payloads[index]}`))
}

/** Seconds, three bytes of a machine, two of a process, and a counter that begins anywhere in its lower half. */
function makeXid({ random, nowMs }: Choice): (index: number) => string {
  const head = `${Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0')}${toHex(random(5))}`
  const start = BigInt(`0x${toHex(random(3))}`) >> 1n
  return (index) => toXid((BigInt(`0x${head}`) << 24n) | ((start + BigInt(index)) & 0xff_ffffn))
}

/** 41 bits of milliseconds, ten of the machine, twelve of a counter. */
function makeSnowflake({ nowMs, machine, snowflakeEpochMs }: Choice): (index: number) => string {
  if (snowflakeEpochMs > nowMs) {
    const expected = { en: 'a time that is not in the future', zh: '不晚于当前的时间' }
    throw new AppError('bad_input', { field: 'epoch', expected, got: Number(snowflakeEpochMs) })
  }
  return (index) => {
    const ms = BigInt(nowMs) - snowflakeEpochMs + BigInt(index >> 12)
    return ((ms << 22n) | (BigInt(machine) << 12n) | BigInt(index & 0xfff)).toString()
  }
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
