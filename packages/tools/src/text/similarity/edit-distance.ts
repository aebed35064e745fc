import type { Pacer } from '../../lib/pacer.ts'

/** Bits of a machine word of the bit vectors. */
const WORD = 32
/** Columns between two breaths are worth so many words. */
const SLICE = 1 << 16

/**
 * Levenshtein distance of two lists of numbers: how often one is put in, left out or exchanged. A whole column of the table is kept
 * in bits (Myers 1999, in blocks as Hyyrö 2003 has them), so that a step does 32 cells.
 */
export async function findEditDistance(left: Int32Array, right: Int32Array, breathe: Pacer): Promise<number> {
  const [short, long] = trimCommon(left, right)
  if (short.length === 0) return long.length
  const blocks = Math.ceil(short.length / WORD)
  const marks = toMarks(short, blocks)
  const nowhere = new Int32Array(blocks)
  const up = new Int32Array(blocks).fill(-1)
  const down = new Int32Array(blocks)
  const last = 1 << ((short.length - 1) % WORD)
  const columns = Math.ceil(SLICE / blocks)
  let distance = short.length
  for (let at = 0; at < long.length; at++) {
    const equal = marks.get(long[at]!) ?? nowhere
    let [upIn, downIn] = [1, 0]
    for (let block = 0; block < blocks; block++) {
      const [u, d, given] = [up[block]!, down[block]!, equal[block]!]
      const eq = given | downIn
      const x = (((eq & u) + u) ^ u) | eq
      let [more, less] = [d | ~(x | u), u & x]
      if (block === blocks - 1) distance += more & last ? 1 : less & last ? -1 : 0
      const [upOut, downOut] = [more >>> 31, less >>> 31]
      more = (more << 1) | upIn
      less = (less << 1) | downIn
      up[block] = less | ~(given | d | more)
      down[block] = more & (given | d)
      upIn = upOut
      downIn = downOut
    }
    if (at % columns === 0) await breathe()
  }
  return distance
}

/** For each number the places where it stands, a bit each. */
function toMarks(list: Int32Array, blocks: number): Map<number, Int32Array> {
  const marks = new Map<number, Int32Array>()
  for (const [at, value] of list.entries()) {
    const bits = marks.get(value) ?? new Int32Array(blocks)
    bits[(at / WORD) | 0]! |= 1 << (at % WORD)
    marks.set(value, bits)
  }
  return marks
}

/** What is left of both without what they begin and end with alike; the shorter one first. */
function trimCommon(left: Int32Array, right: Int32Array): [short: Int32Array, long: Int32Array] {
  const least = Math.min(left.length, right.length)
  let head = 0
  while (head < least && left[head] === right[head]) head++
  let tail = 0
  while (tail < least - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++
  const rest = [left, right].map((list) => list.subarray(head, list.length - tail)) as [Int32Array, Int32Array]
  return rest[0].length <= rest[1].length ? rest : [rest[1], rest[0]]
}

/** The same where two neighbours that change places are one step as well (optimal string alignment); all cells one by one. */
export function findSwapDistance(left: Int32Array, right: Int32Array): number {
  const [a, b] = trimCommon(left, right)
  let [before, row, next] = Array.from({ length: 3 }, () => new Int32Array(a.length + 1)) as [Int32Array, Int32Array, Int32Array]
  for (let at = 0; at <= a.length; at++) row[at] = at
  for (let j = 1; j <= b.length; j++) {
    next[0] = j
    for (let i = 1; i <= a.length; i++) {
      const change = row[i - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(change, row[i]! + 1, next[i - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[i - 2]! + 1)
      next[i] = best
    }
    ;[before, row, next] = [row, next, before]
  }
  return row[a.length]!
}
