import type { Block } from './block.ts'

const ROUNDS = 16
const BOX_WORDS = 4 * 256
/** Words of the digits of π: a key for each round and two more, then four boxes. */
const WORDS = ROUNDS + 2 + BOX_WORDS

/** What a key begins with, worked out when one first comes. */
let digits: Int32Array | undefined

/** Blowfish for 4 to 56 bytes of key (B. Schneier, “Description of a New Variable-Length Key, 64-Bit Block Cipher”, 1993). */
export function createBlowfishBlock(key: Uint8Array): Block {
  const words = Int32Array.from((digits ??= toPiWords()))
  for (let i = 0; i < ROUNDS + 2; i++)
    words[i]! ^= [0, 1, 2, 3].reduce((word, at) => (word << 8) | key[(4 * i + at) % key.length]!, 0)
  const pair: Pair = [0, 0]
  for (let i = 0; i < WORDS; i += 2) {
    encryptPair(pair, words)
    words.set(pair, i)
  }
  return {
    sizeBytes: 8,
    encrypt: (block) => crypt(block, (halves) => encryptPair(halves, words)),
    decrypt: (block) => crypt(block, (halves) => decryptPair(halves, words)),
  }
}

type Pair = [number, number]

function crypt(block: Uint8Array, turn: (halves: Pair) => void): void {
  const view = new DataView(block.buffer, block.byteOffset, 8)
  const halves: Pair = [view.getInt32(0), view.getInt32(4)]
  turn(halves)
  view.setInt32(0, halves[0])
  view.setInt32(4, halves[1])
}

function encryptPair(halves: Pair, words: Int32Array): void {
  let [left, right] = halves
  for (let i = 0; i < ROUNDS; i += 2) {
    left ^= words[i]!
    right ^= mix(left, words) ^ words[i + 1]!
    left ^= mix(right, words)
  }
  halves[0] = right ^ words[ROUNDS + 1]!
  halves[1] = left ^ words[ROUNDS]!
}

function decryptPair(halves: Pair, words: Int32Array): void {
  let [left, right] = halves
  for (let i = ROUNDS + 1; i > 1; i -= 2) {
    left ^= words[i]!
    right ^= mix(left, words) ^ words[i - 1]!
    left ^= mix(right, words)
  }
  halves[0] = right ^ words[0]!
  halves[1] = left ^ words[1]!
}

function mix(word: number, words: Int32Array): number {
  const box = (at: number, shift: number) => words[ROUNDS + 2 + 256 * at + ((word >>> shift) & 0xff)]!
  return (((box(0, 24) + box(1, 16)) ^ box(2, 8)) + box(3, 0)) | 0
}

/** The binary digits of π behind the point, by Machin’s formula: π / 4 = 4 arctan(1 / 5) − arctan(1 / 239). */
function toPiWords(): Int32Array {
  const [bits, spare] = [BigInt(32 * WORDS), 32n]
  const one = 1n << (bits + spare)
  const digitsOfPi = (16n * toArctan(one, 5n) - 4n * toArctan(one, 239n)) >> spare
  const text = digitsOfPi.toString(16).slice(1) // without the 3 before the point
  return Int32Array.from({ length: WORDS }, (_, i) => Number.parseInt(text.slice(8 * i, 8 * i + 8), 16))
}

/** arctan(1 / n) in parts of `one`. */
function toArctan(one: bigint, n: bigint): bigint {
  let [power, sum] = [one / n, 0n]
  for (let odd = 1n; power !== 0n; odd += 2n) {
    sum += odd % 4n === 1n ? power / odd : -(power / odd)
    power /= n * n
  }
  return sum
}
