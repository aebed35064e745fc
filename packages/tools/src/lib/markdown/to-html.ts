import type { Token } from 'markdown-it'
import { cleanHtml } from '../html/clean.ts'
import { listHeadings, type Heading } from './headings.ts'
import type { HtmlRule } from './html-rules.ts'
import { createMarkdown, parseMarkdown } from './parser.ts'
import { isForeignHtml } from './tasks.ts'

type ToHtmlOptions = { readonly rule: HtmlRule; readonly isBroken: boolean; readonly hasAnchors: boolean }

/** Markdown → HTML. Throws `too_large`. */
export async function markdownToHtml(text: string, { rule, isBroken, hasAnchors }: ToHtmlOptions): Promise<string> {
  const parser = await createMarkdown({ hasHtml: rule !== 'escape', isBroken })
  const tokens = parseMarkdown(parser, text)
  if (hasAnchors) listHeadings(tokens)
  tokens.forEach(alignByAttribute)
  const html = parser.renderer.render(tokens, parser.options, {})
  return rule === 'keep' || !holdsHtml(tokens) ? html : cleanHtml(html)
}

/** What Markdown becomes is clean; what it says nothing of is the HTML that it holds. */
const holdsHtml = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => isForeignHtml(token) || token.children?.some(isForeignHtml))

/** The headings of a text. Throws `too_large`. */
export async function readHeadings(text: string): Promise<Heading[]> {
  return listHeadings(parseMarkdown(await createMarkdown({ hasHtml: true }), text))
}

/** Columns are aligned as GitHub does it: pages with a strict policy drop styles. */
function alignByAttribute(token: Token): void {
  const style = token.attrs && token.attrGet('style')
  if (!style || !token.attrs) return
  const [, align] = /^text-align:(\w+)$/.exec(String(style)) ?? []
  if (!align) return
  token.attrs = token.attrs.filter(([name]) => name !== 'style')
  token.attrSet('align', align)
}
