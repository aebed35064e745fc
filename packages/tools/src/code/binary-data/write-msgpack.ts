import { concatBytes, type Bytes } from '../../lib/bytes.ts'
import { toBigEndian } from './big-endian.ts'
import type { ValueWriter } from './write-values.ts'

const WORDS = { null: 0xc0, false: 0xc2, true: 0xc3 } as const

/** MessagePack with the shortest heads; floats in 64 bits, as JSON means them. */
export const MSGPACK: ValueWriter = {
  word: (name) => Uint8Array.of(WORDS[name]),
  integer: toInteger,
  float: (number) => {
    const view = new DataView(new ArrayBuffer(8))
    view.setFloat64(0, number)
    return concatBytes(Uint8Array.of(0xcb), new Uint8Array(view.buffer))
  },
  text: (bytes) => concatBytes(toHead(bytes.length, { fixed: 0xa0, below: 32, sized: [0xd9, 0xda, 0xdb] }), bytes),
  listHead: (count) => toHead(count, { fixed: 0x90, below: 16, sized: [undefined, 0xdc, 0xdd] }),
  mapHead: (count) => toHead(count, { fixed: 0x80, below: 16, sized: [undefined, 0xde, 0xdf] }),
}

type Heads = { readonly fixed: number; readonly below: number; readonly sized: readonly (number | undefined)[] }

/** A count in the first byte, or behind it in 1, 2 or 4 bytes. */
function toHead(count: number, { fixed, below, sized }: Heads): Bytes {
  if (count < below) return Uint8Array.of(fixed | count)
  const power = sized.findIndex((first, power) => first !== undefined && count < 2 ** (8 << power))
  return concatBytes(Uint8Array.of(sized[power]!), toBigEndian(BigInt(count), 1 << power))
}

/** In at most 64 bits; undefined for what does not fit. */
function toInteger(number: bigint): Bytes | undefined {
  if (number >= 0n && number < 128n) return Uint8Array.of(Number(number))
  if (number < 0n && number >= -32n) return Uint8Array.of(256 + Number(number))
  const first = number < 0n ? 0xd0 : 0xcc
  const magnitude = number < 0n ? -1n - number : number
  const spare = number < 0n ? 1n : 0n
  const power = [0, 1, 2, 3].find((power) => magnitude < 1n << (BigInt(8 << power) - spare))
  if (power === undefined) return undefined
  const size = 1 << power
  return concatBytes(Uint8Array.of(first + power), toBigEndian(BigInt.asUintN(8 * size, number), size))
}
