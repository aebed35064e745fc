import type { Pacer } from '../../lib/pacer.ts'
import { findShortestEdit } from '../text-diff/shortest-edit.ts'
import { findEditDistance, findSwapDistance } from './edit-distance.ts'
import { findJaro, findSetLikeness } from './likeness.ts'
import { findLongestRun } from './shared-parts.ts'
import type { Units } from './to-units.ts'

/** Jaro is meant for names. */
const MAX_JARO = 1_000

/** All measures of two texts; those that would take long are left out. */
export async function compareUnits(units: Units, { breathe, mostSingle }: { breathe: Pacer; mostSingle: number }) {
  const { left, right } = units
  const longer = Math.max(left.length, right.length)
  const distance = await findEditDistance(left, right, breathe)
  const isShort = left.length * right.length <= mostSingle
  const runs = findShortestEdit(left, right)
  const subsequence = runs?.reduce((sum, { change, count }) => sum + (change === 'same' ? count : 0), 0)
  const { dice, jaccard, cosine } = findSetLikeness(left, right)
  const part = findLongestPart(units)
  return {
    similarity: toPercent(longer === 0 ? 1 : 1 - distance / longer),
    distance,
    ...(isShort ? { swapDistance: findSwapDistance(left, right) } : {}),
    ...toHamming(units),
    ...(subsequence === undefined ? {} : { subsequence }),
    ...(longer <= MAX_JARO ? { jaroWinkler: toPercent(findJaro(left, right).winkler) } : {}),
    dice: toPercent(dice),
    jaccard: toPercent(jaccard),
    cosine: toPercent(cosine),
    leftLength: left.length,
    rightLength: right.length,
    ...(part === '' ? {} : { text: part }),
    omitsSlow: !isShort || subsequence === undefined,
  }
}

/** Hundredths of a per cent, as far as they can be trusted. */
const toPercent = (share: number): number => Math.round(share * 10_000) / 100

/** The longest run that both have; the automaton is built from the shorter one. */
function findLongestPart({ left, right, write }: Units): string {
  const side = left.length <= right.length ? 'right' : 'left'
  const { end, length } = side === 'right' ? findLongestRun(left, right) : findLongestRun(right, left)
  return write(side, end - length, end)
}

/** Only of lists that are equally long (Hamming 1950); of bytes, by bit as well. */
function toHamming({ left, right, by }: Units): { hamming?: number; hammingBits?: number } {
  if (left.length !== right.length) return {}
  const hamming = left.filter((value, at) => value !== right[at]).length
  if (by !== 'hex') return { hamming }
  return { hamming, hammingBits: left.reduce((sum, byte, at) => sum + countBits(byte ^ right[at]!), 0) }
}

const countBits = (byte: number): number => byte.toString(2).replaceAll('0', '').length
