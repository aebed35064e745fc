import { countBits, fromPlainDecimal } from '../../lib/rational-math.ts'
import { toRational } from '../../lib/rational.ts'
import { CONSTANTS, factorial, FUNCTIONS, MAX_ARGUMENTS, OTHER_NAMES, toDegrees, type AngleUnit } from './functions.ts'
import { negate, operate } from './operators.ts'
import { badToken, type Token } from './tokens.ts'
import { refuseValue, toExact, toWhole, type Value } from './value.ts'

/** How a sign was understood that could mean something else. */
export type Meaning = 'percent-of-left' | 'remainder' | 'left-to-right'

export type Surroundings = {
  readonly line: string
  /** Where the line ends in the whole text. */
  readonly end: number
  readonly angle: AngleUnit
  readonly names: ReadonlyMap<string, Value>
  /** Filled in while the line is read. */
  readonly meanings: Set<Meaning>
  /** What all lines together may still cost: see {@link toCost}. */
  readonly budget: { left: number }
}

/** The budget of a text: a second or two for the longest numbers, far more than anybody types. */
export const MAX_COST = 50_000_000

/** Operators between two numbers, those that bind least first. */
const LEVELS: readonly (readonly string[])[] = [
  ['to', 'share'],
  ['|'],
  ['xor'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%', 'mod', 'of'],
]
const PRODUCTS = LEVELS.length - 1
/** Of products: a factor without a sign behind one of these may be meant to bind more, as in `6/2(1+2)`. */
const QUOTIENTS: ReadonlySet<string> = new Set(['/', '//', '%', 'mod'])
const MAX_DEPTH = 100
const MAX_DIGITS = 10_000
const MAX_POWER = 10_000
const HUNDRED = toExact(toRational(100n))
/** Combinations and permutations as books write them; the letters stay free as names. */
const CHOICES: ReadonlyMap<string, string> = new Map([
  ['C', 'ncr'],
  ['P', 'npr'],
  ['A', 'npr'],
])
const TIMES: Readonly<Record<string, Value>> = { 万: toExact(toRational(10n ** 4n)), 亿: toExact(toRational(10n ** 8n)) }

/** The value of a line, by the usual order of operations. Throws `bad_input` with the place, or a {@link Refusal}. */
export function evaluate(tokens: readonly Token[], around: Surroundings): Value {
  return new Reader(tokens, around).read()
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #around: Surroundings
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], around: Surroundings) {
    this.#tokens = tokens
    this.#around = around
  }

  read(): Value {
    if (this.#peek()?.text === 'from') this.#next++
    const value = this.#readLevel(0)
    const left = this.#peek()
    if (left?.text === ',')
      throw this.#bad({ en: 'an operator; decimals stand behind a point: 3.5', zh: '运算符；小数请用小数点，如 3.5' }, left)
    if (left) throw this.#bad({ en: 'an operator', zh: '运算符' }, left)
    return value
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next]
  }

  #isOperator(text: string): boolean {
    const token = this.#peek()
    return token?.kind === 'operator' && token.text === text
  }

  #readLevel(level: number): Value {
    const operators = LEVELS[level]
    if (!operators) return this.#readSigned()
    let value = this.#readLevel(level + 1)
    let before = ''
    for (;;) {
      const token = this.#peek()
      const isFactor = level === PRODUCTS && this.#isFactor(token)
      if (!isFactor && (token?.kind !== 'operator' || !operators.includes(token.text))) return value
      if (!isFactor) this.#next++
      const sign = isFactor || !token ? '*' : token.text
      const right = this.#readLevel(level + 1)
      if (sign === '%') this.#around.meanings.add('remainder')
      if (isFactor && QUOTIENTS.has(before)) this.#around.meanings.add('left-to-right')
      if ((sign === '+' || sign === '-') && right.isPercent && !value.isPercent) this.#around.meanings.add('percent-of-left')
      value = this.#operate(sign === '%' ? 'mod' : sign, value, right)
      before = sign
    }
  }

  /** What stands behind a number or a bracket without a sign between them, as in `2pi` and `2(3 + 4)`. */
  #isFactor(token: Token | undefined): boolean {
    return token?.kind === 'name' || token?.text === '(' || token?.text === '√'
  }

  #readSigned(): Value {
    const token = this.#peek()
    if (token?.kind !== 'operator' || !['-', '+', '~'].includes(token.text)) return this.#readPower()
    this.#next++
    const value = this.#deeper(() => this.#readSigned())
    if (token.text === '+') return value
    return token.text === '-' ? negate(value) : toExact(toRational(~toWhole(value, '~')))
  }

  #readPower(): Value {
    const base = this.#readWithSuffix()
    if (!this.#isOperator('^')) return base
    this.#next++
    return this.#operate(
      '^',
      base,
      this.#deeper(() => this.#readSigned()),
    )
  }

  /** Signs behind a number: `15%`, `5!`, `30°`, `3²`, `3万`. */
  #readWithSuffix(): Value {
    let value = this.#readAtom()
    for (;;) {
      const token = this.#peek()
      if (token?.kind !== 'operator') return value
      if (token.text === '%' && this.#isRemainder()) return value
      const suffixed = this.#applySuffix(token.text, value)
      if (!suffixed) return value
      value = suffixed
      this.#next++
    }
  }

  #applySuffix(sign: string, value: Value): Value | undefined {
    switch (sign) {
      case '%':
        return { ...operate('/', value, HUNDRED), isPercent: true }
      case '‰':
        return { ...operate('/', value, toExact(toRational(1000n))), isPercent: true }
      case '!':
        this.#spend([value])
        return factorial(value)
      case '°':
        return toDegrees(value, this.#around.angle)
      case '²':
      case '³':
        return this.#operate('^', value, toExact(toRational(sign === '²' ? 2n : 3n)))
      case '万':
      case '亿':
        return operate('*', value, TIMES[sign]!)
      default:
        return undefined
    }
  }

  /** A percent sign before a number, a name or a bracket stands between two numbers. */
  #isRemainder(): boolean {
    const after = this.#tokens[this.#next + 1]
    return after !== undefined && (after.kind !== 'operator' || after.text === '(' || after.text === '√' || after.text === '~')
  }

  #readAtom(): Value {
    const token = this.#tokens[this.#next++]
    if (!token) throw this.#bad({ en: 'a number at the end', zh: '以数字结尾的算式' })
    if (token.kind === 'number') return this.#readNumber(token)
    if (token.kind === 'name') return this.#readName(token)
    if (token.text === '√') return FUNCTIONS.sqrt!.run([this.#deeper(() => this.#readWithSuffix())], this.#around.angle)
    if (token.text !== '(') throw this.#bad({ en: 'a number, a name or “(”', zh: '数字、名称或“(”' }, token)
    const value = this.#deeper(() => this.#readLevel(0))
    this.#close()
    return value
  }

  #close(): void {
    if (!this.#isOperator(')')) throw this.#bad({ en: '“)” or an operator', zh: '“)”或运算符' }, this.#peek())
    this.#next++
  }

  #readNumber({ text, at }: Token): Value {
    const [, power = '0'] = text.toLowerCase().startsWith('0x') ? [] : text.toLowerCase().split('e')
    if (text.length > MAX_DIGITS || Math.abs(Number(power)) > MAX_POWER)
      throw this.#bad({ en: 'a number of at most 10,000 digits', zh: '不超过 10000 位的数' }, { text, at })
    return toExact(/^0[xbo]/i.test(text) ? toRational(BigInt(text.toLowerCase())) : fromPlainDecimal(text))
  }

  #readName({ text, at }: Token): Value {
    const lower = text.toLowerCase()
    const name = OTHER_NAMES[Object.hasOwn(OTHER_NAMES, lower) ? lower : ''] ?? lower
    if (this.#isOperator('(') && Object.hasOwn(FUNCTIONS, name)) return this.#call(name, { text, at })
    const choice = this.#around.names.has(text) ? undefined : CHOICES.get(text)
    if (choice && this.#isOperator('(')) return this.#call(choice, { text, at })
    const known = this.#around.names.get(text) ?? (Object.hasOwn(CONSTANTS, lower) ? CONSTANTS[lower] : undefined)
    if (known) return known
    if (Object.hasOwn(FUNCTIONS, name))
      throw this.#bad({ en: `“(” behind the function ${text}`, zh: `函数 ${text} 之后应为“(”` }, this.#peek())
    throw this.#bad({ en: 'a name that was given a value above, or a function', zh: '上文已赋值的名称或函数名' }, { text, at })
  }

  #call(name: string, { text, at }: Pick<Token, 'text' | 'at'>): Value {
    this.#next++
    const args: Value[] = []
    while (!this.#isOperator(')')) {
      args.push(this.#deeper(() => this.#readLevel(0)))
      if (!this.#isOperator(',')) break
      this.#next++
    }
    this.#close()
    const { least, most, run } = FUNCTIONS[name]!
    this.#spend(args)
    if (args.length >= least && args.length <= most) return run(args, this.#around.angle)
    throw this.#bad(toCountWords(text, least, most), { text: `${args.length}`, at })
  }

  #operate(operator: string, left: Value, right: Value): Value {
    this.#spend([left, right])
    return operate(operator, left, right)
  }

  #spend(values: readonly Value[]): void {
    this.#around.budget.left -= values.map(toCost).reduce((sum, cost) => sum + cost, 0)
    if (this.#around.budget.left < 0)
      throw refuseValue({ en: 'so many steps with such long numbers take too long', zh: '数值过长且步骤过多，计算耗时过长' })
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH)
      throw refuseValue({ en: `more than ${MAX_DEPTH} levels of brackets`, zh: `括号超过 ${MAX_DEPTH} 层` })
    const value = read()
    this.#depth--
    return value
  }

  #bad(expected: { en: string; zh: string }, token?: Pick<Token, 'text' | 'at'>) {
    const { line, end } = this.#around
    return badToken(expected, token?.text ?? line.trim(), token?.at ?? end)
  }
}

/** Dividing and shortening take time with the square of a number's length; in 64 bits. */
const toCost = ({ number }: Value): number => ((countBits(number.top) + countBits(number.bottom)) / 64) ** 2

function toCountWords(name: string, least: number, most: number): { en: string; zh: string } {
  const isOpen = most >= MAX_ARGUMENTS
  const count = isOpen || least === most ? `${least}` : `${least}–${most}`
  return {
    en: `${isOpen ? 'at least ' : ''}${count} ${count === '1' ? 'value' : 'values'} between the brackets of ${name}`,
    zh: `${name} 的括号内${isOpen ? '至少' : '应'}有 ${count} 个值`,
  }
}
