import { AppError } from '@octet/core/errors.ts'
import { cutEnd } from '../cut-end.ts'
import { BLOCK, VOID } from './elements.ts'
import { findKept } from './find-kept.ts'
import { OpenElements, type StartTag } from './open-elements.ts'
import { scanHtml, type HtmlToken } from './scan.ts'

/** Levels that are shown; what stands deeper is indented no further. */
const MAX_INDENT = 64

/** Elements that get lines of their own wherever that changes nothing. */
const OWN_LINE: ReadonlySet<string> = new Set([...BLOCK, 'link', 'meta', 'script', 'style', 'template'])

/**
 * Lays HTML out without a change that any style could show: lines break only where there was white space already, or inside
 * a tag before its `>`. White space never comes between two elements, nor goes; pre, textarea, scripts and styles stay to the
 * letter. What comes out is compared with what went in; `unsupported_value` if they differ. Throws `syntax_error`.
 */
export function formatHtmlExactly(text: string, { indent }: { indent: string }): string {
  const source = readPage(text)
  const result = layOut(source, indent)
  const written = readPage(result)
  if (isAlike(source, written) || toEssence(written) === toEssence(source)) return result
  throw new AppError('unsupported_value', {
    got: 'HTML',
    reason: { en: 'formatting would change what is shown', zh: '格式化会改变显示内容' },
  })
}

/** A text in pieces, and for each of them whether it stands where white space is shown. */
type Page = { readonly text: string; readonly tokens: readonly HtmlToken[]; readonly kept: readonly boolean[] }

function readPage(text: string): Page {
  const tokens = [...scanHtml(text)]
  return { text, tokens, kept: findKept(text, tokens) }
}

/** Whether two pages have the same essence piece by piece, but for white space at the end of the second. */
function isAlike(page: Page, other: Page): boolean {
  const { length } = page.tokens
  const end = other.tokens[length]?.start
  if (end !== undefined && (other.kept[length] || trimSpace(other.text.slice(end)) !== '')) return false
  for (let index = 0; index < length; index++) if (!isSamePiece(page, other, index)) return false
  return true
}

function isSamePiece(page: Page, other: Page, index: number): boolean {
  const a = page.tokens[index]!
  const b = other.tokens[index]
  if (a.kind === 'open') return b?.kind === 'open' && isSameTag(a, b)
  if (a.kind === 'close') return b?.kind === 'close' && a.name === b.name
  if (a.kind !== b?.kind || page.kept[index] !== other.kept[index]) return false
  const raw = page.text.slice(a.start, a.end)
  const otherRaw = other.text.slice(b.start, b.end)
  return raw === otherRaw || (a.kind === 'text' && !page.kept[index] && toOneSpace(raw) === toOneSpace(otherRaw))
}

function isSameTag(a: StartTag, b: StartTag): boolean {
  if (a.name !== b.name || a.isSelfClosed !== b.isSelfClosed || a.attributes.length !== b.attributes.length) return false
  return a.attributes.every((attribute, index) => attribute === b.attributes[index])
}

const toOneSpace = (text: string): string => text.replaceAll(/[ \t\r\n\f]+/g, ' ')

/** The text with every run of white space as one mark, that inside of tags aside; kept texts as they are. */
function toEssence({ text, tokens, kept }: Page): string {
  const parts = tokens.map((token, index) => {
    const raw = text.slice(token.start, token.end)
    if (token.kind === 'open') return `<${token.name} ${token.attributes.join(' ')}${token.isSelfClosed ? '/' : ''}>`
    if (token.kind === 'close') return `</${token.name}>`
    if (token.kind !== 'text' || kept[index]) return raw
    // Parsers pass over white space behind the doctype.
    return tokens[index - 1]?.kind === 'doctype' ? toOneSpace(raw).replace(/^ /, '') : toOneSpace(raw)
  })
  return trimSpace(parts.join(''))
}

function layOut({ text, tokens, kept }: Page, indent: string): string {
  const blocks = findBlocks(tokens)
  const open = new OpenElements((tag) => blocks.has(tag))
  const parts: string[] = []
  tokens.forEach((token, index) => {
    const before = kept[index] || kept[index - 1] ? undefined : tokens[index - 1]
    const raw = text.slice(token.start, token.end)
    if (token.kind === 'open') {
      open.endBefore(token.name)
      if (blocks.has(token)) breakLine(before)
      parts.push(raw)
      if (!VOID.has(token.name) && !token.isSelfClosed) open.push(token)
    } else if (token.kind === 'close') {
      const opener = open.take(token.name)
      if (opener && blocks.has(opener) && hasLines(opener)) breakLine(before)
      parts.push(raw)
    } else if (token.kind === 'text' && !kept[index]) parts.push(spread(raw))
    else {
      parts.push(raw)
    }
  })
  const laid = trimSpace(parts.join(''))
  return laid === '' ? '' : `${laid}\n`

  /** Whether lines were begun inside an element: then its end tag stands on its own line too. */
  function hasLines(opener: StartTag): boolean {
    return blocks.get(opener) === true
  }

  function startLine(): string {
    return `\n${indent.repeat(Math.min(open.depth, MAX_INDENT))}`
  }

  function spread(raw: string): string {
    if (!raw.includes('\n')) return raw
    const line = startLine()
    return raw.replaceAll(/[ \t\r\n\f]+/g, (space) => (space.includes('\n') ? line : space))
  }

  function breakLine(before: HtmlToken | undefined): void {
    const line = startLine()
    const last = parts.pop() ?? ''
    const bare = cutSpace(last)
    if (before?.kind === 'text' && bare !== last) parts.push(bare + line)
    // A tag may have white space before its end, which no one sees.
    else if (before?.kind === 'open' || before?.kind === 'close') {
      const end = before.kind === 'open' && before.isSelfClosed ? '/>' : '>'
      parts.push(cutSpace(last.slice(0, -end.length)) + line + end)
    } else parts.push(before?.kind === 'doctype' ? last + line : last)
  }
}

/** Without the white space of HTML around it; what no-break and ideographic spaces show stays. */
const trimSpace = (text: string): string => cutSpace(text).replace(/^[ \t\r\n\f]+/, '')

const cutSpace = (text: string): string => cutEnd(text, ' \t\r\n\f')

/** Elements that get lines of their own, and whether they hold such: blocks, and what has blocks inside. */
function findBlocks(tokens: readonly HtmlToken[]): Map<StartTag, boolean> {
  const blocks = new Map<StartTag, boolean>()
  const open = new OpenElements()
  for (const token of tokens) {
    if (token.kind === 'close') open.take(token.name)
    if (token.kind !== 'open') continue
    open.endBefore(token.name)
    if (OWN_LINE.has(token.name)) {
      blocks.set(token, false)
      for (const outer of open.outwards()) {
        if (blocks.get(outer)) break // and so have those around it
        blocks.set(outer, true)
      }
    }
    if (!VOID.has(token.name) && !token.isSelfClosed) open.push(token)
  }
  return blocks
}
