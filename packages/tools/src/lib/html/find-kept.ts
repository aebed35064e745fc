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
      const isLong = token.end - token.start >= SHORTEST_STYLED
      const isKeeper = KEPT.has(token.name) || (isLong && KEEPS_SPACE.test(text.slice(token.start, token.end)))
      // Elements of the same name inside are counted too, so that the right end tag ends it.
      if (isKeeper || keepers.at(-1)?.name === token.name) keepers.push(token)
    }
    return isKept
  })
}
