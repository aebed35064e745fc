import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../../syntax-error.ts'
import { NC_NAME } from '../names.ts'

export type Token = {
  readonly kind: 'number' | 'text' | 'name' | 'operator' | 'variable' | 'mark' | 'end'
  readonly text: string
  readonly offset: number
}

const TOKEN = new RegExp(
  [
    `(?<number>\\d+(?:\\.\\d*)?|\\.\\d+)`,
    `(?<text>"[^"]*"|'[^']*')`,
    `(?<variable>\\$${NC_NAME}(?::${NC_NAME})?)`,
    `(?<name>${NC_NAME}:\\*|${NC_NAME}(?::(?!:)${NC_NAME})?)`,
    `(?<mark>::|\\.\\.|//|!=|<=|>=|[.()[\\]@,/|+\\-=<>*])`,
  ].join('|'),
  'uy',
)
const OPERATORS = /^(?:\/\/?|[|+\-=<>]|!=|<=|>=|and|or|mod|div|\*)$/
const WORDS = /^(?:and|or|mod|div)$/

/** The tokens of an XPath expression, the last one being its end (XPath 1.0 §3.7). Throws `syntax_error`. */
export function readTokens(expression: string): Token[] {
  const tokens: Token[] = []
  let offset = 0
  while ((offset += /^\s*/.exec(expression.slice(offset))![0].length) < expression.length) {
    TOKEN.lastIndex = offset
    const found = TOKEN.exec(expression)
    if (!found) throw failAt(expression, offset, { en: 'no XPath token begins like this', zh: 'XPath 中没有这样的记号' })
    const [text] = found
    const [kind] = Object.entries(found.groups!).find(([, value]) => value !== undefined)!
    tokens.push({ kind: toKind(kind as Token['kind'], text, tokens.at(-1)), text, offset })
    offset += text.length
  }
  tokens.push({ kind: 'end', text: '', offset })
  return tokens
}

/** After an operand `*` multiplies and a word is an operator (§3.7). */
function toKind(kind: Token['kind'], text: string, before: Token | undefined): Token['kind'] {
  const isAfterOperand = before !== undefined && before.kind !== 'operator' && !/^(?:@|::|\(|\[|,)$/.test(before.text)
  if (text === '*' || WORDS.test(text)) return isAfterOperand ? 'operator' : 'name'
  return kind === 'mark' && OPERATORS.test(text) ? 'operator' : kind
}

/** A mistake in an expression, at its place. */
export function failAt(expression: string, offset: number, reason: Text) {
  return syntaxError({ format: 'XPath', text: expression, offset, reason })
}
