import type { FormatOptions } from 'sql-formatter'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { fillText, type Text } from '@octet/core/text.ts'
import { syntaxError } from '../syntax-error.ts'
import type { Pacer } from '../pacer.ts'
import { leadWithCommas } from './commas.ts'
import { DIALECTS, type DialectName, type SqlTraits } from './dialects.ts'
import { fixKeywords } from './fix-keywords.ts'
import { toFormatterDialect } from './formatter-dialect.ts'
import { layOut } from './layout/lay-out.ts'
import { DeepLayoutError, LayoutError } from './layout/layout-error.ts'
import { countOutside, takeOutLongLists } from './long-lists.ts'
import { indentElements } from './indent-elements.ts'
import { findOtherDialects } from './other-dialects.ts'
import { takeOutPlaceholders } from './placeholders.ts'
import { hasCommands, readScript } from './script.ts'
import { joinBounds } from './join-bounds.ts'
import { rejoinTokens } from './rejoin.ts'
import { tightenCalls } from './tighten-calls.ts'
import { joinTokens, scanSql, type ScannedSql, type SqlToken } from './tokens.ts'
import { breakTexts } from './write.ts'

/** Longest text in UTF-16 units. */
const MAX_SQL_LENGTH = 2 ** 20
/** Longest statement beside its long lists. */
const MAX_STATEMENT_LENGTH = 256 * 1024
/** Open brackets that are followed. */
const MAX_SQL_DEPTH = 200
/** Length of what is worked on between two breaths. */
const CHUNK_LENGTH = 32 * 1024

export type SqlFormat = {
  readonly dialect: DialectName
  readonly options: Partial<FormatOptions>
  /** Commas begin lines instead of ending them. */
  readonly leadsWithCommas?: boolean
  readonly breathe: Pacer
}

/**
 * Lays SQL out. Statements are worked on one by one, so that a cancel arrives between them. Throws `syntax_error` with
 * the place and a hint about the dialect, `too_large`, `unsupported_value` if anything but white space and letter case would change.
 */
export async function formatSql(text: string, format: SqlFormat): Promise<string> {
  try {
    return await formatScript(text, format)
  } catch (error) {
    throw isAppError(error) && error.key === 'syntax_error' ? await withDialects(error, text, format) : error
  }
}

async function formatScript(text: string, format: SqlFormat): Promise<string> {
  refuseHopeless(text, DIALECTS[format.dialect])
  const parts: string[] = []
  for (const part of readScript(text, DIALECTS[format.dialect])) {
    if (part.kind !== 'sql') parts.push(part.text)
    else parts.push((await formatPart(part, { ...format, whole: text })) + (part.mark && `\n${part.mark}`))
  }
  return parts.join('\n')
}

/** The mistake with the dialects in which it is none, or the advice to look for one where the text is no SQL of this dialect. */
async function withDialects(error: AppError, text: string, format: SqlFormat): Promise<AppError> {
  const { reason } = error.details
  if (typeof reason !== 'object') return error
  const names = await findOtherDialects(text, format.dialect, (dialect) => formatScript(text, { ...format, dialect }))
  const isForeign = error.cause instanceof LayoutError
  if (!names && !isForeign) return error
  const advice = names
    ? { en: `it can be read as ${names.en}`, zh: `可改按 ${names.zh} 读取` }
    : { en: 'check the text before it, or choose another dialect', zh: '请检查前文，或换一种方言' }
  const whole = { en: `${reason.en}; ${advice.en}`, zh: `${reason.zh}；${advice.zh}` }
  return new AppError('syntax_error', { ...error.details, reason: whole }, { cause: error })
}

type Part = ScannedSql & { readonly start: number }

async function formatPart(
  { start, ...source }: Part,
  { dialect, options, leadsWithCommas, breathe, whole }: SqlFormat & { whole: string },
): Promise<string> {
  const traits = DIALECTS[dialect]
  checkParens(whole, start, source.tokens)
  const holes = takeOutPlaceholders(source, traits)
  const shortened = takeOutLongLists(holes, traits)
  refuseLong(shortened.text, { field: SQL_TEXT, limit: MAX_SQL_LENGTH })
  const library = await import('sql-formatter')
  const parts: string[] = []
  for (const { part, offset } of toChunks(shortened)) {
    refuseLong(part, { field: { en: 'A statement', zh: '单条语句' }, limit: MAX_STATEMENT_LENGTH })
    try {
      const { hasBracketedStatements = false } = traits
      const adapted = toFormatterDialect(library[dialect], dialect)
      parts.push(layOut(part, { dialect: adapted, options, hasBracketedStatements, keepsComments: true }))
    } catch (error) {
      const isWhole = shortened.text === holes.text
      throw toSyntaxError(error, {
        text: isWhole ? whole : shortened.text,
        toPlace: (at) => (isWhole ? start + holes.toOffset(offset + at) : offset + at),
        dialect,
      })
    }
    await breathe()
  }
  const joined = parts.join('\n'.repeat((options.linesBetweenQueries ?? 1) + 1))
  const laidOut = rejoinTokens(shortened.tokens, scanSql(joined, traits), { keepsCase: !changesCase(options) })
  const tight = tightenCalls(shortened.tokens, laidOut)
  const formatted = breakTexts(fixKeywords(joinBounds(tight), options.keywordCase), traits)
  refuseChange(shortened.tokens, formatted, dialect)
  const written = holes.restore(shortened.restore(leadsWithCommas ? leadWithCommas(formatted) : joinTokens(formatted)))
  return indentElements(written, options.useTabs ? '\t' : ' '.repeat(options.tabWidth ?? 2), traits)
}

const changesCase = ({ keywordCase, functionCase, dataTypeCase, identifierCase }: Partial<FormatOptions>): boolean =>
  [keywordCase, functionCase, dataTypeCase, identifierCase].some((each) => each === 'upper' || each === 'lower')

const SQL_TEXT: Text = { en: 'SQL', zh: 'SQL 文本' }

/** Refuses what is many times too long by its beginning, where no list and no batch can make it shorter: to read it whole takes seconds. */
function refuseHopeless(text: string, traits: SqlTraits): void {
  if (text.length <= 4 * MAX_SQL_LENGTH || hasCommands(text, traits)) return
  if (countOutside(scanSql(text, traits, 2 * MAX_SQL_LENGTH)) > MAX_SQL_LENGTH)
    refuseLong(text, { field: SQL_TEXT, limit: MAX_SQL_LENGTH })
}

function refuseLong(text: string, { field, limit }: { field: Text; limit: number }): void {
  if (text.length > limit)
    throw new AppError('too_large', { field, limit: `${limit / 1024} KiB`, got: `${Math.ceil(text.length / 1024)} KiB` })
}

/** Cuts long texts behind statements; BEGIN … END, brackets and the like are left to the formatter as a whole. */
function* toChunks({ text, tokens }: ScannedSql): Generator<{ part: string; offset: number }> {
  let start = 0
  let depth = 0
  if (text.length > CHUNK_LENGTH && !/\b(?:BEGIN|DECLARE|DELIMITER)\b/i.test(text))
    for (const [index, { raw, kind, end }] of tokens.entries()) {
      if (kind !== 'mark') continue
      if (raw === '(') depth++
      else if (raw === ')') depth--
      if (raw !== ';' || depth > 0 || end - start < CHUNK_LENGTH || !endsLine(tokens, index)) continue
      yield { part: text.slice(start, end), offset: start }
      start = end
    }
  if (text.slice(start).trim() !== '') yield { part: text.slice(start), offset: start }
}

/** Whether nothing follows on the line of a token; a comment there belongs to the statement before it. */
function endsLine(tokens: readonly SqlToken[], at: number): boolean {
  const next = tokens[at + 1]
  return next === undefined || (next.kind === 'space' && (next.raw.includes('\n') || at + 2 === tokens.length))
}

function checkParens(text: string, from: number, tokens: readonly SqlToken[]): void {
  const open: number[] = []
  for (const { kind, raw, start: at } of tokens) {
    if (kind !== 'mark') continue
    const start = from + at
    if (raw === '(') open.push(start)
    else if (raw === ')' && open.pop() === undefined)
      throw syntaxError({ format: 'SQL', text, offset: start, reason: { en: '“)” closes nothing', zh: '多余的“)”' } })
    if (open.length > MAX_SQL_DEPTH)
      throw new AppError('too_large', {
        field: { en: 'Nesting', zh: '嵌套层数' },
        limit: { en: `${MAX_SQL_DEPTH} levels`, zh: `${MAX_SQL_DEPTH} 层` },
        got: open.length,
        offset: start,
      })
  }
  const left = open.at(-1)
  if (left !== undefined)
    throw syntaxError({ format: 'SQL', text, offset: left, reason: { en: 'this “(” is never closed', zh: '“(”没有闭合' } })
}

type ErrorSource = {
  readonly text: string
  /** The place in `text` of a place in `part`. */
  toPlace(at: number): number
  readonly dialect: DialectName
}

function toSyntaxError(error: unknown, { text, toPlace, dialect }: ErrorSource): unknown {
  if (!(error instanceof LayoutError)) return error
  const at = toPlace(error.offset)
  if (error instanceof DeepLayoutError)
    return new AppError(
      'too_large',
      { field: { en: 'Nesting', zh: '嵌套层数' }, limit: MAX_SQL_DEPTH, got: `${MAX_SQL_DEPTH}+`, offset: at },
      { cause: error },
    )
  const what = text.slice(at, at + 20).split(/\s/, 1)[0] || '…'
  const name = DIALECTS[dialect].name
  const { details } = syntaxError({
    format: 'SQL',
    text,
    offset: at,
    reason: {
      en: `“${what}” is not expected here in ${name.en}`,
      zh: fillText('在 {name} 中此处不应出现“{what}”', { name: name.zh, what }),
    },
  })
  return new AppError('syntax_error', details, { cause: error })
}

/** MySQL reads `_utf8mb4 'a'` as it reads `_utf8mb4'a'`. */
const toJoinedPrefix = (raw: string) => raw.replace(/^(_\w+) '/, "$1'")

function refuseChange(before: readonly SqlToken[], after: readonly SqlToken[], dialect: DialectName): void {
  if (isSame(before, after)) return
  if (toBare(before) === toBare(after) && toTexts(before) === toTexts(after)) return
  throw new AppError('unsupported_value', {
    got: DIALECTS[dialect].name.en,
    reason: { en: 'formatting would change more than white space', zh: '格式化会改动空白以外的内容' },
  })
}

/** Whether nothing but white space, comments and the case of words differs; it sees fewer texts as the same than is true. */
function isSame(before: readonly SqlToken[], after: readonly SqlToken[]): boolean {
  let at = 0
  for (const { kind, raw } of before) {
    if (isGap(kind)) continue
    while (at < after.length && isGap(after[at]!.kind)) at++
    const other = after[at++]
    if (kind !== other?.kind) return false
    if (raw !== other.raw && (kind !== 'word' || raw.toLowerCase() !== other.raw.toLowerCase())) return false
  }
  return after.slice(at).every(({ kind }) => isGap(kind))
}

const isGap = (kind: SqlToken['kind']): boolean => kind === 'space' || kind === 'comment'

/** What means something, without white space and letter case. */
function toBare(tokens: readonly SqlToken[]): string {
  const meaning = tokens.flatMap(({ kind, raw }) => (isGap(kind) ? [] : [raw]))
  return meaning.join('').replaceAll(/\s+/g, '').toLowerCase()
}

function toTexts(tokens: readonly SqlToken[]): string {
  return tokens.flatMap(({ kind, raw }) => (kind === 'text' ? [toJoinedPrefix(raw)] : [])).join('\n')
}
