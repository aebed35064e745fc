/**
 * How far a word is from the nearest of others: at most 1, or undefined beyond. A Latin word may have a letter too many,
 * too few, wrong or swapped, a long one two of them, and may stop early; half of the pairs of characters of a Chinese one
 * must be there. A number is never meant for another.
 */
export function findDistance(word: string, others: readonly string[]): number | undefined {
  if (word.length < 3 || /^\d+$/.test(word)) return undefined
  if (/\P{ASCII}/u.test(word)) return findPairDistance(word, others.join('\n'))
  const near = word.length > 3 ? others : others.filter((other) => other[0] === word[0])
  const least = Math.min(...near.map((other) => countEdits(word, other) + Math.abs(other.length - word.length) / 1000))
  return Math.floor(least) <= toAllowed(word) ? least / 3 : undefined
}

function findPairDistance(word: string, text: string): number | undefined {
  const characters = [...word]
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  const missing = pairs.filter((pair) => !text.includes(pair)).length / pairs.length
  return missing <= 0.5 ? missing : undefined
}

/** Whether a word was meant for another: it has an edit too many, in a long one two, or is its beginning. */
export const isMeant = (word: string, other: string): boolean =>
  word.length > 1 && (other.startsWith(word) || (toEdits(word, other).at(-1) ?? Infinity) <= toAllowed(word))

const toAllowed = (word: string): number => (word.length > 5 ? 2 : word.length > 2 ? 1 : 0)

/** Edits from a word to the nearest beginning of another. */
const countEdits = (word: string, other: string): number => Math.min(...toEdits(word, other))

/** Edits from a word to each beginning of another, the whole of it last (optimal string alignment). */
function toEdits(word: string, other: string): readonly number[] {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= word.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = word[row - 1] === other[at - 1]
      const isSwap = row > 1 && at > 1 && word[row - 1] === other[at - 2] && word[row - 2] === other[at - 1]
      next[at] = Math.min(
        last[at]! + 1,
        next[at - 1]! + 1,
        last[at - 1]! + (isSame ? 0 : 1),
        isSwap ? before[at - 2]! + 1 : Infinity,
      )
    }
    before = last
    last = next
  }
  return last
}
