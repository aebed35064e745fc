import type { Text } from '@octet/core/text.ts'
import { toReasonText, toTypeName as name, type ReasonRule } from '../foreign-reason.ts'
import { findOwn } from '../find-own.ts'

/** The signs behind the names that the grammar of the library has. */
const TOKENS: Readonly<Record<string, string>> = {
  EOF: '表达式结尾',
  Star: '*',
  Rbracket: ']',
  Lbracket: '[',
  Rbrace: '}',
  Lbrace: '{',
  Rparen: ')',
  Lparen: '(',
  Colon: ':',
  Comma: ',',
  Dot: '.',
  Number: '数字',
  Literal: '字面量',
  UnquotedIdentifier: '名称',
  QuotedIdentifier: '带引号的名称',
}

const token = (word: string) => findOwn(TOKENS, word) ?? word

/** The mistakes that are met most, in the words of jmespath 0.16. */
const RULES: readonly ReasonRule[] = [
  [/^unexpected end$/, () => '表达式不完整，后面还应有内容'],
  [/^a part of the expression is missing$/, () => '表达式中缺少一部分，请检查 . 、括号和运算符前后'],
  [/^the values to sort by must/, () => '用于排序的值应全为数字或全为字符串'],
  [/^Expected Star, got: EOF$/, () => '表达式不完整，[ 之后应为数字、*、? 或 ]'],
  [/^Expected Star, got: (\w+)$/, (found) => `[ 之后应为数字、*、? 或 ]，实为${token(found!)}`],
  [/^Expected (\w+), got: EOF$/, (wanted) => `表达式不完整，缺少 ${token(wanted!)}`],
  [/^Expected (\w+), got: (\w+)$/, (wanted, found) => `此处应为 ${token(wanted!)}，实为 ${token(found!)}`],
  [/^Unexpected token type: Number, value: (?:NaN|-\d+)$/, () => '减号不能用于名称或运算；含减号的名称请加双引号'],
  [/^Unexpected token type: \w+, value: (.+)$/s, (found) => `此处不应为 ${found}`],
  [/^Invalid token \(\w+\): "(.*)"\s*$/s, (found) => `此处应为名称、函数或表达式，实为 ${found}`],
  [/^Unknown character:(.+)$/s, (found) => `JMESPath 不使用字符 ${found}`],
  [/^Unterminated string/, () => '名称缺少结尾的引号 "'],
  [/^Bad escaped character/, () => '反斜杠之后的字符无效'],
  [/ in JSON at position \d+/, () => '反引号或双引号中的内容不是有效的 JSON'],
  [/^Unknown function: (.+)$/s, (called) => `没有函数 ${called}`],
  [
    /^(\w+\(\)) expected argument (\d+) to be type (.+) but received type (\S+?) instead\.?$/,
    (called, at, wanted, found) => `${called} 的第 ${at} 个参数应为${name(wanted!)}，实为${name(found!)}`,
  ],
  [
    /^(\w+\(\)) takes (at least )?(\d+) arguments? but received (\d+)$/,
    (called, least, wanted, found) => `${called} 需要${least ? '至少 ' : ' '}${wanted} 个参数，实为 ${found} 个`,
  ],
  [/^Unexpected token: (.+)\(\w+\)$/s, (found) => `此处不应为 ${found}`],
  [/^expected (\w+), received (\w+)$/, (wanted, found) => `用于排序的值应同为${name(wanted!)}，其中一个为${name(found!)}`],
  [/^a slice takes whole numbers$/, () => '切片的下标应为整数'],
  [/^Quoted identifier not allowed for function names/, () => '函数名不能加引号'],
  [/^Expecting an identifier token, got: (\w+)$/, (found) => `此处应为键名，实为 ${token(found!)}`],
  [/^Invalid slice, step cannot be 0$/, () => '切片的步长不能为 0'],
]

/** What the library said, in both languages. */
export const toJmespathReason = (said: string): Text => toReasonText(said, RULES)
