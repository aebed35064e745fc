import { AppError } from '@octet/core/errors.ts'
import { add, countBits, divide, multiply, subtract, toFloor, toRemainder } from '../../lib/rational-math.ts'
import { toRational, type Rational } from '../../lib/rational.ts'
import { readNumeral, toAlphabet } from './numeral.ts'

/** Most bits a result may have, so that `9**9**9` ends at once. */
const MAX_BITS = 2_000_000
const PREFIXES: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16 }
const OPERATORS: readonly (readonly string[])[] = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '%', '//']]
const TOKEN =
  /\s*(?:(\*\*|<<|>>|\/\/|[-+*/%&|^~()])|([\da-z](?:[\da-z_,' ]*[\da-z])?(?:\.(?:[\da-z][\da-z_]*)?(?:\([\da-z]+\))?)?|\.[\da-z]+(?:\([\da-z]+\))?|\.\([\da-z]+\)))/iy

type Token = { readonly text: string; readonly at: number; readonly isOperator: boolean }

/**
 * A line of exact arithmetic on numbers of one base, each of which may say its own by 0b, 0o, 0x:
 * `+ - * /` (exact), `//` and `%` (rounded down), `**`, `& | ^ ~ << >>` on whole numbers, brackets.
 * Throws `bad_input` with the place.
 */
export function calculate(text: string, base: number): Rational {
  const tokens = readTokens(text.replaceAll('−', '-').replaceAll('×', '*').replaceAll('÷', '/'))
  const state = { tokens, next: 0, base, text, depth: 0 }
  const value = readLevel(state, 0)
  const left = tokens[state.next]
  if (left) throw bad(text, left.at, left.text)
  return value
}

/** Whether a line is more than one number. */
export function isCalculation(text: string): boolean {
  return /[*%&|^~<>×÷]|[\da-z)]\s*[-+/−]/i.test(text)
}

type State = { readonly tokens: readonly Token[]; next: number; readonly base: number; readonly text: string; depth: number }

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) throw bad(text, at, text.slice(at).trim().slice(0, 1))
    tokens.push({ text: match[1] ?? match[2]!, at, isOperator: match[1] !== undefined })
  }
  return tokens
}

function readLevel(state: State, level: number): Rational {
  const operators = OPERATORS[level]
  if (!operators) return readUnary(state)
  let value = readLevel(state, level + 1)
  for (;;) {
    const token = state.tokens[state.next]
    if (!token?.isOperator || !operators.includes(token.text)) return value
    state.next++
    value = apply(token, { left: value, right: readLevel(state, level + 1) }, state.text)
  }
}

function readUnary(state: State): Rational {
  const token = state.tokens[state.next]
  if (token?.isOperator && ['-', '+', '~'].includes(token.text)) {
    state.next++
    enter(state)
    const value = readUnary(state)
    state.depth--
    if (token.text === '-') return toRational(-value.top, value.bottom)
    return token.text === '+' ? value : toRational(~toWhole(value, token, state.text))
  }
  return readPower(state)
}

function readPower(state: State): Rational {
  const value = readAtom(state)
  const token = state.tokens[state.next]
  if (!token?.isOperator || token.text !== '**') return value
  state.next++
  enter(state)
  const result = apply(token, { left: value, right: readUnary(state) }, state.text)
  state.depth--
  return result
}

function readAtom(state: State): Rational {
  const token = state.tokens[state.next++]
  if (!token) throw bad(state.text, state.text.length, '')
  if (!token.isOperator) return readNumber(token.text, state.base)
  if (token.text !== '(') throw bad(state.text, token.at, token.text)
  enter(state)
  const value = readLevel(state, 0)
  state.depth--
  const close = state.tokens[state.next++]
  if (close?.text !== ')') throw bad(state.text, close?.at ?? state.text.length, close?.text ?? '')
  return value
}

function enter(state: State): void {
  if (++state.depth > 500) throw bad(state.text, 0, '((((…')
}

/** A number with its own prefix, unless the letter of the prefix is a digit of the base. */
function readNumber(text: string, base: number): Rational {
  const own = PREFIXES[/^0([box])/i.exec(text)?.[1]?.toLowerCase() ?? '']
  const isPrefix = own !== undefined && base <= Number.parseInt(text[1]!, 36)
  return isPrefix ? readNumeral(text.slice(2), toAlphabet(own)) : readNumeral(text, toAlphabet(base))
}

function apply(token: Token, { left, right }: { left: Rational; right: Rational }, text: string): Rational {
  const whole = (value: Rational) => toWhole(value, token, text)
  switch (token.text) {
    case '+':
      return add(left, right)
    case '-':
      return subtract(left, right)
    case '*':
      limit(countBits(left.top) + countBits(right.top), text)
      return multiply(left, right)
    case '/':
      if (right.top === 0n) throw divided(text)
      return divide(left, right)
    case '//':
      if (right.top === 0n) throw divided(text)
      return toRational(toFloor(divide(left, right)))
    case '%':
      if (right.top === 0n) throw divided(text)
      return toRemainder(left, right)
    case '**':
      return raise(left, whole(right), text)
    case '<<':
      limit(countBits(left.top) + Number(whole(right)), text)
      return toRational(whole(left) << whole(right))
    case '>>':
      limit(countBits(left.top) - Number(whole(right)), text)
      return toRational(whole(left) >> whole(right))
    case '&':
      return toRational(whole(left) & whole(right))
    case '|':
      return toRational(whole(left) | whole(right))
    default:
      return toRational(whole(left) ^ whole(right))
  }
}

function raise(base: Rational, exponent: bigint, text: string): Rational {
  const size = exponent < 0n ? -exponent : exponent
  limit(Math.max(countBits(base.top), countBits(base.bottom)) * Number(size), text)
  if (exponent >= 0n) return toRational(base.top ** size, base.bottom ** size)
  if (base.top === 0n) throw divided(text)
  return toRational(base.bottom ** size, base.top ** size)
}

function toWhole({ top, bottom }: Rational, token: Token, text: string): bigint {
  if (bottom === 1n) return top
  throw new AppError('unsupported_value', {
    got: text.slice(0, 80),
    reason: { en: `“${token.text}” works on whole numbers`, zh: `“${token.text}”只用于整数` },
  })
}

function limit(bits: number, text: string): void {
  if (bits <= MAX_BITS) return
  throw new AppError('unsupported_value', {
    got: text.slice(0, 80),
    reason: { en: `the result would have more than ${MAX_BITS} bits`, zh: `结果将超过 ${MAX_BITS} 位` },
  })
}

function divided(text: string): AppError {
  return new AppError('unsupported_value', { got: text.slice(0, 80), reason: { en: 'division by zero', zh: '除数为零' } })
}

function bad(text: string, at: number, char: string): AppError {
  return new AppError('bad_input', {
    field: 'text',
    expected: char
      ? {
          en: `a number or an operator; “${char}” at character ${at + 1} is neither`,
          zh: `数字或运算符；第 ${at + 1} 个字符“${char}”不符`,
        }
      : { en: 'a number at the end', zh: '以数字结尾的算式' },
    got: text.length > 60 ? `${text.slice(0, 60)}…` : text,
    offset: at,
  })
}
