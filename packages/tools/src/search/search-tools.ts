import type { Text } from '@octet/core/text.ts'
import { findDistance } from './near-words.ts'
import { parseSearchQuery, toWhole, type SearchQuery, type Sought } from './search-query.ts'

export type Searchable = {
  readonly id: string
  readonly route: string
  readonly title: Text
  readonly summary: Text
  readonly words: readonly string[]
}

/** How well a word is met by a row; 0 where it is nowhere. */
type ToScore = (row: Searchable, word: string) => number

/** Longer queries are pasted texts: no name was mistyped, and to look for one would keep the page waiting for seconds. */
const MAX_NEAR_CHARS = 100

/** What a word of a title or a search word is worth; less is chance, such as a word of a summary. */
const NAMED_SCORE = 3

/**
 * Tools that match a query, the best first: one that is called so, then those that have every word in the title, as a search
 * word, in the summary. Where none has, those that come near, for words mistyped or in another order; at last words that are
 * nowhere are left out, as “google” of “ping google”.
 */
export function searchTools<T extends Searchable>(rows: readonly T[], query: string): T[] {
  const parsed = parseSearchQuery(query)
  if (parsed.sought.length === 0) return [...rows]
  const found = sortByScore(rows, parsed, toScore)
  if (found.length > 0 || query.length > MAX_NEAR_CHARS) return found
  const near = sortByScore(rows, parsed, toNearScore)
  if (near.length > 0) return near
  return sortByPart(rows, parsed.sought)
}

/** Those alone that have every word, in the same order. */
export const findByWords = <T extends Searchable>(rows: readonly T[], query: string): T[] =>
  sortByScore(rows, parseSearchQuery(query), toScore)

/** Tools that have some of the words, at least a third of them, those with the rarest first. */
function sortByPart<T extends Searchable>(rows: readonly T[], sought: readonly Sought[]): T[] {
  const totals = rows.map((row) => ({ row, total: 0, met: 0 }))
  for (const { word } of sought) {
    const scores = rows.map((row) => toPartScore(row, word))
    const named = scores.filter((score) => score > 0).length
    const weight = Math.log(1 + rows.length / Math.max(1, named))
    for (const [at, score] of scores.entries()) {
      totals[at]!.total += score * weight
      if (score > 0) totals[at]!.met++
    }
  }
  const words = sought.filter(({ word }) => !/^\d+$/.test(word)).length
  const best = Math.max(...totals.map(({ total }) => total))
  return totals
    .filter(({ total, met }) => total > best / 2 && met * 3 >= words)
    .toSorted((a, b) => b.total - a.total)
    .map(({ row }) => row)
}

/** A name that begins with a word, or a Chinese one that stands in a longer run: 证书 in 安全证书. */
function toPartScore(row: Searchable, word: string): number {
  const score = toScore(row, word)
  if (score >= NAMED_SCORE || !/\p{sc=Han}/u.test(word)) return score >= NAMED_SCORE ? score : 0
  const inside = [row.title.zh, ...row.words].filter((name) => /^\p{sc=Han}{2,}$/u.test(name) && word.includes(name))
  return Math.max(0, ...inside.map((name) => (NAMED_SCORE * 2 * name.length) / word.length))
}

function sortByScore<T extends Searchable>(rows: readonly T[], query: SearchQuery, score: ToScore): T[] {
  return rows
    .map((row) => ({ row, total: toTotal(row, query, score) }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total)
    .map(({ row }) => row)
}

/** A row that is called like the whole query comes before all others, one with all its words in the title before the rest. */
function toTotal(row: Searchable, { whole, sought, around }: SearchQuery, score: ToScore): number {
  const called = toCalledScore(row, whole)
  const least = findLeast(sought, (word) => score(row, word))
  if (called + least <= 0) return 0
  const named = sought.length > 1 && findLeast(sought, (word) => score(toNamed(row), word)) > 0 ? 3 : 0
  const hints = around.map((word) => toScore(row, word)).filter((hint) => hint > 1)
  return called + least + named + hints.reduce((sum, hint) => sum + hint / 4, 0)
}

/** The first of a tool's names say best what it is: a “snowflake” is an id before it is a time. */
function toCalledScore({ id, title, words }: Searchable, whole: string): number {
  const at = whole === '' ? -1 : [id, title.en, title.zh, ...words].findIndex((name) => toWhole(name) === whole)
  return at < 0 ? 0 : 20 - at / 100
}

/** What is found of a tool by its title alone. */
const toNamed = ({ id, title }: Searchable): Searchable => ({ id, route: '', title, summary: { en: '', zh: '' }, words: [] })

/** The worst score of all words, or 0 as soon as one is nowhere. A Chinese run counts a little less by its parts. */
function findLeast(sought: readonly Sought[], score: (word: string) => number): number {
  let least = Infinity
  for (const { word, parts } of sought) {
    const byParts = parts.length > 1 || parts[0] !== word ? Math.min(...parts.map(score)) * 0.9 : 0
    least = Math.min(least, Math.max(score(word), byParts))
    if (least <= 0) return 0
  }
  return least
}

/** Below 1 for what only comes near, 0 for what does not. Of two that are as near, the one that is called so itself. */
function toNearScore(row: Searchable, word: string): number {
  const { id, title, summary, words } = row
  if (toScore(row, word) > 0) return 1
  const distance = findNear(word, [...words, ...title.en.split(/[^\p{L}\d]+/u), title.zh, summary.zh])
  return distance === undefined ? 0 : 1 - distance / 2 - (findNear(word, [id, title.zh]) ?? 1) / 10
}

const findNear = (word: string, texts: readonly string[]) => {
  const lowerTexts = texts.map((text) => text.toLowerCase())
  return findDistance(word, lowerTexts)
}

/** 0 when the word is nowhere. Both languages count: people search in the one they think in. */
function toScore({ id, title, summary, words, route }: Searchable, word: string): number {
  const titles = [title.en.toLowerCase(), title.zh.toLowerCase()]
  const lowerWords = words.map((other) => other.toLowerCase())
  if (id === word) return 6.5
  if (titles.includes(word) || lowerWords.includes(word) || route === word || route === `/${word}`) return 6
  if (titles.some((text) => text.startsWith(word))) return 5
  if (
    titles.some(
      (text) => text.split(/[\s/]+/).some((part) => part.startsWith(word)) || (/\P{ASCII}/u.test(word) && text.includes(word)),
    )
  )
    return 4
  if (lowerWords.some((other) => other.split(' ').some((part) => part.startsWith(word)))) return NAMED_SCORE
  if (titles.some((text) => text.includes(word)) || route.includes(word)) return 2
  return summary.en.toLowerCase().includes(word) || summary.zh.includes(word) ? 1 : 0
}
