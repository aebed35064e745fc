import type { Text } from '@octet/core/text.ts'
import { findDistance } from './near-words.ts'

export type Searchable = {
  readonly id: string
  readonly route: string
  readonly title: Text
  readonly summary: Text
  readonly words: readonly string[]
}

/** Longer queries are pasted texts: no name was mistyped, and to look for one would keep the page waiting for seconds. */
const MAX_NEAR_CHARS = 100

/**
 * Tools that match every word of a query, the best first: a title with all of several words, a title that begins with it,
 * a title, a search word, the summary.
 * Where none does, those that come near, for words mistyped or in another order.
 */
export function searchTools<T extends Searchable>(rows: readonly T[], query: string): T[] {
  const words = toWords(query)
  if (words.length === 0) return [...rows]
  const found = sortByScore(rows, words, toScore)
  return found.length > 0 || query.length > MAX_NEAR_CHARS ? found : sortByScore(rows, words, toNearScore)
}

/** Full-width letters are the same letters, and a border between Latin and Chinese parts words as a space does. */
function toWords(query: string): string[] {
  const plain = query.normalize('NFKC').toLowerCase()
  const parts = plain.split(/\s+|(?<=[a-z\d])(?=\p{sc=Han})|(?<=\p{sc=Han})(?=[a-z\d])/u)
  return [...new Set(parts.filter(Boolean))]
}

function sortByScore<T extends Searchable>(
  rows: readonly T[],
  words: readonly string[],
  score: (row: Searchable, word: string) => number,
): T[] {
  return rows
    .map((row) => ({ row, least: findLeast(words, (word) => score(row, word)) }))
    .filter(({ least }) => least > 0)
    .map(({ row, least }) => ({
      row,
      least,
      named: words.length > 1 ? findLeast(words, (word) => score(toNamed(row), word)) : 0,
    }))
    .sort((a, b) => b.named - a.named || b.least - a.least)
    .map(({ row }) => row)
}

/** What is found of a tool by its title alone. */
const toNamed = ({ id, title }: Searchable): Searchable => ({ id, route: '', title, summary: { en: '', zh: '' }, words: [] })

/** The worst score of all words, or 0 as soon as one is nowhere. */
function findLeast(words: readonly string[], score: (word: string) => number): number {
  let least = Infinity
  for (const word of words) {
    least = Math.min(least, score(word))
    if (least <= 0) return 0
  }
  return least
}

/** Below 1 for what only comes near, 0 for what does not. */
function toNearScore(row: Searchable, word: string): number {
  const { title, summary, words } = row
  const texts = [...words, ...title.en.split(/[^\p{L}\d]+/u), title.zh, summary.zh].map((text) => text.toLowerCase())
  const distance = toScore(row, word) > 0 ? 0 : findDistance(word, texts)
  return distance === undefined ? 0 : 1 - distance / 2
}

/** 0 when the word is nowhere. Both languages count: people search in the one they think in. */
function toScore({ title, summary, words, route }: Searchable, word: string): number {
  const titles = [title.en.toLowerCase(), title.zh.toLowerCase()]
  const lowerWords = words.map((other) => other.toLowerCase())
  if (titles.includes(word) || lowerWords.includes(word) || route === word || route === `/${word}`) return 6
  if (titles.some((text) => text.startsWith(word))) return 5
  if (
    titles.some(
      (text) => text.split(/[\s/]+/).some((part) => part.startsWith(word)) || (/\P{ASCII}/u.test(word) && text.includes(word)),
    )
  )
    return 4
  if (lowerWords.some((other) => other.startsWith(word))) return 3
  if (titles.some((text) => text.includes(word)) || route.includes(word)) return 2
  return summary.en.toLowerCase().includes(word) || summary.zh.includes(word) ? 1 : 0
}
