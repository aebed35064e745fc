import type { DialectOptions } from 'sql-formatter'
import { LayoutError } from './layout-error.ts'
import { fromPattern, toOpening, type EndFinder, type Opening } from './quotes.ts'
import type { Token, TokenType } from './token.ts'
import { createVocabulary, escapeForClass } from './vocabulary.ts'

type Options = DialectOptions['tokenizerOptions']
/** Kinds of tokens in the order in which they are tried where one of their leads stands. */
type Rule = { readonly type: TokenType; readonly find: EndFinder }
export type Lexer = (text: string) => Token[]

const SPACE = /\s+/y
const DISABLED = /\/\* *sql-formatter-disable *\*\/[\s\S]*?(?:\/\* *sql-formatter-enable *\*\/|$)/y
/** PostgreSQL's `OPERATOR(schema.+)`. */
const NAMED_OPERATOR = /OPERATOR *\([^)]+\)/iy

/** Reads SQL as sql-formatter's options of a dialect describe it. Throws {@link LayoutError} for a sign that no token begins with. */
export function createLexer(options: Options): Lexer {
  const vocabulary = createVocabulary(options)
  const tables = toTables(options)
  const findToken = (text: string, at: number): Found | undefined => {
    const code = text.charCodeAt(at)
    const early = findFirst(tables.early[Math.min(code, 128)]!, text, at)
    if (early) return early
    const word = isWordSign(code) || ODD_LEADS.has(code) ? vocabulary(text, at) : undefined
    if (
      options.operatorKeyword &&
      (code | 0x20) === 0x6f &&
      (!word || /^RESERVED_(?:FUNCTION_NAME|DATA_TYPE|KEYWORD)$/.test(word.type))
    ) {
      NAMED_OPERATOR.lastIndex = at
      if (NAMED_OPERATOR.test(text)) return { type: 'OPERATOR', end: NAMED_OPERATOR.lastIndex }
    }
    return word ?? findFirst(tables.late[Math.min(code, 128)]!, text, at)
  }
  return (text) => {
    const tokens: Token[] = []
    for (let start = 0; ;) {
      const at = skipSpace(text, start)
      if (at >= text.length) return tokens
      const precedingWhitespace = at > start ? text.slice(start, at) : undefined
      const found = findToken(text, at)
      if (!found) throw new LayoutError(at)
      const { type, end } = found
      const raw = text.slice(at, end)
      tokens.push({ type, raw, text: end > at && WORDS.has(type) ? toCapitals(raw) : raw, start: at, precedingWhitespace })
      start = end
    }
  }
}

type Found = { readonly type: TokenType; readonly end: number }

/** Where white space ends; most of it is one space or none. */
function skipSpace(text: string, start: number): number {
  const at = text.charCodeAt(start) === 0x20 ? start + 1 : start
  const code = text.charCodeAt(at)
  if (code > 0x20 && code < 0x80) return at
  SPACE.lastIndex = at
  return SPACE.test(text) ? SPACE.lastIndex : at
}

const WORDS: ReadonlySet<TokenType> = new Set<TokenType>([
  'RESERVED_KEYWORD_PHRASE',
  'RESERVED_DATA_TYPE_PHRASE',
  'CASE',
  'END',
  'BETWEEN',
  'LIMIT',
  'RESERVED_CLAUSE',
  'RESERVED_SELECT',
  'RESERVED_SET_OPERATION',
  'WHEN',
  'ELSE',
  'THEN',
  'RESERVED_JOIN',
  'AND',
  'OR',
  'XOR',
  'RESERVED_FUNCTION_NAME',
  'RESERVED_DATA_TYPE',
  'RESERVED_KEYWORD',
])
const ODD_LEADS: ReadonlySet<number> = new Set(Array.from('@$', (sign) => sign.charCodeAt(0)))

const isWordSign = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || (code >= 0x30 && code <= 0x39)

const toCapitals = (raw: string): string => {
  const capitals = raw.toUpperCase()
  return /\s/.test(capitals) ? capitals.replaceAll(/\s+/g, ' ') : capitals
}

/** Rules by the code of the first character; the last entry is for what is not ASCII. */
type Table = readonly (readonly Rule[])[]

function findFirst(rules: readonly Rule[], text: string, at: number): Found | undefined {
  for (const { type, find } of rules) {
    const end = find(text, at)
    if (end > at) return { type, end }
  }
  return undefined
}

const ALL = String.fromCharCode(...Array.from({ length: 129 }, (_, code) => code))
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'
const DIGITS = '0123456789'

/** What is tried before reserved words, and what after them. */
function toTables(options: Options): { early: Table; late: Table } {
  const { named = [], quoted = [], numbered = [], positional, custom = [] } = options.paramTypes ?? {}
  const names = toNamePattern(options.identChars)
  const early = [
    rule('DISABLE_COMMENT', sticky('/', DISABLED)),
    rule('BLOCK_COMMENT', { leads: '/', find: options.nestedBlockComments ? findNestedEnd : findCommentEnd }),
    rule('LINE_COMMENT', toLineComment(options.lineCommentTypes ?? ['--'])),
    rule('QUOTED_IDENTIFIER', toOpening(options.identTypes)),
    rule(
      'NUMBER',
      sticky(`${DIGITS}.-${options.underscoresInNumbers ? '_' : ''}`, toNumberPattern(options.underscoresInNumbers)),
    ),
  ]
  const late = [
    rule('NAMED_PARAMETER', behind(named, fromPattern(toNamePattern(options.paramChars ?? options.identChars)))),
    rule('QUOTED_PARAMETER', behind(quoted, toOpening(options.identTypes))),
    rule('NUMBERED_PARAMETER', behind(numbered, fromPattern('[0-9]+'))),
    ...(positional ? [rule('POSITIONAL_PARAMETER', one('?'))] : []),
    ...custom.map(({ regex }) => rule('CUSTOM_PARAMETER', fromPattern(regex))),
    ...(options.variableTypes ? [rule('VARIABLE', toOpening(options.variableTypes))] : []),
    rule('STRING', toOpening(options.stringTypes)),
    rule('IDENTIFIER', {
      leads: `${LETTERS}${options.identChars?.first ?? ''}${options.identChars?.allowFirstCharNumber ? DIGITS : ''}\u0080`,
      find: fromPattern(names).find,
    }),
    rule('DELIMITER', one(';')),
    rule('COMMA', one(',')),
    rule('OPEN_PAREN', one(['()', ...(options.extraParens ?? [])].map(([open]) => open).join(''))),
    rule('CLOSE_PAREN', one(['()', ...(options.extraParens ?? [])].map(([, close]) => close).join(''))),
    rule('OPERATOR', oneOf([...'+-/><=', '<>', '<=', '>=', '!=', ...(options.operators ?? [])])),
    rule('ASTERISK', one('*')),
    rule('PROPERTY_ACCESS_OPERATOR', oneOf(['.', ...(options.propertyAccessOperators ?? [])])),
  ]
  return { early: toTable(early), late: toTable(late) }
}

type LedRule = Rule & Opening
const rule = (type: TokenType, opening: Opening): LedRule => ({ type, ...opening })
const toTable = (rules: readonly LedRule[]): Table =>
  Array.from(ALL, (sign, code) => rules.filter(({ leads }) => (code < 128 ? leads.includes(sign) : /[^\0-\x7f]/.test(leads))))

const one = (signs: string): Opening => ({ leads: signs, find: (_, at) => at + 1 })

function oneOf(signs: readonly string[]): Opening {
  const longestFirst = signs.toSorted((a, b) => b.length - a.length)
  const find: EndFinder = (text, at) => {
    const sign = longestFirst.find((each) => text.startsWith(each, at) && !opensComment(text, at + each.length))
    return sign === undefined ? -1 : at + sign.length
  }
  return { leads: signs.map(([first]) => first).join(''), find }
}

/** Whether the last sign before a place begins a comment: `||` may stand before one, and `||/` is an operator, too. */
const opensComment = (text: string, end: number): boolean => text[end] === '*' && text[end - 1] === '/'

function sticky(leads: string, pattern: RegExp): Opening {
  return {
    leads,
    find: (text, at) => {
      pattern.lastIndex = at
      return pattern.test(text) ? pattern.lastIndex : -1
    },
  }
}

/** What follows one of some signs at once, as the name of a parameter does. */
function behind(signs: readonly string[], { find }: Opening): Opening {
  return { leads: signs.join(''), find: (text, at) => find(text, at + 1) }
}

/** `--` with white space or the end behind it, for dialects where `a--b` subtracts twice. */
export const SPACED_DASHES = '-- '
const hasSpacedDashes = (text: string, at: number): boolean => text.startsWith('--', at) && !(text.charCodeAt(at + 2) > 0x20)

function toLineComment(marks: readonly string[]): Opening {
  return {
    leads: marks.map(([first]) => first).join(''),
    find: (text, at) => {
      const mark = marks.find((each) => (each === SPACED_DASHES ? hasSpacedDashes(text, at) : text.startsWith(each, at)))
      if (mark === undefined) return -1
      const pattern = /[\r\n]|$/g
      pattern.lastIndex = at + mark.trimEnd().length
      return pattern.exec(text)!.index
    },
  }
}

function findCommentEnd(text: string, at: number): number {
  const end = text[at + 1] === '*' ? text.indexOf('*/', at + 2) : -1
  return end < 0 ? -1 : end + 2
}

function findNestedEnd(text: string, at: number): number {
  if (text[at + 1] !== '*') return -1
  const marks = /\/\*|\*\//g
  marks.lastIndex = at
  for (let depth = 0, mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return -1
}

/**
 * Numbers of all dialects: `0o17` of PostgreSQL, `0x` of SQL Server, `0x1p3` of ClickHouse, `1.5f` of Oracle, `1L` and `1BD` of
 * Hive. What a dialect does not know stays as it is all the same.
 */
function toNumberPattern(hasUnderscores: boolean | undefined): RegExp {
  const [digit, hex, bit] = hasUnderscores ? ['[\\d_]', '[\\da-fA-F_]', '[01_]'] : ['\\d', '[\\da-fA-F]', '[01]']
  const coded = `0[xX]${hex}*(?:\\.${hex}*)?(?:[pP][-+]?\\d+)?|0[bB]${bit}+|0[oO][0-7_]+`
  const size = `(?:${digit}*\\.${digit}+|${digit}+(?:\\.${digit}*)?)`
  const power = `(?:[eE][-+]?${digit}+(?:\\.${digit}+)?)?`
  return new RegExp(`(?:${coded}|(?:-\\s*)?${size}${power}(?:[fFdDlLsSyY]|[bB][dD])?)(?![\\w\\p{Alphabetic}])`, 'uy')
}

function toNamePattern({
  first = '',
  rest = '',
  dashes = false,
  allowFirstCharNumber = false,
}: NonNullable<Options['identChars']> = {}) {
  const letters = '\\p{Alphabetic}\\p{Mark}_'
  const digits = '\\p{Decimal_Number}'
  const head = `[${letters}${allowFirstCharNumber ? digits : ''}${escapeForClass(first)}]`
  const name = `${head}[${letters}${digits}${escapeForClass(rest)}]*`
  return dashes ? `${name}(?:-${name})*` : name
}
