import { ZoneFault } from './fault.ts'

/** A word of a zone file as it is written: `\` and what it escapes are still in it. */
export type Token = { readonly text: string; readonly isQuoted: boolean; readonly line: number }
/** What ends with a line, or with the one that closes its parentheses. */
export type Entry = {
  readonly line: number
  /** The owner is left out: that of the record before goes on. */
  readonly isIndented: boolean
  readonly tokens: readonly Token[]
  readonly fault?: ZoneFault
}

/** A blank, a line's end, a mark of their own, a quoted string, or a word; a `\` keeps what follows it together. */
const PIECE = /[ \t\r\f\v\u00a0\ufeff]+|\n|[()]|;[^\n]*|"(?:[^"\\\n]|\\[^])*("?)|(?:[^\s;()"\\\u00a0\ufeff]|\\[^\n])+|\\/g

/** The entries of a master file (RFC 1035 §5.1), with their lines from 1. Linear. */
export function* readEntries(source: string): Generator<Entry> {
  const text = source.replaceAll(/\r\n?/g, '\n')
  let line = 1
  let begun = 1
  let depth = 0
  let isIndented = false
  let isFresh = true
  let tokens: Token[] = []
  let fault: ZoneFault | undefined
  const take = (): Entry => ({ line: tokens[0]?.line ?? begun, isIndented, tokens, ...(fault && { fault }) })
  let end = 0
  for (const { 0: piece, 1: closing, index } of text.matchAll(PIECE)) {
    if (piece === '\n') {
      line++
      if (depth > 0) continue
      if (tokens.length > 0 || fault) yield take()
      ;[tokens, fault, isIndented, isFresh, begun] = [[], undefined, false, true, line]
      continue
    }
    const isBlank = /^[\s\u00a0\ufeff]/.test(piece)
    if (isFresh) isIndented = isBlank && piece !== '\ufeff'
    isFresh = false
    if (isBlank || piece.startsWith(';')) continue
    if (piece === '(') depth++
    else if (piece === ')') {
      if (depth === 0) fault ??= new ZoneFault(STRAY)
      else depth--
    } else if (closing !== undefined && piece.startsWith('"')) {
      if (closing === '') fault ??= new ZoneFault(OPEN_QUOTE)
      const inner = piece.slice(1, closing === '' ? undefined : -1)
      const before = tokens.at(-1)
      // `alpn="h2,h3"` is one word (RFC 9460 §2.1).
      if (index === end && before?.text.endsWith('=') && !before.isQuoted)
        tokens.splice(-1, 1, { ...before, text: before.text + inner })
      else tokens.push({ text: inner, isQuoted: true, line })
      line += piece.split('\n').length - 1
    } else tokens.push({ text: piece, isQuoted: false, line })
    end = index + piece.length
  }
  if (depth > 0) fault ??= new ZoneFault(OPEN_BRACKET)
  if (tokens.length > 0 || fault) yield take()
}

const STRAY = { en: 'A “)” without its “(”', zh: '多出一个“)”' }
const OPEN_BRACKET = { en: 'A “(” that is never closed', zh: '“(”没有闭合' }
const OPEN_QUOTE = { en: 'A quotation mark that is not closed in its line', zh: '引号未在行内闭合' }

/** `\.`, `\046`: the bytes of a word, one character each; text beyond ASCII as UTF-8 (RFC 1035 §5.1). */
export function readBytes(text: string): string {
  if (!/[\\\u0080-\u{10ffff}]/u.test(text)) return text
  let bytes = ''
  for (const [piece, digits, escaped] of text.matchAll(/\\(\d{3})|\\([^])|[^\\]+|\\/gu)) {
    if (digits !== undefined) {
      if (Number(digits) > 255) throw new ZoneFault({ en: `“\\${digits}” is no byte`, zh: `“\\${digits}”不是字节` })
      bytes += String.fromCharCode(Number(digits))
    } else bytes += toUtf8(escaped ?? piece)
  }
  return bytes
}

const encoder = new TextEncoder()
const toUtf8 = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text : Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join('')
