import { syntaxError } from '../syntax-error.ts'
import type { SqlTraits } from './dialects.ts'
import { findOperatorEnd } from './operators.ts'

export type SqlToken = {
  readonly kind: 'space' | 'comment' | 'text' | 'name' | 'word' | 'placeholder' | 'mark'
  readonly start: number
  readonly end: number
  readonly raw: string
}

/** A text with its tokens, so that it is read once. */
export type ScannedSql = { readonly text: string; readonly tokens: readonly SqlToken[] }

const SPACE = /\s+/y
/** A number that ends in its point, as in `100./3`; in PL/SQL's `1..10`, which the formatter takes apart, it is none. */
const POINTED = /\d+\.(?! ?\.|[\p{L}\p{N}_*"'`[])/uy
const WORD = /(?![#$]\{)[\p{L}\p{N}_$@#:](?:(?![#$]\{)[\p{L}\p{N}_$@#])*(?:\.\d+(?:[eE][+-]?\d+)?)?/uy
/** A file in a stage of Snowflake: of a name, of a table (`@%t`) or of the user (`@~`). */
const STAGE = /@(?:~|%?[\p{L}\p{N}_$.]+)(?:\/[^\s,;()'"]*)?/uy
/** A file of the client for PUT and GET of Snowflake; its slashes begin no comment. */
const CLIENT_FILE = /file:\/\/[^\s,;()'"]+/iy
/** What PL/SQL knows of a name, as its type or the state of a cursor. */
const ATTRIBUTE = /%(?:bulk_rowcount|found|isopen|notfound|rowcount|rowtype|type)(?![\p{L}\p{N}_$#])/iuy
/** A word where signs in it are operators. */
const BARE_WORD = /(?![#$]\{)@?[\p{L}\p{N}_$@:](?:(?!\$\{)[\p{L}\p{N}_$])*(?:\.\d+(?:[eE][+-]?\d+)?)?/uy
/** What programs fill in before a server sees it: MyBatis, templates (dbt's over several lines), Python; and the statements and comments of Jinja. */
const FILLED =
  /[#$]\{[^{}\n]*\}|\$\(\w+\)|\{\{(?:[^{}]|\{(?!\{)|\}(?!\}))*\}\}|%\(\w+\)s(?!\w)|\{%(?:(?!\{%|%\})[\s\S])*%\}|\{#(?:(?!\{#|#\})[\s\S])*#\}/
/** What the XML of MyBatis has around and within SQL: its elements, comments, CDATA, of which a short one is an operator, and entities. */
const ELEMENTS =
  'bind|cache|choose|constructor|delete|foreach|if|include|insert|mapper|otherwise|property|resultMap|select|selectKey|set|sql|trim|update|when|where'
/** These say nothing without an attribute, and might be columns after `<`. */
const COLUMNS = 'arg|association|cache-ref|case|collection|discriminator|id|idArg|parameter|parameterMap|result'
const PAIR = String.raw`\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')`
const MAPPED = [
  String.raw`<(?:\/?(?:${ELEMENTS})|(?:${COLUMNS})(?=${PAIR}))(?:${PAIR})*\s*\/?>|<\/(?:${COLUMNS})>`,
  String.raw`<!--(?:(?!<!--|-->)[\s\S])*-->|<\?xml\b[^<>]*\?>|<!DOCTYPE\s[^<>]*>`,
  String.raw`<!\[CDATA\[(?:[^\n\]]{0,20}\]\]>)?|\]\]>|&(?:lt|gt);=?|&amp;(?:&amp;)?`,
].join('|')
const PLACEHOLDER = new RegExp(`${FILLED.source}|${MAPPED}`, 'y')
const MARK = /\.\.|<=>|->>|#>>|!~\*|::|:=|\|\||<=|>=|<>|!=|==|->|#>|@>|<@|~\*|!~|&&|\?\||\?&|<<|>>|\*\*|=>|[\s\S]/uy
/** What may stand before a quote, as in `E'…'`, `U&'…'` and MySQL's `_utf8mb4 '…'`. */
const PREFIX = /(?:[eE]|[nNbBxX]|[uU]&|_\w{1,20} ?)(?=')/y
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]{0,78})?\$/uy
const RAW = /[rR]['"]/y
const CHOSEN = /n?q'/iy

/** What the first character of a token tells of it. */
const [OTHER, BLANK, LETTER, LONE] = [0, 1, 2, 3]
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  // Signs alone are never part of a longer mark.
  return /\s/.test(sign) ? BLANK : /\w/.test(sign) ? LETTER : /[(),;\]}]/.test(sign) ? LONE : OTHER
})
const UNDERSCORE = 0x5f
const DOT = 0x2e
const WORD_SIGNS: ReadonlySet<number> = new Set(Array.from('$@#\'"&%', (sign) => sign.charCodeAt(0)))

/**
 * Splits SQL into its tokens, each as written; of a long text only those that begin before a place, where one is given.
 * Throws `syntax_error` for a text, name or comment without an end.
 */
export function scanSql(text: string, traits: SqlTraits, before = text.length): SqlToken[] {
  const tokens: SqlToken[] = []
  let mayCopy = traits.hasBackslashLines === true && /\bSTDIN\b/i.test(text)
  // Elsewhere `]]>` ends two subscripts before a comparison.
  const hasCdata = text.includes('<![CDATA[')
  for (let start = 0; start < before;) {
    const isCdataEnd = hasCdata && text.startsWith(']]>', start)
    const token =
      (traits.hasStages && readClientFile(text, start)) ||
      ((isCdataEnd ? undefined : readPlainToken(text, start)) ?? readToken(text, start, traits))
    tokens.push(token)
    start = token.end
    if (!mayCopy || token.raw !== ';' || !copiesRows(tokens) || match(LINE_END, text, start) === start) continue
    const rows = readRows(text, start)
    // Nor has any that follows an end.
    if (!rows) mayCopy = false
    else {
      tokens.push(rows)
      start = rows.end
    }
  }
  return tokens
}

/** Whether the statement of the last `;` is `COPY … FROM STDIN`. */
function copiesRows(tokens: readonly SqlToken[]): boolean {
  let first = ''
  let isFromInput = false
  for (let index = tokens.length - 2; index >= 0 && tokens[index]!.raw !== ';'; index--) {
    const { kind, raw } = tokens[index]!
    if (kind === 'space' || kind === 'comment') continue
    const word = raw.toUpperCase()
    isFromInput ||= word === 'FROM' && first === 'STDIN'
    first = word
  }
  return first === 'COPY' && isFromInput
}

/** What stands behind the line of a place, down to a line with `\.` alone. */
function readRows(text: string, start: number): SqlToken | undefined {
  ROWS_END.lastIndex = match(LINE_END, text, start)
  if (!ROWS_END.test(text)) return undefined
  const end = ROWS_END.lastIndex
  return { kind: 'comment', start, end, raw: text.slice(start, end) }
}

const LINE_END = /[ \t]*\r?\n/y
const ROWS_END = /^\\\.(?=\r?$)/gm
/** A line for psql, or the rest of one. */
const BACKSLASHED = /\\[a-z!?].*/iy

/** The text that tokens are made of. */
export const joinTokens = (tokens: readonly SqlToken[]): string => tokens.map(({ raw }) => raw).join('')

function readClientFile(text: string, start: number): SqlToken | undefined {
  if ((text.charCodeAt(start) | 0x20) !== 0x66) return undefined
  const end = match(CLIENT_FILE, text, start)
  return end > start ? { kind: 'placeholder', start, end, raw: text.slice(start, end) } : undefined
}

/** White space, words and single marks, as most tokens are, unless the sign behind them makes something else of them. */
function readPlainToken(text: string, start: number): SqlToken | undefined {
  const code = text.charCodeAt(start)
  const first = toClass(code)
  if (first === OTHER || code === UNDERSCORE) return undefined
  let end = start + 1
  if (first === LONE) return { kind: 'mark', start, end, raw: text.charAt(start) }
  while (toClass(text.charCodeAt(end)) === first) end++
  if (first === BLANK) return text.charCodeAt(end) > 127 ? undefined : { kind: 'space', start, end, raw: text.slice(start, end) }
  return continuesWord(text, end) ? undefined : { kind: 'word', start, end, raw: text.slice(start, end) }
}

const toClass = (code: number): number => (code < 128 ? CLASSES[code]! : OTHER)

/** Whether more than letters and digits may belong to the word before a place, or a quote to which it is the prefix. */
function continuesWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === DOT) return /\d/.test(text.charAt(at - 1) + text.charAt(at + 1))
  return code > 127 || WORD_SIGNS.has(code)
}

function readToken(text: string, start: number, traits: SqlTraits): SqlToken {
  const { kind, end } = findToken(text, start, traits)
  return { kind, start, end, raw: text.slice(start, end) }
}

type Found = { readonly kind: SqlToken['kind']; readonly end: number }

function findToken(text: string, start: number, traits: SqlTraits): Found {
  const space = match(SPACE, text, start)
  if (space > start) return { kind: 'space', end: space }
  const found =
    readPlaceholder(text, start, traits) ??
    readComment(text, start, traits) ??
    readText(text, start, traits) ??
    readName(text, start, traits)
  if (found) return found
  const operator = traits.hasFreeOperators ? findOperatorEnd(text, start) : start
  if (operator > start) return { kind: 'mark', end: operator }
  const number = match(POINTED, text, start)
  if (number > start) return { kind: 'word', end: number }
  const word = match(traits.hasFreeOperators ? BARE_WORD : WORD, text, start)
  if (word === start || text[start] === ':') return { kind: 'mark', end: match(MARK, text, start) }
  return { kind: 'word', end: traits.hasAttributes ? match(ATTRIBUTE, text, word) : word }
}

/** Where a pattern ends that matches here; the place itself where it does not. */
function match(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : start
}

function readPlaceholder(text: string, start: number, { hasStages }: SqlTraits): Found | undefined {
  const end = Math.max(match(PLACEHOLDER, text, start), hasStages ? match(STAGE, text, start) : start)
  return end > start ? { kind: 'placeholder', end } : undefined
}

function readComment(text: string, start: number, traits: SqlTraits): Found | undefined {
  const command = traits.hasBackslashLines && text[start] === '\\' ? match(BACKSLASHED, text, start) : start
  if (command > start) return { kind: 'comment', end: command }
  if (isLineComment(text, start, traits)) {
    const stop = text.indexOf('\n', start)
    return { kind: 'comment', end: stop < 0 ? text.length : stop }
  }
  if (!text.startsWith('/*', start)) return undefined
  return { kind: 'comment', end: findCommentEnd(text, start, traits.hasNestedComments === true) }
}

function readText(text: string, start: number, traits: SqlTraits): Found | undefined {
  const { hasBackslash = false, hasNoDoubledQuotes } = traits
  const char = text[start]!
  if (char === "'" || char === '"') {
    const triple = char.repeat(3)
    if (traits.hasTripleQuotes && text.startsWith(triple, start)) return { kind: 'text', end: findTripleEnd(text, start, triple) }
    if (char === '"' && (!hasBackslash || traits.hasQuotedNames)) return undefined
    return { kind: 'text', end: findQuoteEnd(text, start, { quote: char, hasBackslash, hasNoDoubledQuotes }) }
  }
  if (traits.hasRawTexts && match(RAW, text, start) > start) {
    const stop = text.indexOf(text.charAt(start + 1), start + 2)
    if (stop < 0) throw unclosed(text, start, text.charAt(start + 1))
    return { kind: 'text', end: stop + 1 }
  }
  if (traits.hasChosenQuotes && match(CHOSEN, text, start) > start) return { kind: 'text', end: findChosenEnd(text, start) }
  const from = match(PREFIX, text, start)
  if (from > start) {
    const isEscape = from === start + 1 && (char === 'e' || char === 'E')
    return { kind: 'text', end: findQuoteEnd(text, start, { quote: "'", hasBackslash: hasBackslash || isEscape, from }) }
  }
  const dollar = char === '$' && traits.hasDollarQuotes ? match(DOLLAR, text, start) : start
  if (dollar === start) return undefined
  const tag = text.slice(start, dollar)
  const stop = text.indexOf(tag, dollar)
  if (stop < 0) throw unclosed(text, start, tag)
  return { kind: 'text', end: stop + tag.length }
}

function readName(text: string, start: number, { hasBacktick, hasBracketNames }: SqlTraits): Found | undefined {
  const char = text[start]!
  const quote = char === '"' ? '"' : char === '`' && hasBacktick ? '`' : char === '[' && hasBracketNames ? ']' : undefined
  return quote && { kind: 'name', end: findQuoteEnd(text, start, { quote, hasBackslash: false }) }
}

/** MySQL’s `--` wants white space or the end after it (manual, “Comments”), so that `5--1` is 6. */
function isLineComment(text: string, start: number, traits: SqlTraits): boolean {
  if (text.startsWith('--', start)) return !traits.hasSpacedDashes || /^[\0-\x20]?$/.test(text.charAt(start + 2))
  return (text[start] === '#' && traits.hasHashComments) || (text.startsWith('//', start) && traits.hasSlashComments) || false
}

function findTripleEnd(text: string, start: number, quotes: string): number {
  for (let pos = start + 3; pos < text.length; pos++) {
    if (text[pos] === '\\') pos++
    else if (text.startsWith(quotes, pos)) return pos + 3
  }
  throw unclosed(text, start, quotes)
}

const PAIRED: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' }

/** Oracle's `q'[…]'` and `nq'!…!'`: a text ends at the chosen character with a quote behind it. */
function findChosenEnd(text: string, start: number): number {
  const open = text.indexOf("'", start) + 1
  const mark = `${PAIRED[text.charAt(open)] ?? text.charAt(open)}'`
  const stop = text.indexOf(mark, open + 1)
  if (open >= text.length || stop < 0) throw unclosed(text, start, mark)
  return stop + mark.length
}

function findQuoteEnd(
  text: string,
  start: number,
  {
    quote,
    hasBackslash,
    hasNoDoubledQuotes,
    from = start,
  }: { quote: string; hasBackslash: boolean; hasNoDoubledQuotes?: boolean | undefined; from?: number },
): number {
  for (let pos = text.indexOf(quote, from + 1); pos >= 0; pos = text.indexOf(quote, pos + 1)) {
    if (hasBackslash && isEscaped(text, pos, from)) continue
    if (text[pos + 1] !== quote || hasNoDoubledQuotes) return pos + 1
    pos++
  }
  throw unclosed(text, start, quote)
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, pos: number, from: number): boolean {
  let at = pos
  while (at - 1 > from && text[at - 1] === '\\') at--
  return (pos - at) % 2 === 1
}

function findCommentEnd(text: string, start: number, isNested: boolean): number {
  const pattern = /\/\*|\*\//g
  pattern.lastIndex = start + 2
  for (let depth = 1, match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0] === '*/') depth--
    else if (isNested) depth++
    if (depth === 0) return pattern.lastIndex
  }
  throw unclosed(text, start, '*/')
}

function unclosed(text: string, offset: number, mark: string) {
  return syntaxError({
    format: 'SQL',
    text,
    offset,
    reason: { en: `expected ${mark} before the end`, zh: `直到结尾都没有出现 ${mark}` },
  })
}
