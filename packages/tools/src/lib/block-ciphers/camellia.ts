import { parseHex } from '../bytes.ts'
import { toWords, turn, type Block } from './block.ts'

/** The first substitution of bytes (RFC 3713 §2.4.1); the others are this one with its bits turned. */
const BOX = parseHex(
  `70822cecb327c0e5e4855735ea0cae4123ef6b934519a521ed0e4f4e1d6592bd
   86b8af8f7ceb1fce3e30dc5f5ec50b1aa6e139cad5475d3dd9015ad651566c4d
   8b0d9a66fbccb02d74122b20f0b18499df4ccbc2347e76056db7a931d11704d7
   14583a61de1b111c320f9c165318f222fe44cfb2c3b57a912408e8a860fc6950
   aad0a07da1896297545b1e95e0ff64d210c40048a3f775db8a03e6da093fdd94
   875c8302cd4a90337367f6f39d7fbfe2529bd826c837c63b81966f4b13be632e
   e979a78c9f6ebc8e29f5f9b62ffdb4597898066ae74671bad425ab4288a28dfa
   7207b955f8eeac0a36492a683c38f1a44028d37bbbc943c115e3adf477c7809e`,
  'table',
)
/** Digits of the roots of the first six primes. */
const SIGMAS = parseHex(
  'a09e667f3bcc908bb67ae8584caa73b2c6ef372fe94f82be54ff53a5f1d36f1c10e527fade682d1db05688c2b3e6c1fd',
  'table',
)

/**
 * Which registers pairs of keys are read from, and how many bits they are turned (RFC 3713 §2.2): to whiten with, for six rounds, for
 * a layer between, for six rounds, … The first half of a pair is of the first register named, the second of the last.
 */
const SHORT_KEYS = 'L0 A0 L15 A15 A30 L45 A45/L60 A60 L77 L94 A94 L111 A111'
const LONG_KEYS = 'L0 B0 R15 A15 R30 B30 L45 A45 L60 R60 B60 L77 A77 R94 A94 L111 B111'
const GROUP_ROUNDS = 6
const BYTES = [0, 1, 2, 3, 4, 5, 6, 7]
/** For each byte of a half block: how its substitution turns bits before and behind the box, and which bytes it then goes into. */
const PATHS = [
  { before: 0, behind: 0, into: 0b11101001 },
  { before: 0, behind: 1, into: 0b01111100 },
  { before: 0, behind: 7, into: 0b10110110 },
  { before: 1, behind: 0, into: 0b11010011 },
  { before: 0, behind: 1, into: 0b01110111 },
  { before: 0, behind: 7, into: 0b10111011 },
  { before: 1, behind: 0, into: 0b11011101 },
  { before: 0, behind: 0, into: 0b11101110 },
]

/** For each place and value of a byte: the two words that it becomes; worked out when a key first comes. */
let mixing: Int32Array | undefined

/** Camellia for 16, 24 or 32 bytes of key (RFC 3713). */
export function createCamelliaBlock(key: Uint8Array): Block {
  const table = (mixing ??= toMixingTable())
  const forward = expandKey(key, table)
  const backward = [...forward.slice(-2), ...forward.slice(2, -2).reverse(), ...forward.slice(0, 2)]
  const [sealing, opening] = [toKeyWords(forward), toKeyWords(backward)]
  return {
    sizeBytes: 16,
    encrypt: (block) => crypt(block, sealing, table),
    decrypt: (block) => crypt(block, opening, table),
  }
}

/** Two halves of a block, each of two words. */
type Halves = [number, number, number, number]

function crypt(block: Uint8Array, keys: Int32Array, table: Int32Array): void {
  const view = new DataView(block.buffer, block.byteOffset, 16)
  const halves: Halves = [0, 1, 2, 3].map((i) => view.getInt32(4 * i) ^ keys[i]!) as Halves
  const end = keys.length - 4
  for (let at = 4; ; at += 4) {
    for (const last = at + 2 * GROUP_ROUNDS; at < last; at += 4) {
      mixInto(halves, { to: 2, from: 0, high: keys[at]!, low: keys[at + 1]! }, table)
      mixInto(halves, { to: 0, from: 2, high: keys[at + 2]!, low: keys[at + 3]! }, table)
    }
    if (at === end) break
    layer(halves, keys.subarray(at, at + 4))
  }
  const [a, b, c, d] = halves
  for (const [i, word] of [c, d, a, b].entries()) view.setInt32(4 * i, word ^ keys[end + i]!)
}

type Step = { readonly to: number; readonly from: number; readonly high: number; readonly low: number }

/** The function F of one half, into the other (RFC 3713 §2.4.1). */
function mixInto(halves: Halves, { to, from, high, low }: Step, table: Int32Array): void {
  const words = [halves[from]! ^ high, halves[from + 1]! ^ low]
  for (const place of BYTES) {
    const at = ((place << 8) | ((words[place >> 2]! >>> (24 - 8 * (place & 3))) & 0xff)) << 1
    halves[to]! ^= table[at]!
    halves[to + 1]! ^= table[at + 1]!
  }
}

/** FL of the first half and its inverse of the second (RFC 3713 §2.4.2, §2.4.3). */
function layer(halves: Halves, keys: Int32Array): void {
  halves[1] ^= turn(halves[0] & keys[0]!, 1)
  halves[0] ^= halves[1] | keys[1]!
  halves[2] ^= halves[3] | keys[3]!
  halves[3] ^= turn(halves[2] & keys[2]!, 1)
}

/** Halves of 64 bits, in the order in which they are used. */
function expandKey(key: Uint8Array, table: Int32Array): bigint[] {
  const left = toNumber(key.subarray(0, 16))
  const third = toNumber(key.subarray(16, 24))
  const right = key.length === 24 ? (third << 64n) | BigInt.asUintN(64, ~third) : toNumber(key.subarray(16))
  const first = stir(stir(left ^ right, 0, table) ^ left, 2, table)
  const registers: Record<string, bigint> = { L: left, R: right, A: first, B: stir(first ^ right, 4, table) }
  return (key.length === 16 ? SHORT_KEYS : LONG_KEYS).split(' ').flatMap((pair) => {
    const [high, low = high] = pair.split('/').map((name) => turnLong(registers[name[0]!]!, BigInt(name.slice(1))))
    return [high! >> 64n, BigInt.asUintN(64, low!)]
  })
}

/** Two rounds with the digits of roots as keys, from this one on. */
function stir(register: bigint, sigma: number, table: Int32Array): bigint {
  const halves = toKeyWords([register >> 64n, BigInt.asUintN(64, register)])
  const work = [...halves] as Halves
  const keys = SIGMA_WORDS.subarray(2 * sigma, 2 * sigma + 4)
  mixInto(work, { to: 2, from: 0, high: keys[0]!, low: keys[1]! }, table)
  mixInto(work, { to: 0, from: 2, high: keys[2]!, low: keys[3]! }, table)
  return work.reduce((number, word) => (number << 32n) | BigInt(word >>> 0), 0n)
}

const SIGMA_WORDS = Int32Array.from(toWords(SIGMAS))

const turnLong = (number: bigint, bits: bigint): bigint => BigInt.asUintN(128, (number << bits) | (number >> (128n - bits)))

const toNumber = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)

const toKeyWords = (halves: readonly bigint[]): Int32Array =>
  Int32Array.from(halves.flatMap((half) => [Number(half >> 32n), Number(BigInt.asUintN(32, half))]))

function toMixingTable(): Int32Array {
  return Int32Array.from({ length: 8 * 256 * 2 }, (_, at) => {
    const [place, byte, half] = [at >> 9, (at >> 1) & 0xff, at & 1]
    const { before, behind, into } = PATHS[place]!
    const substituted = turnByte(BOX[turnByte(byte, before)]!, behind)
    return [0, 1, 2, 3].reduce((word, i) => (word << 8) | (into & (0x80 >> (4 * half + i)) ? substituted : 0), 0)
  })
}

const turnByte = (byte: number, bits: number): number => ((byte << bits) | (byte >> (8 - bits))) & 0xff
