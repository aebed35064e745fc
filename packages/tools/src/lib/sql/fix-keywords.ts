import { DIALECTS, type DialectName } from './dialects.ts'
import { scanSql, type SqlToken } from './tokens.ts'

/** Operators, and what is reserved in every dialect. */
const WORDS =
  /^(?:like|rlike|regexp|ilike|glob|between|exists|in|is|not|and|or|xor|div|mod|null|default|current_(?:date|time|timestamp)|auto_increment)$/i
/** What MySQL takes behind the columns of a table. */
const TABLE_OPTIONS = /^(?:engine|charset|collate|comment|row_format|partition)$/i

/** The formatter leaves some words in the case they came in: `like`, `is null` and `default` in MySQL, its table options everywhere. */
export function fixKeywords(text: string, dialect: DialectName, keywordCase: string | undefined): string {
  if (keywordCase !== 'upper' && keywordCase !== 'lower') return text
  const tokens = scanSql(text, DIALECTS[dialect])
  const words = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const chosen = new Set(words.filter((token, at) => isKeyword(token, words[at - 1], words[at + 1])))
  for (const option of findTableOptions(words)) chosen.add(option)
  return tokens
    .map((token) =>
      chosen.has(token) ? (keywordCase === 'upper' ? token.raw.toUpperCase() : token.raw.toLowerCase()) : token.raw,
    )
    .join('')
}

function isKeyword({ kind, raw }: SqlToken, before: SqlToken | undefined, after: SqlToken | undefined): boolean {
  if (kind !== 'word' || before?.raw === '.' || before?.raw.endsWith('.')) return false
  if (/^comment$/i.test(raw)) return after?.kind === 'text'
  return WORDS.test(raw) && after?.raw !== '('
}

/** The words of table options: outside the brackets that follow CREATE TABLE, until the statement ends. */
function findTableOptions(words: readonly SqlToken[]): SqlToken[] {
  const options: SqlToken[] = []
  let [depth, isTable, isBehind] = [0, false, false]
  for (const [at, token] of words.entries()) {
    if (token.raw === '(') depth++
    else if (token.raw === ')') isBehind = --depth === 0 && isTable
    else if (token.raw === ';') isTable = isBehind = false
    else if (token.kind !== 'word' || depth > 0) continue
    else if (/^table$/i.test(token.raw) && /^(?:create|temporary)$/i.test(words[at - 1]?.raw ?? '')) isTable = true
    else if (/^(?:select|as)$/i.test(token.raw)) isTable = isBehind = false
    else if (isBehind && words[at - 1]?.raw !== '=' && TABLE_OPTIONS.test(token.raw)) options.push(token)
  }
  return options
}
