import type { DialectOptions } from 'sql-formatter'
import { DIALECTS, type DialectName, type SqlTraits } from './dialects.ts'
import { SPACED_DASHES } from './layout/lexer.ts'
import type { Token } from './layout/token.ts'
import { settleWords } from './settle-words.ts'

type Options = DialectOptions['tokenizerOptions']
type Rework = NonNullable<Options['postProcess']>

const adapted = new WeakMap<DialectOptions, DialectOptions>()

/** Comparisons with FROM in them, which begins no clause there; the formatter's lists of most dialects lack them. */
const COMPARISONS = ['IS DISTINCT FROM', 'IS NOT DISTINCT FROM']

type Added = {
  readonly operators?: readonly string[]
  /** Operators without spaces around them. */
  readonly dense?: readonly string[]
  readonly brackets?: readonly ('[]' | '{}')[]
  readonly named?: readonly '&'[]
  readonly numbered?: readonly '#'[]
  /** Patterns of placeholders. */
  readonly custom?: readonly string[]
  readonly texts?: readonly '$$'[]
}

/** What servers take and the formatter's lists lack. */
const ADDED: Readonly<Partial<Record<DialectName, Added>>> = {
  duckdb: {
    operators: ['@>', '<@', '@', '^@', '<->', '<=>', '!'],
    numbered: ['#'],
    custom: [String.raw`\$[a-zA-Z_]\w*(?![\w$])`],
  },
  hive: { dense: [':'] },
  plsql: { brackets: ['[]'] },
  redshift: { operators: ['!~', '!~*'], texts: ['$$'] },
  snowflake: { brackets: ['{}'], named: ['&'] },
  spark: { dense: [':', '::'] },
}

/** A dialect of sql-formatter with the comments, texts, numbers, labels and comparisons that it takes, which its lists lack in part. */
export function toFormatterDialect(dialect: DialectOptions, name: DialectName): DialectOptions {
  const known = adapted.get(dialect)
  if (known) return known
  const traits: SqlTraits = DIALECTS[name]
  const { operators = [], dense = [], brackets = [], named = [], numbered = [], custom = [], texts = [] } = ADDED[name] ?? {}
  const options = dialect.tokenizerOptions
  const { nestedBlockComments = false, lineCommentTypes = ['--'], reservedKeywordPhrases = [], paramTypes = {} } = options
  const stringTypes = traits.hasBackslash && !traits.hasRawTexts ? options.stringTypes.map(withBackslash) : options.stringTypes
  const tokenizerOptions: Options = {
    ...options,
    underscoresInNumbers: true,
    reservedKeywordPhrases: [...new Set([...reservedKeywordPhrases, ...COMPARISONS])],
    stringTypes: [...stringTypes, ...texts],
    operators: [...(options.operators ?? []), ...operators, ...dense, ...(traits.hasLabels ? [':'] : [])],
    extraParens: [...(options.extraParens ?? []), ...brackets],
    paramTypes: {
      ...paramTypes,
      named: [...(paramTypes.named ?? []), ...named] as NonNullable<typeof paramTypes.named>,
      numbered: [...(paramTypes.numbered ?? []), ...numbered] as NonNullable<typeof paramTypes.numbered>,
      custom: [...(paramTypes.custom ?? []), ...custom.map((regex) => ({ regex }))],
    },
    nestedBlockComments: nestedBlockComments || traits.hasNestedComments === true,
    lineCommentTypes: [
      ...lineCommentTypes.map((mark) => (mark === '--' && traits.hasSpacedDashes ? SPACED_DASHES : mark)),
      ...(traits.hasSlashComments ? ['//'] : []),
    ],
    postProcess: toRework(options.postProcess),
  }
  const { formatOptions } = dialect
  const alwaysDenseOperators = [...(formatOptions.alwaysDenseOperators ?? []), ...dense]
  const result = { ...dialect, tokenizerOptions, formatOptions: { ...formatOptions, alwaysDenseOperators } }
  adapted.set(dialect, result)
  return result
}

type StringType = Options['stringTypes'][number]

/** `\'` is no end of a text, be it one of bytes or raw (BigQuery), nor where the formatter knows doubled marks only (Redshift). */
function withBackslash(type: StringType): StringType {
  if (typeof type === 'string') return type === "''-qq" ? "''-qq-bs" : type
  if (!('quote' in type)) return type
  const { quote } = type
  return { ...type, quote: quote === "''-raw" ? "''-bs" : quote === '""-raw' ? '""-bs' : quote }
}

/** The tokens of the library have an enum that is not exported for types; ours are its values. */
const toRework =
  (rework: Rework | undefined): Rework =>
  (tokens) =>
    settleWords((rework ? rework(tokens) : tokens) as unknown as Token[]) as unknown as ReturnType<Rework>
