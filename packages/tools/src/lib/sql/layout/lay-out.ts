import type { DialectOptions, FormatOptions } from 'sql-formatter'
import { createLexer, type Lexer } from './lexer.ts'
import { readStatements } from './reader.ts'
import { settleTokens } from './settle.ts'
import type { Token } from './token.ts'
import { writeStatement } from './write-statement.ts'

/** What sql-formatter does by itself. */
const DEFAULTS: FormatOptions = {
  tabWidth: 2,
  useTabs: false,
  keywordCase: 'preserve',
  identifierCase: 'preserve',
  dataTypeCase: 'preserve',
  functionCase: 'preserve',
  indentStyle: 'standard',
  logicalOperatorNewline: 'before',
  expressionWidth: 50,
  linesBetweenQueries: 1,
  denseOperators: false,
  newlineBeforeSemicolon: false,
}

const lexers = new WeakMap<DialectOptions, Lexer>()

export type LayOutOptions = {
  readonly dialect: DialectOptions
  readonly options: Partial<FormatOptions>
  /** Brackets may hold statements, as those of PostgreSQL's rules do; sql-formatter refuses them. */
  readonly hasBracketedStatements?: boolean
  /** Comments stay on the line of the `;` before them, and their lines as far in beside each other as they were; sql-formatter does neither. */
  readonly keepsComments?: boolean
}

/**
 * Lays SQL out as sql-formatter does, whose dialects it is given, in time that grows with the text alone.
 * Throws `LayoutError` where the text does not fit.
 */
export function layOut(
  text: string,
  { dialect, options, hasBracketedStatements = false, keepsComments = false }: LayOutOptions,
): string {
  const { tokenizerOptions, formatOptions } = dialect
  const lexer = lexers.get(dialect) ?? createLexer(tokenizerOptions)
  lexers.set(dialect, lexer)
  const chosen = { ...DEFAULTS, ...options, keepsComments }
  const { onelineClauses, tabularOnelineClauses = onelineClauses, alwaysDenseOperators = [] } = formatOptions
  const readOptions = {
    ...chosen,
    oneLineClauses: new Set(chosen.indentStyle === 'standard' ? onelineClauses : tabularOnelineClauses),
    denseOperators: new Set(alwaysDenseOperators),
    hasDashedNames: tokenizerOptions.identChars?.dashes ?? false,
    hasBracketedStatements,
  }
  const tokens = rework(lexer(text), tokenizerOptions.postProcess)
  const end: Token = { type: 'EOF', raw: '', text: '«EOF»', start: text.length, precedingWhitespace: undefined }
  const statements: string[] = []
  const settled = settleTokens(tokens)
  settled.push(end)
  for (const statement of readStatements(settled, readOptions)) statements.push(writeStatement(statement, chosen))
  return statements.join('\n'.repeat(chosen.linesBetweenQueries + 1)).trimEnd()
}

type Rework = DialectOptions['tokenizerOptions']['postProcess']

/** What a dialect of sql-formatter does with its tokens. Its types are an enum that is not exported; ours are their values. */
function rework(tokens: Token[], postProcess: Rework): Token[] {
  return postProcess ? (postProcess(tokens as unknown as Parameters<NonNullable<Rework>>[0]) as unknown as Token[]) : tokens
}
