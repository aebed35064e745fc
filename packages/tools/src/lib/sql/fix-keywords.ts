import type { SqlToken } from './tokens.ts'

/** Operators, what is reserved in every dialect, and `comment`, which is one before a text. */
const WORDS =
  /^(?:like|rlike|regexp|ilike|glob|between|exists|in|is|not|and|or|xor|div|mod|null|default|current_(?:date|time|timestamp)|auto_increment|comment)$/i
/** What MySQL takes behind the columns of a table. */
const TABLE_OPTIONS = /^(?:engine|charset|collate|comment|row_format|partition)$/i

/** The formatter leaves some words in the case they came in: `like`, `is null` and `default` in MySQL, its table options everywhere. */
export function fixKeywords(tokens: readonly SqlToken[], keywordCase: string | undefined): readonly SqlToken[] {
  if (keywordCase !== 'upper' && keywordCase !== 'lower') return tokens
  const words = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const chosen = new Set(words.filter((token, at) => isKeyword(token, words[at - 1], words[at + 1])))
  for (const option of findTableOptions(words)) chosen.add(option)
  return tokens.map((token) => (chosen.has(token) ? toCase(token, keywordCase) : token))
}

const toCase = (token: SqlToken, keywordCase: 'upper' | 'lower'): SqlToken => ({
  ...token,
  raw: keywordCase === 'upper' ? token.raw.toUpperCase() : token.raw.toLowerCase(),
})

function isKeyword({ kind, raw }: SqlToken, before: SqlToken | undefined, after: SqlToken | undefined): boolean {
  if (kind !== 'word' || !WORDS.test(raw) || before?.raw.endsWith('.')) return false
  return raw.length === 'comment'.length && /^comment$/i.test(raw) ? after?.kind === 'text' : after?.raw !== '('
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
