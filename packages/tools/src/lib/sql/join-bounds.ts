import type { SqlToken } from './tokens.ts'

const OPENS = /^(?:\(|case)$/i
const CLOSES = /^(?:\)|end)$/i

/**
 * Leaves the AND of a BETWEEN on the line of its bounds, which the formatter takes for one that begins a condition wherever the
 * first bound is more than one word: `rows between 1 preceding and current row`.
 */
export function joinBounds(tokens: readonly SqlToken[]): readonly SqlToken[] {
  const broken = new Set<SqlToken>()
  /** How deep each BETWEEN stands whose AND has not come. */
  const waiting: number[] = []
  let depth = 0
  for (const [at, { kind, raw }] of tokens.entries()) {
    if (raw === ';') [depth, waiting.length] = [0, 0]
    if (kind !== 'word' && kind !== 'mark') continue
    if (OPENS.test(raw)) depth++
    if (CLOSES.test(raw)) while (waiting.at(-1) === depth) waiting.pop()
    if (CLOSES.test(raw)) depth--
    if (kind !== 'word' || tokens[at - 1]?.raw === '.') continue
    if (/^between$/i.test(raw)) waiting.push(depth)
    if (!/^and$/i.test(raw) || waiting.at(-1) !== depth) continue
    waiting.pop()
    for (const [gap, beyond] of [
      [tokens[at - 1], tokens[at - 2]],
      [tokens[at + 1], tokens[at + 2]],
    ])
      if (gap?.kind === 'space' && beyond?.kind !== 'comment') broken.add(gap)
  }
  if (broken.size === 0) return tokens
  return tokens.map((token) => (broken.has(token) ? { ...token, raw: ' ' } : token))
}
