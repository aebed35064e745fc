import { add, compare, countBits, divide, multiply, subtract, toFloor, toRemainder } from '../../lib/rational-math.ts'
import { toRational, type Rational } from '../../lib/rational.ts'
import { exp, fromFixed, ln, toFixed } from './fixed-point.ts'
import { limitBits, refuseValue, toExact, toInexact, toValue, toWhole, type Value } from './value.ts'

const ZERO = toRational(0n)
const ONE = toRational(1n)

/** What is left of numbers that cancel each other is nothing, where they are known to so many bits. */
const CANCELLED = toRational(1n, 1n << 240n)

/** The result of an operator between two numbers. */
export function operate(operator: string, left: Value, right: Value): Value {
  const isExact = left.isExact && right.isExact
  switch (operator) {
    case '+':
      return addValues(left, right)
    case '-':
      return addValues(left, negate(right))
    case '*':
    case 'of':
      limitBits(countBits(left.number.top) + countBits(right.number.top) - 8)
      return toValue(multiply(left.number, right.number), isExact)
    case '/':
      return toValue(divide(left.number, requireDivisor(right)), isExact)
    case '//':
      return toValue(toRational(toFloor(divide(left.number, requireDivisor(right)))), isExact)
    case 'mod':
      return toValue(toRemainder(left.number, requireDivisor(right)), isExact)
    case '^':
      return raise(left, right)
    case '<<':
    case '>>':
      return shift(operator, left, right)
    case '&':
      return toExact(toRational(toWhole(left, '&') & toWhole(right, '&')))
    case '|':
      return toExact(toRational(toWhole(left, '|') | toWhole(right, '|')))
    case 'xor':
      return toExact(toRational(toWhole(left, 'xor') ^ toWhole(right, 'xor')))
    default: {
      // What the first has become in the second, or is of it, in percent.
      const share = operator === 'share' ? left.number : subtract(right.number, left.number)
      return { ...toValue(divide(share, requireDivisor(operator === 'share' ? right : left)), isExact), isPercent: true }
    }
  }
}

export const negate = (value: Value): Value => ({
  ...value,
  number: { top: -value.number.top, bottom: value.number.bottom },
  ...(value.degrees && { degrees: { top: -value.degrees.top, bottom: value.degrees.bottom } }),
})

/** A sum; a percentage behind another number is one of that number. */
function addValues(left: Value, right: Value): Value {
  const isExact = left.isExact && right.isExact
  const added = right.isPercent && !left.isPercent ? multiply(left.number, right.number) : right.number
  const sum = add(left.number, added)
  if (!isExact && compare(toSize(sum), multiply(toSize(left.number), CANCELLED)) < 0) return { number: ZERO, isExact }
  const value = toValue(sum, isExact)
  return left.isPercent && right.isPercent ? { ...value, isPercent: true } : value
}

export const toSize = ({ top, bottom }: Rational): Rational => ({ top: top < 0n ? -top : top, bottom })

function requireDivisor({ number }: Value): Rational {
  if (number.top === 0n) throw refuseValue({ en: 'division by zero', zh: '除数为零' })
  return number
}

function shift(operator: '<<' | '>>', left: Value, right: Value): Value {
  const [number, by] = [toWhole(left, operator), toWhole(right, operator)]
  if (by < 0n) throw refuseValue({ en: 'a shift by less than zero', zh: '移位数为负' })
  if (operator === '>>') return toExact(toRational(number >> (by > 100_000n ? 100_000n : by)))
  limitBits(countBits(number) + Number(by) - 4)
  return toExact(toRational(number << by))
}

/** A power: exact for whole exponents, and for roots that come out; else e^(y ln x). */
export function raise(base: Value, exponent: Value): Value {
  const isExact = base.isExact && exponent.isExact
  const { top: power, bottom: root } = exponent.number
  if (base.number.top === 0n) {
    if (power < 0n) throw refuseValue({ en: 'division by zero', zh: '除数为零' })
    return toValue(power === 0n ? ONE : ZERO, isExact)
  }
  if (isExact && root <= MAX_ROOT) {
    const rooted = takeRoot(base.number, root)
    if (rooted) return toExact(raiseWhole(rooted, power))
  }
  const isNegative = base.number.top < 0n
  if (isNegative && root % 2n === 0n)
    throw refuseValue({ en: 'an even root of a negative number is not real', zh: '负数的偶次方根不是实数' })
  if (isNegative && !exponent.isExact)
    throw refuseValue({ en: 'this power of a negative number is not real', zh: '负数的该次幂不是实数' })
  const result = raiseBy(toSize(base.number), exponent.number)
  return isNegative && power % 2n !== 0n ? negate(result) : result
}

const MAX_ROOT = 64n

function raiseWhole({ top, bottom }: Rational, power: bigint): Rational {
  const size = power < 0n ? -power : power
  const bits = countBits(top > 1n || top < -1n ? top : bottom > 1n ? bottom : 0n) - 3
  const isUnit = bottom === 1n && (top === 1n || top === -1n)
  if (!isUnit) limitBits(Math.max(bits, countBits(bottom) - 3) * Number(size))
  const [up, down] = isUnit ? [size % 2n === 0n ? 1n : top, 1n] : [top ** size, bottom ** size]
  return power < 0n ? toRational(down, up) : toRational(up, down)
}

/** The root of a fraction where it is one again. */
function takeRoot({ top, bottom }: Rational, root: bigint): Rational | undefined {
  if (root === 1n) return { top, bottom }
  if (top < 0n && root % 2n === 0n) return undefined
  const [up, down] = [toWholeRoot(top < 0n ? -top : top, root), toWholeRoot(bottom, root)]
  if (up === undefined || down === undefined) return undefined
  return { top: top < 0n ? -up : up, bottom: down }
}

/** A whole root by Newton's method, from above; undefined where it does not come out. */
function toWholeRoot(number: bigint, root: bigint): bigint | undefined {
  if (number < 2n) return number
  let guess = 1n << (BigInt(countBits(number)) / root + 1n)
  for (;;) {
    const next = ((root - 1n) * guess + number / guess ** (root - 1n)) / root
    if (next >= guess) return guess ** root === number ? guess : undefined
    guess = next
  }
}

function raiseBy(base: Rational, exponent: Rational): Value {
  const product = multiply(fromFixed(ln(base)), exponent)
  return toPower(product)
}

/** e to a power. */
export function toPower(exponent: Rational): Value {
  if (compare(toSize(exponent), MAX_EXPONENT) > 0) limitBits(Number.MAX_SAFE_INTEGER)
  const { fixed, power } = exp(toFixed(exponent))
  const { top, bottom } = fromFixed(fixed)
  return toInexact(power < 0n ? { top, bottom: bottom << -power } : { top: top << power, bottom })
}

/** Its power of e has 10,000 digits. */
const MAX_EXPONENT = toRational(23_000n)
