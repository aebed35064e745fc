/** Share of the beginning that Winkler's form counts, and how much a sign of it does. */
const PREFIX = 4
const PREFIX_SHARE = 0.1

/** Jaro's likeness of two short lists, from 0 to 1, and Winkler's, which counts the beginning more (Winkler 1990). */
export function findJaro(left: Int32Array, right: Int32Array): { readonly jaro: number; readonly winkler: number } {
  if (left.length === 0 && right.length === 0) return { jaro: 1, winkler: 1 }
  const reach = Math.max(0, (Math.max(left.length, right.length) >> 1) - 1)
  const taken = new Uint8Array(right.length)
  const matched: number[] = []
  for (const [at, value] of left.entries()) {
    const end = Math.min(right.length, at + reach + 1)
    for (let to = Math.max(0, at - reach); to < end; to++)
      if (!taken[to] && right[to] === value) {
        taken[to] = 1
        matched.push(value)
        break
      }
  }
  const others = right.filter((_, at) => taken[at])
  const same = matched.length
  const moved = matched.filter((value, at) => others[at] !== value).length / 2
  const jaro = same === 0 ? 0 : (same / left.length + same / right.length + (same - moved) / same) / 3
  let prefix = 0
  while (prefix < PREFIX && prefix < left.length && prefix < right.length && left[prefix] === right[prefix]) prefix++
  return { jaro, winkler: jaro + prefix * PREFIX_SHARE * (1 - jaro) }
}

/** How often each thing stands in a list. */
type Counts = ReadonlyMap<string | number, number>

/** Likeness by what stands in both, wherever it does: Sørensen–Dice of pairs, Jaccard and cosine of single ones. From 0 to 1. */
export function findSetLikeness(left: Int32Array, right: Int32Array): { dice: number; jaccard: number; cosine: number } {
  const [pairs, ones] = [toPairs, Array.from<number>].map((toList) => [left, right].map((list) => count(toList(list))))
  // A single thing makes no pair: then the things themselves are counted.
  const hasPairs = left.length > 1 || right.length > 1
  return { dice: findDice(...((hasPairs ? pairs : ones) as [Counts, Counts])), ...findJaccard(...(ones as [Counts, Counts])) }
}

const toPairs = (list: Int32Array): string[] => Array.from(list.subarray(1), (value, at) => `${list[at]} ${value}`)

function count(list: readonly (string | number)[]): Counts {
  const counts = new Map<string | number, number>()
  for (const value of list) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const sum = (numbers: Iterable<number>): number => Array.from(numbers).reduce((total, value) => total + value, 0)
const ratio = (above: number, below: number): number => (below === 0 ? 1 : above / below)

function findDice(left: Counts, right: Counts): number {
  const both = sum(Array.from(left, ([value, times]) => Math.min(times, right.get(value) ?? 0)))
  return ratio(2 * both, sum(left.values()) + sum(right.values()))
}

function findJaccard(left: Counts, right: Counts): { jaccard: number; cosine: number } {
  const both = [...left.keys()].filter((value) => right.has(value)).length
  const product = sum(Array.from(left, ([value, times]) => times * (right.get(value) ?? 0)))
  const toLength = (counts: Counts) => Math.sqrt(sum(Array.from(counts.values(), (times) => times * times)))
  const jaccard = ratio(both, left.size + right.size - both)
  // Two empty lists are alike, an empty one and another are not.
  return {
    jaccard,
    cosine: left.size + right.size === 0 ? 1 : Math.min(1, ratio(product, toLength(left) * toLength(right) || 1)),
  }
}
