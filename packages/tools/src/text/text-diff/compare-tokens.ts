import { findShortestEdit, toNumbers, type Run } from './shortest-edit.ts'

export type Part = { readonly change: Run['change']; readonly text: string; readonly count: number }

/** Letters, digits and underscores of words in Latin script; × ÷ and the signs among the modifier letters are none. */
const WORD =
  'a-zA-Z0-9_\\u{AD}\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2C6}\\u{2C8}-\\u{2D7}\\u{2DE}-\\u{2FF}\\u{1E00}-\\u{1EFF}'
/** Line ends, words, white space, and every other character by itself. */
const WORDS = new RegExp(`\\r?\\n|[${WORD}]+|[^\\S\\n\\r]+|[^${WORD}]`, 'gu')

/** The shortest way from one text to the other by words or characters; nothing where it costs too much. */
export function compareTokens(
  left: string,
  right: string,
  { by, ignoreCase }: { readonly by: 'word' | 'char'; readonly ignoreCase: boolean },
): Part[] | undefined {
  const split = (text: string): string[] => (by === 'char' ? Array.from(text) : (text.match(WORDS) ?? []))
  const [before, after] = [split(left), split(right)]
  const toKeys = (tokens: string[]) => (ignoreCase ? tokens.map((token) => token.toLowerCase()) : tokens)
  const runs = findShortestEdit(...toNumbers(toKeys(before), toKeys(after)))
  let [at, to] = [0, 0]
  return runs?.map(({ change, count }) => {
    const tokens = change === 'removed' ? before.slice(at, at + count) : after.slice(to, to + count)
    if (change !== 'added') at += count
    if (change !== 'removed') to += count
    return { change, text: tokens.join(''), count }
  })
}
