import type { Token, TokenType } from './layout/token.ts'

/** What begins a clause, or a statement, and is a function as well: MySQL's `REPLACE(a, b, c)` and `VALUES(a)`. */
const CALLED = /^(?:FIRST|FORMAT|GET|INSERT|LIST|OFFSET|REPEAT|REPLACE|SAMPLE|TRUNCATE|UPDATE|VALUES)$/
const BEFORE_OPERAND: ReadonlySet<TokenType> = new Set<TokenType>([
  'AND',
  'ASTERISK',
  'BETWEEN',
  'COMMA',
  'OPERATOR',
  'OR',
  'RESERVED_SELECT',
  'XOR',
])
const WORDS_BEFORE_OPERAND = /^(?:DISTINCT|DIV|ELSEIF|ELSIF|IF|LIKE|MOD|NOT|REGEXP|RETURN|RLIKE)$/
/** Clauses that hold expressions; behind others VALUES begins rows. */
const CONDITION = /^(?:HAVING|ON DUPLICATE KEY UPDATE|SET|WHERE)$/
/** What END closes besides CASE and BEGIN. */
const LOOPS = /^(?:FOR|IF|LOOP|REPEAT|WHILE)$/

/**
 * Tells by what stands around them which CASE is a statement, its branches ending in `;`, which words are called although
 * they begin clauses elsewhere, and which colon parts a key from its value (`{'a': 1}`). The formatter's dialects know none of it.
 */
export function settleWords(tokens: readonly Token[]): Token[] {
  const solid = tokens.flatMap((token, at) => (isComment(token) ? [] : [at]))
  const settled = [...tokens]
  for (const at of findCaseStatements(solid.map((each) => tokens[each]!)))
    settled[solid[at]!] = { ...settled[solid[at]!]!, type: 'RESERVED_KEYWORD' }
  const calls = findCalls(solid.map((each) => settled[each]!))
  for (const at of calls) settled[solid[at]!] = { ...settled[solid[at]!]!, type: 'RESERVED_FUNCTION_NAME' }
  for (const [at, { type, text }] of settled.entries())
    if (type === 'PROPERTY_ACCESS_OPERATOR' && text === ':' && settled[at - 1]?.type === 'STRING')
      settled[at] = { ...settled[at]!, type: 'OPERATOR' }
  return settled
}

/** Where CASE stands of statements that hold a `;` and end in END CASE, at both ends. */
function findCaseStatements(tokens: readonly Token[]): number[] {
  const found: number[] = []
  const open: { readonly at: number; readonly type: 'CASE' | 'BEGIN' | '('; hasStatements: boolean }[] = []
  for (const [at, { type, text }] of tokens.entries()) {
    if (type === 'OPEN_PAREN') open.push({ at, type: '(', hasStatements: false })
    else if (type === 'CLOSE_PAREN') while (open.length > 0 && open.pop()!.type !== '(');
    else if (type === 'CASE' && tokens[at - 1]?.type !== 'END') open.push({ at, type, hasStatements: false })
    else if (text === 'BEGIN') open.push({ at, type: 'BEGIN', hasStatements: false })
    else if (type === 'DELIMITER') markStatements(open)
    else if (type === 'END' && open.at(-1)?.type !== '(' && !LOOPS.test(tokens[at + 1]?.text ?? '')) {
      const closed = open.pop()
      if (closed?.hasStatements && tokens[at + 1]?.type === 'CASE') found.push(closed.at, at + 1)
    }
  }
  return found
}

/** Only what is open since the last bracket or BEGIN; what is open around a CASE that is marked is marked already. */
function markStatements(open: readonly { readonly type: string; hasStatements: boolean }[]): void {
  for (let at = open.length - 1; at >= 0; at--) {
    const each = open[at]!
    if (each.type !== 'CASE' || each.hasStatements) return
    each.hasStatements = true
  }
}

function findCalls(tokens: readonly Token[]): number[] {
  const calls: number[] = []
  const open: ('CASE' | '(' | 'call')[] = []
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    if (token.type === 'OPEN_PAREN') open.push(isName(before) || calls.at(-1) === at - 1 ? 'call' : '(')
    else if (token.type === 'CLOSE_PAREN') while (open.length > 0 && open.pop() === 'CASE');
    else if (token.type === 'CASE') open.push('CASE')
    else if (token.type === 'END' && open.at(-1) === 'CASE') open.pop()
    else if (
      token.type === 'RESERVED_CLAUSE' &&
      tokens[at + 1]?.text === '(' &&
      (open.at(-1) === 'CASE' || (CALLED.test(token.text) && isWanted(token, before, open.at(-1))))
    )
      calls.push(at)
  }
  return calls
}

/** Whether a value is wanted behind a token. */
function isWanted({ text }: Token, before: Token | undefined, bracket: string | undefined): boolean {
  if (!before) return false
  if (before.type === 'OPEN_PAREN') return text !== 'VALUES' || bracket === 'call'
  if (before.type === 'RESERVED_CLAUSE')
    return text === 'VALUES' ? CONDITION.test(before.text) : !/\b(?:EXPLAIN|INTO|THEN)$/.test(before.text)
  return BEFORE_OPERAND.has(before.type) || WORDS_BEFORE_OPERAND.test(before.text)
}

const isComment = ({ type }: Token): boolean => type === 'BLOCK_COMMENT' || type === 'LINE_COMMENT' || type === 'DISABLE_COMMENT'
const isName = (token: Token | undefined): boolean =>
  token !== undefined && (/^(?:IDENTIFIER|RESERVED_FUNCTION_NAME)$/.test(token.type) || token.text === 'IF')
