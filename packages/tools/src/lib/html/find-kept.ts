import { KEPT, VOID } from './elements.ts'
import type { StartTag } from './open-elements.ts'
import type { HtmlToken } from './scan.ts'

/** Characters of the shortest tag that may hold this. */
const SHORTEST_STYLED = '<white-space:pre>'.length
const KEEPS_SPACE = /\bwhite-space\s*:\s*(?:pre|break-spaces)/i

/** For each token whether it stands where white space is shown. */
export function findKept(text: string, tokens: readonly HtmlToken[]): boolean[] {
  const keepers: StartTag[] = []
  return tokens.map((token) => {
    if (token.kind === 'close' && keepers.at(-1)?.name === token.name) keepers.pop()
    const isKept = keepers.length > 0
    if (token.kind === 'open' && !VOID.has(token.name) && !token.isSelfClosed) {
      // Elements of the same name inside are counted too, so that the right end tag ends it.
      if (isKeeper(text, token) || keepers.at(-1)?.name === token.name) keepers.push(token)
    }
    return isKept
  })
}

/** Where the outermost elements whose white space is shown have their content, the empty ones too. */
export function findKeptRanges(text: string, tokens: readonly HtmlToken[]): { start: number; end: number }[] {
  const kept = findKept(text, tokens)
  const ranges: { start: number; end: number }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'open' || kept[index] || !isKeeper(text, token)) continue
    let last = index + 1
    while (kept[last]) last++
    ranges.push({ start: token.end, end: tokens[last]?.start ?? text.length })
  }
  return ranges
}

/** An element that shows its white space, by itself or by its style. */
function isKeeper(text: string, token: StartTag): boolean {
  if (VOID.has(token.name) || token.isSelfClosed) return false
  const isLong = token.end - token.start >= SHORTEST_STYLED
  return KEPT.has(token.name) || (isLong && KEEPS_SPACE.test(text.slice(token.start, token.end)))
}
