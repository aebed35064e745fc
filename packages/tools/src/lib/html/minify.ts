import { BLOCK } from './elements.ts'
import { findInline } from './find-inline.ts'
import { findKept } from './find-kept.ts'
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
 * pre, textarea and what a style attribute says to keep to the letter. What a style attribute shows inline is no block. A line break stays one where browsers take it for nothing.
 * Style sheets lose their white space too. Conditional and `<!--!` comments stay.
 */
export async function minifyHtml(text: string, options: HtmlMinify): Promise<string> {
  const tokens = [...scanHtml(text)].filter(
    (token) => token.kind !== 'comment' || options.keepsComments || isKeptComment(text, token),
  )
  const out: string[] = []
  const kept = findKept(text, tokens)
  const inline = findInline(text, tokens)
  let owner = ''
  const mayDrop = DROPS_BREAKS.test(text)
  let lastText = ''
  let isHead = true
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const raw = text.slice(token.start, token.end)
    isHead &&= staysHead(token)
    if (token.kind === 'open') {
      owner = token.name
      lastText = toNeighbour(token) ?? lastText
      out.push(toTag(raw, token))
    } else if (token.kind === 'close') {
      lastText = toNeighbour(token) ?? lastText
      // In SVG and in templates the case of a name counts.
      out.push(`</${raw.slice(2, 2 + token.name.length)}>`)
    } else if (token.kind === 'text' && !kept[index]) {
      const previous = tokens[index - 1]
      // Where a comment went, what stood on its two sides is one text.
      let whole = raw
      for (let next = tokens[index + 1]; next?.kind === 'text'; next = tokens[index + 1]) {
        whole += text.slice(next.start, next.end)
        index++
      }
      isHead &&= !/[^ \t\r\n\f]/.test(whole)
      const before = lastText
      const spaced = mayDrop
        ? whole.replaceAll(/[ \t\r\n\f]+/g, (run, at: number) => {
            if (!/[\r\n]/.test(run)) return ' '
            const next = whole[at + run.length] ?? findNextChar(text, tokens, index + 1)
            return isDroppedBreak(whole[at - 1] ?? findLastChar(before), next) ? '\n' : ' '
          })
        : whole.replaceAll(/[ \t\r\n\f]+/g, ' ')
      if (/[^ \t\r\n\f]/.test(whole)) lastText = whole
      const isEdge = (token: HtmlToken | undefined) => isBlockEdge(token) && !(token && inline.has(token))
      const edges = { isFirst: isEdge(previous), isLast: isEdge(tokens[index + 1]) }
      out.push(toShortText(spaced, { ...edges, options, isHead, last: out.at(-1) ?? '' }))
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

/** What a tag is to the text beside it: nothing where it is inline. */
function toNeighbour(token: Extract<HtmlToken, { kind: 'open' | 'close' }>): string | undefined {
  if (token.name === 'wbr') return '\u200b'
  return BLOCK.has(token.name) || REPLACED.has(token.name) ? '' : undefined
}

const REPLACED = new Set('audio br button canvas embed iframe img input math object select svg textarea video'.split(' '))

/** Pieces that are looked at for the next character, and white space that may stand before it. */
const MAX_PIECES = 16
const MAX_GAP = 200

function findLastChar(text: string): string {
  return /\S(?=\s*$)/.exec(text.slice(-MAX_GAP))?.[0] ?? ''
}

function findNextChar(text: string, tokens: readonly HtmlToken[], from: number): string {
  for (const token of tokens.slice(from, from + MAX_PIECES)) {
    if (token.kind === 'text') return text.slice(token.start, Math.min(token.end, token.start + MAX_GAP)).trimStart()[0] ?? ''
    const neighbour = token.kind === 'open' || token.kind === 'close' ? toNeighbour(token) : ''
    if (neighbour !== undefined) return neighbour
  }
  return ''
}

/** Characters of full width, and all beyond U+FFFF: a break that stays one is never wrong. */
const WIDE = /[\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\ud800-\udfff]/

const DROPS_BREAKS = new RegExp(`${WIDE.source}|\u200b|<wbr`, 'i')

/** Whether a line break between two characters shows nothing (CSS Text 3 §4.1.3): the text of Chinese pages goes on without a space. */
function isDroppedBreak(before: string, after: string): boolean {
  return before === '\u200b' || after === '\u200b' || (WIDE.test(before) && WIDE.test(after))
}

type TextPlace = { isFirst: boolean; isLast: boolean; options: HtmlMinify; isHead: boolean; last: string }

function toShortText(spaced: string, { isFirst, isLast, options, isHead, last }: TextPlace): string {
  if (options.keepsSpaces) return spaced
  if (isHead) return ''
  let text = spaced
  if (isFirst || /[ \n]$/.test(last)) text = text.replace(/^[ \n]/, '')
  if (isLast) text = text.replace(/[ \n]$/, '')
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
