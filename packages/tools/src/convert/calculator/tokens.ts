import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/** A piece of a line, with its place in the whole text. */
export type Token = {
  readonly kind: 'number' | 'name' | 'operator'
  readonly text: string
  readonly at: number
}

/** Words that part numbers in Chinese, where a number, a bracket or a space follows; else they are part of a name. */
const WORDS = /(?:的|到|占|从)(?=[\s\d(.√-]|$)/u
const NAME = new RegExp(`(?:(?!${WORDS.source})[\\p{L}_])(?:(?!${WORDS.source})[\\p{L}\\d_])*`, 'uy')
const HAN_WORD = new RegExp(WORDS.source, 'uy')
const TIMES = /[万亿]/uy
const SIGN = /\*\*|\/\/|<<|>>|->|[-+*/^%‰!&|~(),=°√²³→]/uy
const OWN_BASE = /0(?:x[\da-f](?:[\da-f_]*[\da-f])?|b[01](?:[01_]*[01])?|o[0-7](?:[0-7_]*[0-7])?)(?![\p{L}\d])/iuy
const DECIMAL = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iuy
const GROUPED = /\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d*)?(?:e[+-]?\d+)?/iuy

/** Operators that are words, and other signs of the same. */
const SAME: Readonly<Record<string, string>> = {
  '**': '^',
  的: 'of',
  到: 'to',
  '→': 'to',
  '->': 'to',
  占: 'share',
  从: 'from',
  and: '&',
  or: '|',
}
const WORD_OPERATORS = new Set(['of', 'to', 'from', 'mod', 'xor', '&', '|', 'share'])

/** The x of 2x3 and 2 x 3, which begins no name there; the one of 0x10 is of its number. */
const TIMES_X = /(?<!(?<![\d.])0)(?<=[\d)%!] ?)x(?= ?[\d.(√])/giu
/** A name of that letter, which is meant then. */
const NAMED_X = /(?:^|[\r\n]) *x *=/i
/** What an amount of money is marked with. */
const MONEY = /(?<=(?:^|[\r\n(+\-*/,:=]) ?)[$€£¥₩₹](?= ?-?[\d.(])|(?<=[\d万亿])(?:元|块钱|块)(?![\p{L}\d])/gu

/** Signs as Chinese keyboards, printed sums and bills have them, character by character, so that places stay. */
export const toPlainSigns = (text: string): string => {
  const plain = toOneForm(text).replaceAll(MONEY, (mark) => ' '.repeat(mark.length))
  return NAMED_X.test(plain) ? plain : plain.replaceAll(TIMES_X, '*')
}

const toOneForm = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll('￥', '¥')
    .replaceAll(/[×⋅·✕]/g, '*')
    .replaceAll('÷', '/')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[\u3000\u00a0\t]/g, ' ')
    .replaceAll('【', '(')
    .replaceAll('】', ')')

/** The pieces of a line. Throws `bad_input` at a character that has no meaning. */
export function readTokens(line: string, lineAt: number): Token[] {
  const tokens: Token[] = []
  // Between the brackets of a function commas part its arguments; elsewhere they part thousands.
  const brackets: boolean[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(line)?.[0]
  }
  while (at < line.length) {
    if (line[at] === ' ') {
      at++
      continue
    }
    const last = tokens.at(-1)
    const number = take(OWN_BASE) ?? (brackets.at(-1) ? undefined : take(GROUPED)) ?? take(DECIMAL)
    const word = number === undefined ? (take(HAN_WORD) ?? (last?.kind === 'number' ? take(TIMES) : undefined)) : undefined
    const name = number === undefined && word === undefined ? take(NAME) : undefined
    const text = number ?? word ?? name ?? take(SIGN)
    if (text === undefined) throw badPlace(line, at, lineAt)
    if (text === '(') brackets.push(last?.kind === 'name')
    if (text === ')') brackets.pop()
    tokens.push({ ...toToken(text, number !== undefined, name !== undefined), at: lineAt + at })
    at += text.length
  }
  return tokens
}

function toToken(text: string, isNumber: boolean, isName: boolean): Omit<Token, 'at'> {
  if (isNumber) return { kind: 'number', text: text.replaceAll(/[_,]/g, '') }
  const lower = text.toLowerCase()
  const same = Object.hasOwn(SAME, lower) ? SAME[lower]! : lower
  if (isName && !WORD_OPERATORS.has(same)) return { kind: 'name', text }
  return { kind: 'operator', text: same }
}

function badPlace(line: string, at: number, lineAt: number): AppError {
  const char = String.fromCodePoint(line.codePointAt(at) ?? 0)
  return badToken(
    {
      en: `a number, a name or an operator; “${char}” at character ${at + 1} is none`,
      zh: `数字、名称或运算符；第 ${at + 1} 个字符“${char}”不符`,
    },
    line,
    lineAt + at,
  )
}

export function badToken(expected: Text, got: string, offset: number): AppError {
  return new AppError('bad_input', { field: 'text', expected, got: got.length > 60 ? `${got.slice(0, 60)}…` : got, offset })
}
