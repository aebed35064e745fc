import { BLOCK } from './elements.ts'
import type { HtmlToken } from './scan.ts'

const INLINE = /\bdisplay\s*:\s*(?:inline|contents)/i

/** The tags of blocks that their own style attribute shows in the line, where white space beside them is seen. */
export function findInline(text: string, tokens: readonly HtmlToken[]): ReadonlySet<HtmlToken> {
  const found = new Set<HtmlToken>()
  if (!INLINE.test(text)) return found
  const open = new Map<string, boolean[]>()
  const toStack = (name: string) => open.get(name) ?? open.set(name, []).get(name)!
  for (const token of tokens) {
    if ((token.kind !== 'open' && token.kind !== 'close') || !BLOCK.has(token.name)) continue
    const isInline = token.kind === 'close' ? open.get(token.name)?.pop() : INLINE.test(text.slice(token.start, token.end))
    if (isInline) found.add(token)
    if (token.kind === 'open') toStack(token.name).push(isInline ?? false)
  }
  return found
}
