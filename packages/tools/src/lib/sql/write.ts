import { syntaxError } from '../syntax-error.ts'
import { findUnitEnd } from './find-unit-end.ts'
import { scanSql, type ScannedSql, type SqlToken } from './tokens.ts'
import type { SqlTraits } from './dialects.ts'
import { readScript } from './script.ts'

/** {@link toOneStatementLine} of each part of a script; lines for the client stay lines. */
export function toOneLine(text: string, options: { traits: SqlTraits; isShort: boolean }): string {
  const lines = Array.from(readScript(text, options.traits), (part) => {
    if (part.kind !== 'sql') return part.text
    refuseHashes(text, part, options.traits)
    const line = toOneStatementLine(part.tokens, options)
    return part.mark ? `${line}\n${part.mark}` : line
  })
  // Of comments alone nothing is left.
  return lines.filter((line) => line !== '').join('\n')
}

/** A comment of MySQL that the dialect does not know would take in what follows it on the line. */
function refuseHashes(text: string, { start, tokens }: { start: number; tokens: readonly SqlToken[] }, traits: SqlTraits): void {
  if (traits.hasHashNames || traits.hasFreeOperators) return
  const hash = tokens.find(({ kind, raw }) => kind === 'word' && raw.startsWith('#'))
  if (!hash) return
  const reason = {
    en: '“#” begins neither a name nor a comment in this dialect; choose another one',
    zh: '在该方言中“#”既不是标识符也不是注释的开头；请换一种方言',
  }
  throw syntaxError({ format: 'SQL', text, offset: start + hash.start, reason })
}

/** Comments that are read: hints to the optimizer, and what one server alone or a new one is to do (`/*!`, MariaDB, TiDB). */
const HINT = /^(?:\/\*(?:\+|[MT]?!)|--\+)/

/**
 * SQL on one line: white space becomes one space or, in the short form, none where two tokens stay two without it.
 * Comments go in the short form, but for those that are read; on one line, line comments become block comments.
 */
function toOneStatementLine(tokens: readonly SqlToken[], { traits, isShort }: { traits: SqlTraits; isShort: boolean }): string {
  let out = ''
  let hasGap = false
  let last: SqlToken | undefined
  for (const token of tokens) {
    if (token.kind === 'space' || (token.kind === 'comment' && isShort && !HINT.test(token.raw))) {
      hasGap = true
      continue
    }
    const isGap = last !== undefined && hasGap && (!isShort || needsGap(last, token))
    out += `${isGap ? toGap(last, token, traits) : ''}${token.kind === 'comment' ? toBlockComment(token.raw) : token.raw}`
    hasGap = false
    last = token
  }
  return out
}

/** Texts in a row are one text in the standard only if a line ends between them; where double quotes hold texts, a space will do. */
const toGap = (before: SqlToken | undefined, { kind }: SqlToken, traits: SqlTraits): string =>
  before?.kind === 'text' && kind === 'text' && !joinsTexts(traits) ? '\n' : ' '
const joinsTexts = ({ hasBackslash, hasQuotedNames }: SqlTraits): boolean => hasBackslash === true && !hasQuotedNames

/** Puts the line ends back between texts in a row, each as far in as the line before. */
export function breakTexts(tokens: readonly SqlToken[], traits: SqlTraits): readonly SqlToken[] {
  if (joinsTexts(traits)) return tokens
  let indent = ''
  return tokens.map((token, index) => {
    const next = tokens[index + 1]
    const isBreak = token.raw === ' ' && next !== undefined && toGap(tokens[index - 1], next, traits) === '\n'
    if (isBreak) return { ...token, raw: `\n${indent}` }
    const lineStart = index === 0 ? 0 : token.raw.lastIndexOf('\n') + 1
    if (index === 0 || lineStart > 0) indent = /^[ \t]*/.exec(token.raw.slice(lineStart))![0]
    return token
  })
}

function needsGap(before: SqlToken, next: SqlToken): boolean {
  if (before.kind !== 'mark' && next.kind !== 'mark') return true
  const [mark, other] = before.kind === 'mark' ? [before.raw, next] : [next.raw, before]
  // Two marks could become another one, `- -1` even a comment; `.`, `:` and `@` bind to words.
  // (PostgreSQL takes no sign into an operator made of `<`, `=` and `>`.)
  if (other.kind === 'mark')
    return (
      !/[(),;]/.test(before.raw) && !/[(),;]/.test(next.raw) && !(/^(?:=|<>|<=|>=)$/.test(before.raw) && /^[-+]$/.test(next.raw))
    )
  if (/^[(),;]$/.test(mark)) return false
  return /^[@$#:]/.test(other.raw) || !/^(?:[=<>]|<=|>=|<>|!=)$/.test(mark)
}

function toBlockComment(raw: string): string {
  if (raw.startsWith('/*')) return raw
  const [, lead = '', words = ''] = /^(?:--(\+)|--|#|\/\/)\s?([\s\S]*)$/.exec(raw) ?? []
  return `/*${lead} ${words.replaceAll('*/', '* /').trim()} */`
}

/** Statements apart: cut at each `;` outside texts, comments, BEGIN … END and PostgreSQL's brackets, without the `;`; or by what the client reads. */
export function splitStatements(text: string, traits: SqlTraits): string[] {
  const statements: string[] = []
  for (const part of readScript(text, traits)) {
    if (part.kind === 'sql') statements.push(...(part.mark ? [part.text.trim()] : cutStatements(part, traits)))
    else if (part.kind === 'rows') statements.push(`${statements.pop() ?? ''};\n${part.text}`)
  }
  return statements
}

/** What END closes where it is not BEGIN: `END IF`, which counts only outside of blocks. In T-SQL a new statement begins there. */
const CONTROLS = /^(?:IF|LOOP|WHILE|REPEAT|FOR)$/
/** What stands before a statement that stands in another. */
const BEFORE_STATEMENT = /^(?:[;:]|BEGIN|DO|ELSE|LOOP|REPEAT|THEN)$/
/** BEGIN of a transaction, as it goes on; every other one begins a block. */
const TRANSACTION =
  /^(?:;|CONCURRENT|CONVERSATION|DEFERRED|DIALOG|DISTRIBUTED|EXCLUSIVE|IMMEDIATE|ISOLATION|NAME|READ|TRAN|TRANSACTION|WORK)?$/

function cutStatements({ text, tokens: all }: ScannedSql, traits: SqlTraits): string[] {
  const statements: string[] = []
  const tokens = all.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  let start = 0
  let blocks = 0
  let brackets = 0
  let controls = 0
  let isRoutine = false
  let isDeclaring = false
  let hasWords = false
  const cut = (end: number) => {
    const statement = text.slice(start, end).trim()
    if (statement && hasWords) statements.push(statement)
    hasWords = false
    isRoutine = false
  }
  let unitEnd = 0
  for (const [index, { kind, raw, start: at, end }] of tokens.entries()) {
    const isFirst = !hasWords
    if (raw !== ';') hasWords = true
    if (isFirst && hasWords && traits.hasUnits) unitEnd = findUnitEnd(tokens, index) ?? index
    if (index < unitEnd) continue
    const word = kind === 'word' ? raw.toUpperCase() : ''
    const isEnded = tokens[index - 1]?.raw.toUpperCase() === 'END'
    const next = tokens[index + 1]?.raw.toUpperCase() ?? ''
    if (traits.hasDeclaredBlocks && blocks === 0) {
      if (/^(?:FUNCTION|PROCEDURE|TRIGGER)$/.test(word)) isRoutine = true
      if (word === 'DECLARE' ? isFirst || isRoutine : isRoutine && opensBody(word, tokens[index + 1])) isDeclaring = true
    }
    const isBlock = word === 'BEGIN' && !TRANSACTION.test(next) && !isNotDeferrable(tokens, index)
    if (isBlock) isDeclaring = false
    if ((word === 'CASE' && !isEnded) || isBlock) blocks++
    else if (word === 'END' && (traits.hasBatches || !CONTROLS.test(next))) blocks = Math.max(0, blocks - 1)
    if (traits.hasControls && blocks === 0) {
      if (word === 'END' && CONTROLS.test(next)) controls = Math.max(0, controls - 1)
      else if (CONTROLS.test(word) && (isFirst || isInside(tokens[index - 1]!.raw.toUpperCase(), controls))) controls++
    }
    if (kind === 'mark' && traits.hasBracketedStatements) brackets = Math.max(0, brackets + countOpened(raw))
    if (raw === ';' && kind === 'mark' && blocks === 0 && brackets === 0 && controls === 0 && !isDeclaring) {
      cut(at)
      start = end
    }
  }
  cut(text.length)
  return statements
}

/** `BEGIN NOT DEFERRABLE` of PostgreSQL; MariaDB's `BEGIN NOT ATOMIC` begins a block. */
const isNotDeferrable = (tokens: readonly SqlToken[], at: number): boolean =>
  /^(?:DEFERRABLE|NOT)$/i.test(tokens[at + 1]?.raw ?? '') && !/^ATOMIC$/i.test(tokens[at + 2]?.raw ?? '')

/** Whether a statement may begin behind a word, within another that is open, or behind a label. */
const isInside = (before: string, controls: number): boolean => before === ':' || (controls > 0 && BEFORE_STATEMENT.test(before))

/** `PROCEDURE p IS x INT; BEGIN …`; a text or a library may be the body as well. */
const opensBody = (word: string, next: SqlToken | undefined): boolean =>
  /^[AI]S$/.test(word) && next?.kind === 'word' && !/^(?:EXTERNAL|LANGUAGE)$/i.test(next.raw)

const countOpened = (mark: string): number => (mark === '(' ? 1 : mark === ')' ? -1 : 0)

/** A statement with its `;`, on a line of its own where a line comment would swallow it. */
export function endStatement(statement: string, traits: SqlTraits): string {
  if (traits.hasBackslashLines && statement.endsWith('\n\\.')) return statement
  const last = scanSql(statement, traits).at(-1)
  return `${statement}${last?.kind === 'comment' && !last.raw.startsWith('/*') ? '\n' : ''};`
}

/** No zeros in front: 010 is a code, and as a number it would be another value. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** A list of values, one per line or separated by commas, tabs or semicolons → `('a', 'b')` for IN. */
export function toInList(
  text: string,
  { isQuoted, isUnique, perLine }: { isQuoted: boolean; isUnique: boolean; perLine: number },
): string {
  const all = text
    .split(/[\n\r,;\t]+/)
    .map((value) => withoutQuotes(value.trim()))
    .filter(Boolean)
  const values = isUnique ? [...new Set(all)] : all
  const literals = values.map((value) => (isQuoted || !NUMBER.test(value) ? `'${value.replaceAll("'", "''")}'` : value))
  if (perLine <= 0 || literals.length <= perLine) return `(${literals.join(', ')})`
  const rows: string[] = []
  for (let i = 0; i < literals.length; i += perLine) rows.push(`  ${literals.slice(i, i + perLine).join(', ')}`)
  return `(\n${rows.join(',\n')}\n)`
}

/** The text of a literal or of a quoted cell, whose own quotes are doubled inside. */
function withoutQuotes(value: string): string {
  const [, quote, inner] = /^(['"])(.*)\1$/.exec(value) ?? []
  return quote === undefined ? value : inner!.replaceAll(quote + quote, quote)
}
