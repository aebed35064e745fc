import type { Block } from './block.ts'

/** The tables of FIPS 46-3; bits are counted from 1, the highest first. */
const INITIAL = [58, 60, 62, 64, 57, 59, 61, 63].flatMap((first) => Array.from({ length: 8 }, (_, i) => first - 8 * i))
const FINAL = INITIAL.map((_, i) => INITIAL.indexOf(i + 1) + 1)
const BEHIND_BOXES = parseNumbers('16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25')
const KEY_HALVES = [
  parseNumbers('57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36'),
  parseNumbers('63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4'),
]
const KEY_TURNS = parseNumbers('1 2 4 6 8 10 12 14 15 17 19 21 23 25 27 28')
const KEY_CHOICE = parseNumbers(
  `14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2
   41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32`,
)
/** Four rows of sixteen for each box. */
const BOXES = [
  'e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d',
  'f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9',
  'a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c',
  '7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e',
  '2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453',
  'c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d',
  '4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c',
  'd2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b',
].map((rows) => rows.split(' '))

/** What does not depend on the key, worked out when a key first comes. */
type Tables = { readonly boxes: Int32Array; readonly before: Int32Array; readonly behind: Int32Array }
let tables: Tables | undefined

/** DES for 8 bytes of key, Triple DES with two or three keys for 16 or 24 (SP 800-67). */
export function createDesBlock(key: Uint8Array): Block {
  const known = (tables ??= { boxes: toBoxTable(), before: toPermutation(INITIAL), behind: toPermutation(FINAL) })
  const [first = [], second, third = first] = Array.from({ length: key.length / 8 }, (_, i) =>
    toRoundKeys(key.subarray(i * 8, i * 8 + 8)),
  )
  const passes = second ? [first, second.toReversed(), third] : [first]
  const forward = Int32Array.from(passes.flat(2))
  const backward = Int32Array.from(passes.flat().reverse().flat())
  return {
    sizeBytes: 8,
    encrypt: (block) => crypt(block, forward, known),
    decrypt: (block) => crypt(block, backward, known),
  }
}

/** Sixteen rounds for each of one or three keys; the permutations between two keys undo each other. */
function crypt(block: Uint8Array, keys: Int32Array, { boxes, before, behind }: Tables): void {
  let [left, right] = [0, 0]
  for (let i = 0; i < 8; i++) {
    const at = (i << 9) | (block[i]! << 1)
    left |= before[at]!
    right |= before[at + 1]!
  }
  for (let i = 0; i < keys.length; i += 2) {
    // Each box reads four bits and one neighbour on each side: every second box fits into one turned copy.
    const odd = ((right >>> 1) | (right << 31)) ^ keys[i]!
    const even = ((right << 3) | (right >>> 29)) ^ keys[i + 1]!
    const mixed =
      left ^
      boxes[odd >>> 26]! ^
      boxes[128 | ((odd >>> 18) & 63)]! ^
      boxes[256 | ((odd >>> 10) & 63)]! ^
      boxes[384 | ((odd >>> 2) & 63)]! ^
      boxes[64 | (even >>> 26)]! ^
      boxes[192 | ((even >>> 18) & 63)]! ^
      boxes[320 | ((even >>> 10) & 63)]! ^
      boxes[448 | ((even >>> 2) & 63)]!
    left = right
    right = mixed
    if ((i & 31) === 30) [left, right] = [right, left]
  }
  writeWords(block, left, right, behind)
}

function writeWords(block: Uint8Array, left: number, right: number, behind: Int32Array): void {
  let [high, low] = [0, 0]
  for (let i = 0; i < 8; i++) {
    const at = (i << 9) | ((((i < 4 ? left : right) >>> (24 - 8 * (i & 3))) & 0xff) << 1)
    high |= behind[at]!
    low |= behind[at + 1]!
  }
  for (let i = 0; i < 4; i++) {
    block[i] = high >>> (24 - 8 * i)
    block[i + 4] = low >>> (24 - 8 * i)
  }
}

/** For each box and its six bits: four bits, moved to where the permutation behind the boxes puts them. */
function toBoxTable(): Int32Array {
  return Int32Array.from({ length: 8 * 64 }, (_, at) => {
    const [box, six] = [at >> 6, at & 63]
    const row = ((six >> 4) & 2) | (six & 1)
    const four = Number.parseInt(BOXES[box]![row]![(six >> 1) & 15]!, 16)
    return pickBits(BEHIND_BOXES, (bit) => (bit > 4 * box && bit <= 4 * box + 4 ? (four >> (4 * box + 4 - bit)) & 1 : 0))
  })
}

/** For each place and value of a byte: the two words with the bits of this byte alone, moved. */
function toPermutation(order: readonly number[]): Int32Array {
  return Int32Array.from({ length: 8 * 256 * 2 }, (_, at) => {
    const [place, byte, half] = [at >> 9, (at >> 1) & 0xff, at & 1]
    const isHere = (bit: number) => (bit - 1) >> 3 === place
    return pickBits(order.slice(32 * half, 32 * half + 32), (bit) => (isHere(bit) ? (byte >> (7 - ((bit - 1) & 7))) & 1 : 0))
  })
}

/** Pairs of words for sixteen rounds: the bits for the first, third, … box and for the second, fourth, … */
function toRoundKeys(key: Uint8Array): number[][] {
  const bitOf = (bit: number) => (key[(bit - 1) >> 3]! >> (7 - ((bit - 1) & 7))) & 1
  return KEY_TURNS.map((turn) => {
    const bits = KEY_HALVES.flatMap((half) => [...half.slice(turn), ...half.slice(0, turn)])
    const sixes = Array.from({ length: 8 }, (_, box) =>
      pickBits(KEY_CHOICE.slice(6 * box, 6 * box + 6), (place) => bitOf(bits[place - 1]!)),
    )
    return [0, 1].map((from) => [26, 18, 10, 2].reduce((word, shift, i) => word | (sixes[2 * i + from]! << shift), 0))
  })
}

function pickBits(order: readonly number[], bitOf: (bit: number) => number): number {
  return order.reduce((word, bit) => (word << 1) | bitOf(bit), 0)
}

function parseNumbers(text: string): number[] {
  return text.split(/\s+/).map(Number)
}
