import type { DialectOptions } from 'sql-formatter'
import type { SqlTraits } from './dialects.ts'
import { SPACED_DASHES } from './layout/lexer.ts'
import type { Token } from './layout/token.ts'
import { settleWords } from './settle-words.ts'

type Options = DialectOptions['tokenizerOptions']
type Rework = NonNullable<Options['postProcess']>

const adapted = new WeakMap<DialectOptions, DialectOptions>()

/** Comparisons with FROM in them, which begins no clause there; the formatter's lists of most dialects lack them. */
const COMPARISONS = ['IS DISTINCT FROM', 'IS NOT DISTINCT FROM']

/** A dialect of sql-formatter with the comments, texts, numbers, labels and comparisons that it takes, which its lists lack in part. */
export function toFormatterDialect(dialect: DialectOptions, traits: SqlTraits): DialectOptions {
  const known = adapted.get(dialect)
  if (known) return known
  const options = dialect.tokenizerOptions
  const { nestedBlockComments = false, lineCommentTypes = ['--'], reservedKeywordPhrases = [], operators = [] } = options
  const tokenizerOptions: Options = {
    ...options,
    underscoresInNumbers: true,
    reservedKeywordPhrases: [...new Set([...reservedKeywordPhrases, ...COMPARISONS])],
    stringTypes: traits.hasBackslash && !traits.hasRawTexts ? options.stringTypes.map(withBackslash) : options.stringTypes,
    operators: traits.hasLabels ? [...operators, ':'] : operators,
    nestedBlockComments: nestedBlockComments || traits.hasNestedComments === true,
    lineCommentTypes: [
      ...lineCommentTypes.map((mark) => (mark === '--' && traits.hasSpacedDashes ? SPACED_DASHES : mark)),
      ...(traits.hasSlashComments ? ['//'] : []),
    ],
    postProcess: toRework(options.postProcess),
  }
  const result = { ...dialect, tokenizerOptions }
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
