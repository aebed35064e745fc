import type { Token, TokenType } from './token.ts'

/** Words that are reserved, so that beside a dot they are names. */
const RESERVED: ReadonlySet<TokenType> = new Set<TokenType>([
  'RESERVED_DATA_TYPE',
  'RESERVED_KEYWORD',
  'RESERVED_FUNCTION_NAME',
  'RESERVED_KEYWORD_PHRASE',
  'RESERVED_DATA_TYPE_PHRASE',
  'RESERVED_CLAUSE',
  'RESERVED_SELECT',
  'RESERVED_SET_OPERATION',
  'RESERVED_JOIN',
  'CASE',
  'END',
  'WHEN',
  'ELSE',
  'THEN',
  'LIMIT',
  'BETWEEN',
  'AND',
  'OR',
  'XOR',
])
/** Words that can only be a name behind AS. */
const NAMES_BEHIND_AS: ReadonlySet<TokenType> = new Set<TokenType>([
  'RESERVED_SET_OPERATION',
  'RESERVED_JOIN',
  'LIMIT',
  'BETWEEN',
  'CASE',
  'END',
  'WHEN',
  'ELSE',
  'THEN',
  'AND',
  'OR',
  'XOR',
])

/** Tells by their neighbours what words are: names beside a dot or behind AS, functions and types before brackets. */
export function settleTokens(tokens: readonly Token[]): Token[] {
  const settled: Token[] = []
  let before: Token | undefined
  for (let at = 0, nextAt = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (nextAt <= at) nextAt = at + 1
    while (nextAt < tokens.length && isComment(tokens[nextAt]!)) nextAt++
    const now = isComment(token) ? token : settle(token, before, tokens[nextAt])
    settled.push(now)
    if (!isComment(token)) before = now
  }
  return settled
}

function settle(token: Token, before: Token | undefined, next: Token | undefined): Token {
  const { type, text, raw } = token
  const opens = next?.type === 'OPEN_PAREN' ? next.text : ''
  const toName = (): Token => ({ ...token, type: opens === '[' ? 'ARRAY_IDENTIFIER' : 'IDENTIFIER', text: raw })
  if (type === 'IDENTIFIER') return opens === '[' ? toName() : token
  if (!RESERVED.has(type)) return token
  if (before?.type === 'PROPERTY_ACCESS_OPERATOR' || next?.type === 'PROPERTY_ACCESS_OPERATOR') return toName()
  if (
    before?.type === 'RESERVED_KEYWORD' &&
    before.text === 'AS' &&
    (NAMES_BEHIND_AS.has(type) || (type === 'RESERVED_CLAUSE' && text === 'SET'))
  )
    return toName()
  if (type === 'RESERVED_FUNCTION_NAME' && opens !== '(') return toName()
  if (type === 'RESERVED_DATA_TYPE' && opens === '(') return { ...token, type: 'RESERVED_PARAMETERIZED_DATA_TYPE' }
  if (type === 'RESERVED_DATA_TYPE' && opens === '[') return { ...token, type: 'ARRAY_KEYWORD' }
  return token
}

const isComment = ({ type }: Token): boolean => type === 'BLOCK_COMMENT' || type === 'LINE_COMMENT'
