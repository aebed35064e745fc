import type { Text } from '@octet/core/text.ts'
import { isJson } from '../json/is-json.ts'
import { parseJsonTree, toTextNode, type JsonNode } from '../json/tree.ts'
import { syntaxError } from '../syntax-error.ts'

/** A word of an expression, by its sign where it is one; `at` is its offset. */
export type Token = { readonly kind: Sign | 'name' | 'quoted' | 'number' | 'literal' | 'end'; readonly at: number } & {
  readonly text: string
  readonly value?: JsonNode
}
/** The longest first: the first that fits is taken. */
const SIGNS = ['[?', '[]', '||', '&&', '==', '!=', '<=', '>=', ...'.*@&|!<>()[]{},:'] as const
export type Sign = (typeof SIGNS)[number]

const SPACE = /[ \t\r\n]*/y
const NAME = /[A-Za-z_]\w*/y
const NUMBER = /-?\d+/y
const QUOTED = /"(?:[^"\\]|\\.)*"/sy
const RAW = /'((?:[^'\\]|\\.)*)'/sy
const LITERAL = /`((?:[^`\\]|\\.)*)`/sy

/** The words of an expression and its end. Throws `syntax_error`. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; ;) {
    at += match(SPACE, text, at)![0].length
    const token = readToken(text, at)
    tokens.push(token)
    if (token.kind === 'end') return tokens
    at += token.text.length
  }
}

function readToken(text: string, at: number): Token {
  if (at >= text.length) return { kind: 'end', at, text: '' }
  const name = match(NAME, text, at)?.[0]
  if (name !== undefined) return { kind: 'name', at, text: name }
  const sign = SIGNS.find((one) => text.startsWith(one, at))
  if (sign !== undefined) return { kind: sign, at, text: sign }
  const number = match(NUMBER, text, at)?.[0]
  if (number !== undefined) return { kind: 'number', at, text: number }
  const raw = match(RAW, text, at)
  // Only the quote itself is escaped: every other backslash stands for itself.
  if (raw) return { kind: 'literal', at, text: raw[0], value: toTextNode(raw[1]!.replaceAll("\\'", "'")) }
  const quoted = match(QUOTED, text, at)?.[0]
  if (quoted !== undefined) {
    if (!isJson(quoted))
      throw fail(text, at, { en: 'the name in quotes is no JSON string', zh: '双引号中的键名不是有效的 JSON 字符串' })
    return { kind: 'quoted', at, text: quoted, value: parseJsonTree(quoted) }
  }
  const literal = match(LITERAL, text, at)
  if (literal) return { kind: 'literal', at, text: literal[0], value: readLiteral(text, at, literal[1]!.replaceAll('\\`', '`')) }
  throw fail(text, at, describeWrong(text, at))
}

/** JSON; what is none was a text before JEP 12, and still is for every program that reads expressions. */
function readLiteral(text: string, at: number, written: string): JsonNode {
  if (isJson(written)) return parseJsonTree(written)
  const asText = `"${written.trimStart()}"`
  if (isJson(asText)) return parseJsonTree(asText)
  throw fail(text, at, { en: 'what stands between ` is no JSON', zh: '反引号中的内容不是有效的 JSON' })
}

function describeWrong(text: string, at: number): Text {
  const char = String.fromCodePoint(text.codePointAt(at)!)
  if ('"\'`'.includes(char)) return { en: `the closing ${char} is missing`, zh: `缺少结尾的 ${char}` }
  if (char === '=') return { en: '“=” alone means nothing; equality is ==', zh: '单个 = 没有含义，相等请写 ==' }
  if (char === '-') return DASH
  return { en: `JMESPath has no character ${char}`, zh: `JMESPath 不使用字符 ${char}` }
}

export const DASH: Text = {
  en: '“-” is part of a number only; a name with one stands in double quotes',
  zh: '减号只能写在数字前；含减号的键名请加双引号',
}

export function fail(text: string, offset: number, reason: Text): Error {
  return syntaxError({ format: 'JMESPath', text, offset, reason })
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
