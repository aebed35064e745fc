import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../syntax-error.ts'

/** One piece of an HTML text, as written from `start` to `end`. */
export type HtmlToken =
  | {
      readonly kind: 'open'
      readonly start: number
      readonly end: number
      readonly name: string
      readonly attributes: readonly string[]
      readonly isSelfClosed: boolean
    }
  | { readonly kind: 'close'; readonly start: number; readonly end: number; readonly name: string }
  /** `raw` is the content of script, style, textarea and title, in which tags mean nothing. */
  | { readonly kind: 'text' | 'raw' | 'comment' | 'doctype'; readonly start: number; readonly end: number }

const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'noembed', 'noframes', 'iframe'])
const TAG_NAME = /[a-z][^\s/>]*/iy
const ATTRIBUTE = /[^\s/>=][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/y
const GAP = /[\s/]/

/**
 * Reads HTML piece by piece (HTML §13.2.5, without the repairs of §13.2.6). Throws `syntax_error` for what has no end:
 * a comment, a tag, a quote, a script.
 */
export function* scanHtml(text: string): Generator<HtmlToken> {
  let pos = 0
  while (pos < text.length) {
    const token = readToken(text, pos)
    yield token
    pos = token.end
    if (token.kind === 'open' && RAW.has(token.name) && !token.isSelfClosed) {
      const end = findRawEnd(text, token)
      if (end > pos) yield { kind: 'raw', start: pos, end }
      pos = end
    }
  }
}

function readToken(text: string, start: number): HtmlToken {
  if (text[start] !== '<') return readText(text, start)
  const next = text[start + 1] ?? ''
  if (text.startsWith('<!--', start)) {
    const stop = text.indexOf('-->', start + 4)
    if (stop < 0) throw fail(text, start, { en: 'this comment is never closed by -->', zh: '注释没有以 --> 结束' })
    return { kind: 'comment', start, end: stop + 3 }
  }
  if (next === '!' || next === '?') {
    const stop = text.indexOf('>', start)
    if (stop < 0) throw fail(text, start, { en: 'expected “>”', zh: '缺少“>”' })
    return { kind: /^<!doctype/i.test(text.slice(start, start + 9)) ? 'doctype' : 'comment', start, end: stop + 1 }
  }
  if (next === '/' && isLetter(text, start + 2)) {
    const stop = text.indexOf('>', start)
    const name = matchAt(TAG_NAME, text, start + 2).toLowerCase()
    if (stop < 0) throw fail(text, start, { en: `</${name} is never closed by “>”`, zh: `</${name} 缺少“>”` })
    return { kind: 'close', start, end: stop + 1, name }
  }
  return isLetter(text, start + 1) ? readOpen(text, start) : readText(text, start)
}

function readText(text: string, start: number): HtmlToken {
  let end = text.indexOf('<', start + 1)
  while (end >= 0 && !beginsMarkup(text, end)) end = text.indexOf('<', end + 1)
  return { kind: 'text', start, end: end < 0 ? text.length : end }
}

function beginsMarkup(text: string, at: number): boolean {
  const next = text[at + 1]
  return next === '!' || next === '?' || isLetter(text, next === '/' ? at + 2 : at + 1)
}

/** Of ASCII. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 0x20
  return code >= 0x61 && code <= 0x7a
}

/** White space, or a slash. */
function isGap(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code > 0x20 && code < 0x80) return code === 0x2f
  return GAP.test(text[at] ?? '')
}

function readOpen(text: string, start: number): HtmlToken {
  const raw = matchAt(TAG_NAME, text, start + 1)
  const attributes: string[] = []
  let pos = start + 1 + raw.length
  for (;;) {
    const gapStart = pos
    while (isGap(text, pos)) pos++
    if (text[pos] === '>') {
      const isSelfClosed = pos > gapStart && text[pos - 1] === '/'
      return { kind: 'open', start, end: pos + 1, name: raw.toLowerCase(), attributes, isSelfClosed }
    }
    if (pos >= text.length) throw fail(text, start, { en: `<${raw} is never closed by “>”`, zh: `<${raw} 缺少“>”` })
    const attribute = matchAt(ATTRIBUTE, text, pos) || text[pos]!
    const quote = findOpenQuote(text, pos + attribute.length)
    if (quote !== undefined) throw fail(text, quote, { en: 'this quote is never closed', zh: '引号没有结束' })
    attributes.push(attribute)
    pos += attribute.length
  }
}

/** Where a quote begins behind an attribute, with an equals sign before it; a closed one would be of the attribute. */
function findOpenQuote(text: string, after: number): number | undefined {
  const next = text[after]
  if (next === '>' || (next !== '=' && !isGap(text, after))) return undefined
  const [value] = /^\s*=\s*["']/.exec(text.slice(after, after + 40)) ?? []
  return value === undefined ? undefined : after + value.length - 1
}

function findRawEnd(text: string, { name, start, end }: { name: string; start: number; end: number }): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  pattern.lastIndex = end
  const stop = pattern.exec(text)?.index
  if (stop === undefined)
    throw fail(text, start, { en: `<${name}> is never closed; expected </${name}>`, zh: `<${name}> 没有结束标签 </${name}>` })
  return stop
}

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? ''
}

function fail(text: string, offset: number, reason: Text) {
  return syntaxError({ format: 'HTML', text, offset, reason })
}
