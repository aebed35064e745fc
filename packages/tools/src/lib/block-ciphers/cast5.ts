import { toWords, turn, type Block } from './block.ts'
import { CAST5_BOXES } from './cast5-boxes.ts'

/** Keys of up to 80 bits have fewer rounds. */
const [ROUNDS, SHORT_ROUNDS, SHORT_KEY_BYTES] = [16, 12, 10]
const BOXES = Int32Array.from(toWords(CAST5_BOXES))

/**
 * How a key is expanded (RFC 2144 §2.4). There are two registers of 16 bytes. Each of the four steps of a line makes a word of one
 * register: the word of the other that begins at the first number, mixed with what the boxes 5 to 8 have for four bytes and one more
 * box for a fifth. Those of the first step are of the other register, the later ones of the register that is being made but the fifth.
 */
const MIXES = [
  ['0DFCE8', '80213A', 'C76549', '4A9B8B'],
  ['857460', '002132', '476541', 'CA9B83'],
]
/** Boxes for the fifth byte in each step of a mix. */
const FIFTH_BOXES = [7, 8, 5, 6]
/** The bytes that four keys are read from after each mix, by the boxes 5 to 8 and a fifth: 5 for the first key, 6, 7, 8. */
const PICKS = [
  ['89762', 'AB546', 'CD329', 'EF10C'],
  ['32CD8', '10EFD', '76893', '54AB7'],
  ['32CD9', '10EFC', '76892', '54AB6'],
  ['89763', 'AB547', 'CD328', 'EF10D'],
]

/** CAST5, also called CAST-128, for 5 to 16 bytes of key (RFC 2144). */
export function createCast5Block(key: Uint8Array): Block {
  const whole = new Uint8Array(16)
  whole.set(key)
  const keys = expandKey(whole)
  const order = Array.from({ length: key.length > SHORT_KEY_BYTES ? ROUNDS : SHORT_ROUNDS }, (_, i) => i)
  const backwards = order.toReversed()
  return {
    sizeBytes: 8,
    encrypt: (block) => crypt(block, keys, order),
    decrypt: (block) => crypt(block, keys, backwards),
  }
}

function crypt(block: Uint8Array, keys: Int32Array, order: readonly number[]): void {
  const view = new DataView(block.buffer, block.byteOffset, 8)
  let [left, right] = [view.getInt32(0), view.getInt32(4)]
  for (const round of order) {
    const mixed = left ^ mix(right, { kind: round % 3, masking: keys[round]!, bits: keys[ROUNDS + round]! & 31 })
    left = right
    right = mixed
  }
  view.setInt32(0, right)
  view.setInt32(4, left)
}

/** One of three ways, round by round in turn (RFC 2144 §2.2). */
function mix(word: number, { kind, masking, bits }: { kind: number; masking: number; bits: number }): number {
  const keyed = (kind === 0 ? masking + word : kind === 1 ? masking ^ word : masking - word) | 0
  const turned = turn(keyed, bits)
  const [a, b, c, d] = [
    box(1, turned >>> 24),
    box(2, (turned >>> 16) & 0xff),
    box(3, (turned >>> 8) & 0xff),
    box(4, turned & 0xff),
  ]
  if (kind === 0) return ((a ^ b) - c + d) | 0
  return kind === 1 ? ((a - b + c) | 0) ^ d : (((a + b) ^ c) - d) | 0
}

const box = (number: number, byte: number): number => BOXES[(number - 1) * 256 + byte]!

/** 16 keys to mask with, then 16 that say how far to turn. */
function expandKey(key: Uint8Array): Int32Array {
  const keys: number[] = []
  const registers = [Uint8Array.from(key), new Uint8Array(16)]
  for (let round = 0; round < 8; round++) {
    const [from, to] = round % 2 === 0 ? registers : registers.toReversed()
    remake(from!, to!, MIXES[round % 2]!)
    for (const [i, picks] of PICKS[round % 4]!.entries()) keys.push(pick(to!, picks) ^ box(5 + i, to![toPlace(picks, 4)]!))
  }
  return Int32Array.from(keys)
}

function remake(from: Uint8Array, to: Uint8Array, steps: readonly string[]): void {
  const [old, made] = [new DataView(from.buffer), new DataView(to.buffer)]
  for (const [i, step] of steps.entries()) {
    const picked = pick(i === 0 ? from : to, step.slice(1))
    made.setInt32(4 * i, old.getInt32(toPlace(step, 0)) ^ picked ^ box(FIFTH_BOXES[i]!, from[toPlace(step, 5)]!))
  }
}

/** What the boxes 5 to 8 have for four bytes of a register. */
function pick(register: Uint8Array, places: string): number {
  return [0, 1, 2, 3].reduce((word, i) => word ^ box(5 + i, register[toPlace(places, i)]!), 0)
}

const toPlace = (places: string, at: number): number => Number.parseInt(places[at]!, 16)
