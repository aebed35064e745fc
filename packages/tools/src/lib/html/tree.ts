import { AppError } from '@octet/core/errors.ts'
import { readAttributes, readHtmlText } from './attributes.ts'
import { MAX_HTML_DEPTH } from './check.ts'
import { VOID } from './elements.ts'
import { findEnded } from './open-elements.ts'
import { scanHtml, type HtmlToken } from './scan.ts'

export type HtmlElement = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: HtmlNode[]
}
/** An element, or text with its references resolved. */
export type HtmlNode = HtmlElement | string

/** Reads HTML into a tree; comments go. Throws `syntax_error`, and `too_large` for too many levels. */
export function parseHtmlTree(text: string): HtmlElement {
  const root: HtmlElement = { name: '', attributes: new Map(), children: [] }
  const open = [root]
  const counts = new Map<string, number>()
  const pop = () => {
    const name = open.pop()!.name
    counts.set(name, counts.get(name)! - 1)
    return name
  }
  for (const token of scanHtml(text)) {
    if (token.kind === 'open') {
      const ended = findEnded(token.name)
      while (ended.includes(open.at(-1)!.name)) pop()
      const element = toElement(token)
      open.at(-1)!.children.push(element)
      if (VOID.has(token.name)) continue
      open.push(element)
      counts.set(token.name, (counts.get(token.name) ?? 0) + 1)
      refuseDepth(open.length, token.start)
    } else if (token.kind === 'close') {
      if (counts.get(token.name)) while (pop() !== token.name);
    } else if (token.kind === 'text' || token.kind === 'raw') {
      const words = text.slice(token.start, token.end)
      const isCode = /^(?:script|style)$/.test(open.at(-1)!.name)
      open.at(-1)!.children.push(isCode ? words : readHtmlText(words))
    }
  }
  return root
}

const toElement = ({ name, attributes }: Extract<HtmlToken, { kind: 'open' }>): HtmlElement => ({
  name,
  attributes: readAttributes(attributes),
  children: [],
})

function refuseDepth(depth: number, offset: number): void {
  if (depth <= MAX_HTML_DEPTH) return
  throw new AppError('too_large', {
    field: { en: 'Nesting', zh: '嵌套层数' },
    limit: { en: `${MAX_HTML_DEPTH} levels`, zh: `${MAX_HTML_DEPTH} 层` },
    got: depth,
    offset,
  })
}
