import { turn, type Block } from './block.ts'

const ROUNDS = 16
/** Eight words that whiten before and behind, two for each round. */
const KEYS = 8 + 2 * ROUNDS
/** Polynomials that bytes are multiplied modulo: x^8 + x^6 + x^5 + x^3 + 1 and x^8 + x^6 + x^3 + x^2 + 1. */
const [MDS_POLYNOMIAL, RS_POLYNOMIAL] = [0x169, 0x14d]
const MDS = [
  [0x01, 0xef, 0x5b, 0x5b],
  [0x5b, 0xef, 0xef, 0x01],
  [0xef, 0x5b, 0x01, 0xef],
  [0xef, 0x01, 0xef, 0x5b],
]
const RS = [
  [0x01, 0xa4, 0x55, 0x87, 0x5a, 0x58, 0xdb, 0x9e],
  [0xa4, 0x56, 0x82, 0xf3, 0x1e, 0xc6, 0x68, 0xe5],
  [0x02, 0xa1, 0xfc, 0xc1, 0x47, 0xae, 0x3d, 0x19],
  [0xa4, 0x55, 0x87, 0x5a, 0x58, 0xdb, 0x9e, 0x03],
]
/** Four tables of 16 half bytes for each of the two permutations. */
const HALF_BYTES = [
  ['817d6f320b59eca4', 'ecb81235f4a6709d', 'ba5e6d90c8f32471', 'd7f4126e9b3085ca'],
  ['28bdf76e31940ac5', '1e2b4c376da5f908', '4c75169a0ed82b3f', 'b951c3de647f208a'],
]
/** Which of the two permutations a byte goes through, by its place, from the last on. */
const PATHS = ['10011', '00110', '11000', '01101'].map((path) => [...path].map(Number))

/** What does not depend on the key, worked out when a key first comes. */
let permutations: readonly Uint8Array[] | undefined

/** Twofish for 16, 24 or 32 bytes of key (B. Schneier and others, “Twofish: A 128-Bit Block Cipher”, 1998). */
export function createTwofishBlock(key: Uint8Array): Block {
  const boxes = (permutations ??= HALF_BYTES.map(toPermutation))
  const parts = key.length / 8
  const view = new DataView(key.buffer, key.byteOffset, key.length)
  const [even, odd] = [0, 4].map((start) => Array.from({ length: parts }, (_, i) => view.getUint32(8 * i + start, true)))
  const vectors = Array.from({ length: parts }, (_, i) => toVector(key.subarray(8 * i, 8 * i + 8))).reverse()
  const keys = toRoundKeys(even!, odd!, boxes)
  const mixing = Int32Array.from({ length: 4 * 256 }, (_, at) => {
    const byte = at & 0xff
    return mixByte(substitute(byte, at >> 8, { vectors, boxes }), at >> 8)
  })
  return {
    sizeBytes: 16,
    encrypt: (block) => encrypt(new DataView(block.buffer, block.byteOffset, 16), keys, mixing),
    decrypt: (block) => decrypt(new DataView(block.buffer, block.byteOffset, 16), keys, mixing),
  }
}

function encrypt(block: DataView, keys: Int32Array, mixing: Int32Array): void {
  let [a, b, c, d] = readWhitened(block, keys, 0)
  for (let at = 8; at < KEYS; at += 2) {
    const [first, second] = [mix(a, mixing), mix(turn(b, 8), mixing)]
    const left = turn(c ^ (first + second + keys[at]!), 31)
    const right = turn(d, 1) ^ (first + 2 * second + keys[at + 1]!)
    ;[a, b, c, d] = [left, right, a, b]
  }
  writeWhitened(block, keys, { start: 4, words: [c, d, a, b] })
}

function decrypt(block: DataView, keys: Int32Array, mixing: Int32Array): void {
  let [c, d, a, b] = readWhitened(block, keys, 4)
  for (let at = KEYS - 2; at >= 8; at -= 2) {
    const [first, second] = [mix(c, mixing), mix(turn(d, 8), mixing)]
    const left = turn(a, 1) ^ (first + second + keys[at]!)
    const right = turn(b ^ (first + 2 * second + keys[at + 1]!), 31)
    ;[a, b, c, d] = [c, d, left, right]
  }
  writeWhitened(block, keys, { start: 0, words: [a, b, c, d] })
}

type Four = [number, number, number, number]

function readWhitened(block: DataView, keys: Int32Array, start: number): Four {
  return [0, 1, 2, 3].map((i) => block.getInt32(4 * i, true) ^ keys[start + i]!) as Four
}

function writeWhitened(block: DataView, keys: Int32Array, { start, words }: { start: number; words: Four }): void {
  for (const [i, word] of words.entries()) block.setInt32(4 * i, word ^ keys[start + i]!, true)
}

function mix(word: number, mixing: Int32Array): number {
  return (
    mixing[word & 0xff]! ^
    mixing[256 | ((word >>> 8) & 0xff)]! ^
    mixing[512 | ((word >>> 16) & 0xff)]! ^
    mixing[768 | (word >>> 24)]!
  )
}

function toRoundKeys(even: readonly number[], odd: readonly number[], boxes: readonly Uint8Array[]): Int32Array {
  const keys = new Int32Array(KEYS)
  const spread = (byte: number, vectors: readonly number[]) =>
    [0, 1, 2, 3].reduce((word, place) => word ^ mixByte(substitute(byte, place, { vectors, boxes }), place), 0)
  for (let i = 0; i < KEYS; i += 2) {
    const first = spread(i, even)
    const second = turn(spread(i + 1, odd), 8)
    keys[i] = first + second
    keys[i + 1] = turn(first + 2 * second, 9)
  }
  return keys
}

type Keyed = { readonly vectors: readonly number[]; readonly boxes: readonly Uint8Array[] }

/** A byte through the permutations, mixed with the byte of each word of the key at its place, the last word first. */
function substitute(byte: number, place: number, { vectors, boxes }: Keyed): number {
  const path = PATHS[place]!
  let value = byte
  for (let i = vectors.length - 1; i >= 0; i--) value = boxes[path[i + 1]!]![value]! ^ ((vectors[i]! >>> (8 * place)) & 0xff)
  return boxes[path[0]!]![value]!
}

/** A column of the matrix that spreads, times a byte. */
function mixByte(byte: number, column: number): number {
  return MDS.reduce((word, row, i) => word | (multiply(row[column]!, byte, MDS_POLYNOMIAL) << (8 * i)), 0)
}

/** What eight bytes of a key become by the code of Reed and Solomon. */
function toVector(part: Uint8Array): number {
  const bytes = RS.map((row) => row.reduce((sum, factor, i) => sum ^ multiply(factor, part[i]!, RS_POLYNOMIAL), 0))
  return bytes.reduce((word, byte, i) => word | (byte << (8 * i)), 0)
}

function multiply(a: number, b: number, polynomial: number): number {
  let [product, factor] = [0, a]
  for (let left = b; left > 0; left >>= 1) {
    if (left & 1) product ^= factor
    factor = (factor << 1) ^ (factor & 0x80 ? polynomial : 0)
  }
  return product
}

function toPermutation(tables: readonly string[]): Uint8Array {
  const half = (table: number, at: number) => Number.parseInt(tables[table]![at]!, 16)
  const cross = (high: number, low: number) => [high ^ low, (high ^ (low >> 1) ^ (low << 3) ^ (high << 3)) & 15] as const
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const [a, b] = cross(byte >> 4, byte & 15)
    const [c, d] = cross(half(0, a), half(1, b))
    return (half(3, d) << 4) | half(2, c)
  })
}
