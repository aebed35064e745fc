import { BLOCK, KEPT } from './elements.ts'
import { parseCss, writeCss } from '../css/format.ts'
import { isAppError } from '@octet/core/errors.ts'
import { scanHtml, type HtmlToken } from './scan.ts'
import type { Pacer } from '../pacer.ts'

export type HtmlMinify = {
  /** One space stays wherever there was white space, even beside blocks (a style may show them inline). */
  readonly keepsSpaces: boolean
  readonly keepsComments: boolean
  readonly breathe: Pacer
}

/**
 * Takes white space, comments and nothing else: attributes, their quotes, entities and scripts stay as written,
 * pre and textarea to the letter. Style sheets lose their white space too. Conditional and `<!--!` comments stay.
 */
export async function minifyHtml(text: string, options: HtmlMinify): Promise<string> {
  const tokens = [...scanHtml(text)].filter(
    (token) => token.kind !== 'comment' || options.keepsComments || isKeptComment(text, token),
  )
  const out: string[] = []
  let kept = 0
  let owner = ''
  let isHead = true
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const raw = text.slice(token.start, token.end)
    isHead &&= staysHead(token)
    if (token.kind === 'open') {
      owner = token.name
      if (KEPT.has(token.name)) kept++
      out.push(toTag(raw, token))
    } else if (token.kind === 'close') {
      if (KEPT.has(token.name)) kept = Math.max(0, kept - 1)
      // In SVG and in templates the case of a name counts.
      out.push(`</${raw.slice(2, 2 + token.name.length)}>`)
    } else if (token.kind === 'text' && kept === 0) {
      const before = tokens[index - 1]
      // Where a comment went, what stood on its two sides is one text.
      let whole = raw
      for (let next = tokens[index + 1]; next?.kind === 'text'; next = tokens[index + 1]) {
        whole += text.slice(next.start, next.end)
        index++
      }
      isHead &&= !/[^ \t\r\n\f]/.test(whole)
      out.push(toShortText(whole, { before, after: tokens[index + 1], options, isHead, last: out.at(-1) ?? '' }))
    } else if (token.kind === 'raw' && owner === 'style') out.push(await toShortStyle(raw))
    else if (token.kind === 'raw' && owner === 'script') out.push(raw.trim())
    else if (token.kind === 'doctype') out.push(raw.replaceAll(/\s+/g, ' '))
    else out.push(raw)
    if (index % 4096 === 0) await options.breathe()
  }
  return out.join('')
}

function isKeptComment(text: string, { start, end }: HtmlToken): boolean {
  return (
    /^<!(?:--(?:!|#|\[if)|\[|.*?\[endif\])/i.test(text.slice(start, Math.min(end, start + 40))) ||
    /\[endif\]-->$/i.test(text.slice(Math.max(start, end - 20), end))
  )
}

function toTag(raw: string, { name, attributes, isSelfClosed }: Extract<HtmlToken, { kind: 'open' }>): string {
  const list = attributes.map((attribute) => ` ${attribute.replace(/^([^\s=]+)\s*=\s*/, '$1=')}`)
  // `<a href=x/>` would take the slash into the value.
  const gap = isSelfClosed && /[^"'\s]$/.test(attributes.at(-1) ?? '"') ? ' ' : ''
  return `<${raw.slice(1, 1 + name.length)}${list.join('')}${isSelfClosed ? `${gap}/` : ''}>`
}

/** What may stand in the head (HTML §4.2), of which nothing is shown. */
const HEAD = new Set('html head title base link meta style script noscript template'.split(' '))

/** Whether the head of the document, or what may still be it, goes on with a token other than text. */
function staysHead(token: HtmlToken): boolean {
  return token.kind === 'open' ? HEAD.has(token.name) : token.kind !== 'close' || token.name !== 'head'
}

function toShortText(
  raw: string,
  {
    before,
    after,
    options,
    isHead,
    last,
  }: { before: HtmlToken | undefined; after: HtmlToken | undefined; options: HtmlMinify; isHead: boolean; last: string },
): string {
  let text = raw.replaceAll(/[ \t\r\n\f]+/g, ' ')
  if (options.keepsSpaces) return text
  if (isHead) return ''
  if (isBlockEdge(before) || last.endsWith(' ')) text = text.replace(/^ /, '')
  if (isBlockEdge(after)) text = text.replace(/ $/, '')
  return text
}

function isBlockEdge(token: HtmlToken | undefined): boolean {
  if (!token || token.kind === 'doctype') return true
  return (token.kind === 'open' || token.kind === 'close') && BLOCK.has(token.name)
}

async function toShortStyle(css: string): Promise<string> {
  try {
    return writeCss(await parseCss(css), { indent: '' })
  } catch (error) {
    // A template may hold what is no CSS yet.
    if (isAppError(error)) return css.trim()
    throw error
  }
}
