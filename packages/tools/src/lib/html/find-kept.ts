import { KEPT, VOID } from './elements.ts'
import type { StartTag } from './open-elements.ts'
import type { HtmlToken } from './scan.ts'

const STYLE = /white-space/i
const KEEPS_SPACE = /\bwhite-space\s*:\s*(?:pre|break-spaces)/i

/** For each token whether it stands where white space is shown. */
export function findKept(text: string, tokens: readonly HtmlToken[]): boolean[] {
  const keepers: StartTag[] = []
  const hasStyles = STYLE.test(text)
  return tokens.map((token) => {
    if (token.kind === 'close' && keepers.at(-1)?.name === token.name) keepers.pop()
    const isKept = keepers.length > 0
    if (token.kind === 'open' && !VOID.has(token.name) && !token.isSelfClosed) {
      // Elements of the same name inside are counted too, so that the right end tag ends it.
      if (isKeeper(text, token, hasStyles) || keepers.at(-1)?.name === token.name) keepers.push(token)
    }
    return isKept
  })
}

/** Where the outermost elements whose white space is shown have their content, the empty ones too. */
export function findKeptRanges(text: string, tokens: readonly HtmlToken[]): { start: number; end: number }[] {
  const kept = findKept(text, tokens)
  const hasStyles = STYLE.test(text)
  const ranges: { start: number; end: number }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'open' || kept[index] || !isKeeper(text, token, hasStyles)) continue
    let last = index + 1
    while (kept[last]) last++
    ranges.push({ start: token.end, end: tokens[last]?.start ?? text.length })
  }
  return ranges
}

/** An element that shows its white space, by itself or by its style, where the text has such. */
function isKeeper(text: string, token: StartTag, hasStyles: boolean): boolean {
  if (VOID.has(token.name) || token.isSelfClosed) return false
  return KEPT.has(token.name) || (hasStyles && KEEPS_SPACE.test(text.slice(token.start, token.end)))
}

/** Whether a text may hold an element whose white space is shown; most hold none, and need not be looked through. */
export const mayKeepSpace = (text: string): boolean => /<(?:pre|textarea|listing)\b/i.test(text) || STYLE.test(text)
