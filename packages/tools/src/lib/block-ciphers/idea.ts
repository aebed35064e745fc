import type { Block } from './block.ts'

const ROUNDS = 8
const ROUND_KEYS = 6
const KEYS = ROUNDS * ROUND_KEYS + 4
/** Numbers from 1 to 65,536, the last one written as 0, are multiplied modulo this prime. */
const PRIME = 0x10001

/** IDEA for 16 bytes of key (X. Lai, “On the Design and Security of Block Ciphers”, 1992). */
export function createIdeaBlock(key: Uint8Array): Block {
  const forward = expandKey(key)
  const backward = invertKeys(forward)
  return {
    sizeBytes: 8,
    encrypt: (block) => crypt(block, forward),
    decrypt: (block) => crypt(block, backward),
  }
}

function crypt(block: Uint8Array, keys: Uint16Array): void {
  let [a, b, c, d] = Array.from({ length: 4 }, (_, i) => (block[2 * i]! << 8) | block[2 * i + 1]!) as [
    number,
    number,
    number,
    number,
  ]
  for (let at = 0; at < ROUNDS * ROUND_KEYS; at += ROUND_KEYS) {
    a = multiply(a, keys[at]!)
    b = (b + keys[at + 1]!) & 0xffff
    c = (c + keys[at + 2]!) & 0xffff
    d = multiply(d, keys[at + 3]!)
    const first = multiply(a ^ c, keys[at + 4]!)
    const second = multiply((first + (b ^ d)) & 0xffff, keys[at + 5]!)
    const both = (first + second) & 0xffff
    ;[a, b, c, d] = [a ^ second, c ^ second, b ^ both, d ^ both]
  }
  const [w, x, y, z] = keys.subarray(KEYS - 4) as unknown as [number, number, number, number]
  for (const [i, word] of [multiply(a, w), c + x, b + y, multiply(d, z)].entries()) {
    block[2 * i] = word >>> 8
    block[2 * i + 1] = word
  }
}

function multiply(a: number, b: number): number {
  if (a === 0) return (PRIME - b) & 0xffff
  if (b === 0) return (PRIME - a) & 0xffff
  return ((a * b) % PRIME) & 0xffff
}

/** Words of 16 bits: those of the key, then those of the key turned by 25 bits, and so on. */
function expandKey(key: Uint8Array): Uint16Array {
  const bitsAt = (bit: number) => {
    const at = bit >> 3
    const three = (key[at & 15]! << 16) | (key[(at + 1) & 15]! << 8) | key[(at + 2) & 15]!
    return three >>> (8 - (bit & 7))
  }
  return Uint16Array.from({ length: KEYS }, (_, i) => bitsAt(16 * (i & 7) + 25 * (i >> 3)))
}

/** The keys that undo: the last round first, each factor and each addend turned round; the middle addends change places. */
function invertKeys(keys: Uint16Array): Uint16Array {
  const inverse = new Uint16Array(KEYS)
  for (let round = 0; round <= ROUNDS; round++) {
    const [from, to] = [(ROUNDS - round) * ROUND_KEYS, round * ROUND_KEYS]
    const isOuter = round === 0 || round === ROUNDS
    inverse[to] = invert(keys[from]!)
    inverse[to + 1] = -keys[from + (isOuter ? 1 : 2)]!
    inverse[to + 2] = -keys[from + (isOuter ? 2 : 1)]!
    inverse[to + 3] = invert(keys[from + 3]!)
    if (round < ROUNDS) inverse.set(keys.subarray(from - 2, from), to + 4)
  }
  return inverse
}

/** The power that undoes a factor, by Fermat: number^(prime − 2), which is the 15 lowest powers of two and one more of each. */
function invert(number: number): number {
  let [result, power] = [1, number]
  for (let left = PRIME - 2; left > 0; left >>= 1) {
    if (left & 1) result = multiply(result, power)
    power = multiply(power, power)
  }
  return result
}
