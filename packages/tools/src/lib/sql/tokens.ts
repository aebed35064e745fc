import { syntaxError } from '../syntax-error.ts'
import type { SqlTraits } from './dialects.ts'

export type SqlToken = {
  readonly kind: 'space' | 'comment' | 'text' | 'name' | 'word' | 'placeholder' | 'mark'
  readonly start: number
  readonly end: number
  readonly raw: string
}

const SPACE = /\s+/y
const WORD = /(?![#$]\{)[\p{L}\p{N}_$@#:](?:(?![#$]\{)[\p{L}\p{N}_$@#])*(?:\.\d+(?:[eE][+-]?\d+)?)?/uy
/** What programs fill in before a server sees it: MyBatis, templates, Python. */
const PLACEHOLDER = /[#$]\{[^{}\n]*\}|\{\{[^{}\n]*\}\}|%\(\w+\)s(?!\w)/y
const MARK = /<=>|->>|#>>|!~\*|::|:=|\|\||<=|>=|<>|!=|==|->|#>|@>|<@|~\*|!~|&&|\?\||\?&|<<|>>|\*\*|=>|[\s\S]/uy

/**
 * Splits SQL into its tokens, each as written. Throws `syntax_error` for a text, name or comment without an end.
 */
export function* scanSql(text: string, traits: SqlTraits): Generator<SqlToken> {
  for (let pos = 0; pos < text.length;) {
    const token = readToken(text, pos, traits)
    yield token
    pos = token.end
  }
}

function readToken(text: string, start: number, traits: SqlTraits): SqlToken {
  const char = text[start]!
  const make = (kind: SqlToken['kind'], end: number): SqlToken => ({ kind, start, end, raw: text.slice(start, end) })
  const match = (pattern: RegExp) => {
    pattern.lastIndex = start
    return pattern.test(text) ? pattern.lastIndex : start
  }
  const space = match(SPACE)
  if (space > start) return make('space', space)
  const placeholder = match(PLACEHOLDER)
  if (placeholder > start) return make('placeholder', placeholder)
  if (isLineComment(text, start, traits)) {
    const stop = text.indexOf('\n', start)
    return make('comment', stop < 0 ? text.length : stop)
  }
  if (text.startsWith('/*', start)) return make('comment', findCommentEnd(text, start, traits.hasNestedComments === true))
  const triple = traits.hasTripleQuotes ? /^(?:'''|""")/.exec(text.slice(start, start + 3))?.[0] : undefined
  if (triple) return make('text', findTripleEnd(text, start, triple))
  if (char === "'" || (char === '"' && traits.hasBackslash))
    return make(
      'text',
      findQuoteEnd(text, start, {
        quote: char,
        hasBackslash: traits.hasBackslash === true,
        hasNoDoubledQuotes: traits.hasNoDoubledQuotes,
      }),
    )
  if (traits.hasChosenQuotes && /^n?q'/i.test(text.slice(start, start + 3))) return make('text', findChosenEnd(text, start))
  const prefix = /^(?:[eE]|[nNbBxX]|[uU]&|_\w+ ?)(?=')/.exec(text.slice(start, start + 24))?.[0]
  if (prefix) {
    const hasBackslash = traits.hasBackslash === true || /^e$/i.test(prefix)
    return make('text', findQuoteEnd(text, start, { quote: "'", hasBackslash, from: start + prefix.length }))
  }
  if (char === '"') return make('name', findQuoteEnd(text, start, { quote: '"', hasBackslash: false }))
  if (char === '`' && traits.hasBacktick) return make('name', findQuoteEnd(text, start, { quote: '`', hasBackslash: false }))
  if (char === '[' && traits.hasBracketNames) return make('name', findQuoteEnd(text, start, { quote: ']', hasBackslash: false }))
  const dollar =
    char === '$' && traits.hasDollarQuotes
      ? /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(text.slice(start, start + 80))?.[0]
      : undefined
  if (dollar) {
    const stop = text.indexOf(dollar, start + dollar.length)
    if (stop < 0) throw unclosed(text, start, dollar)
    return make('text', stop + dollar.length)
  }
  const word = match(WORD)
  return word > start && char !== ':' ? make('word', word) : make('mark', match(MARK))
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
  for (let pos = from + 1; pos < text.length; pos++) {
    if (hasBackslash && text[pos] === '\\') pos++
    else if (text[pos] === quote) {
      if (text[pos + 1] !== quote || hasNoDoubledQuotes) return pos + 1
      pos++
    }
  }
  throw unclosed(text, start, quote)
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
