import type { Text } from '@octet/core/text.ts'

export type Searchable = {
  readonly id: string
  readonly route: string
  readonly title: Text
  readonly summary: Text
  readonly words: readonly string[]
}

/** Tools that match every word of a query, the best first: a title that begins with it, a title, a search word, the summary. */
export function searchTools<T extends Searchable>(rows: readonly T[], query: string): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...rows]
  return rows
    .map((row) => ({ row, score: words.reduce((least, word) => Math.min(least, toScore(row, word)), Infinity) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row)
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
