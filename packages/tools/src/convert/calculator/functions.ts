import { compare, divide, multiply, toFloor, add, subtract, toRemainder } from '../../lib/rational-math.ts'
import { gcd, toRational, type Rational } from '../../lib/rational.ts'
import { atan, BITS, cos, E, fromFixed, ln, PI, sin, toFixed, toRoot } from './fixed-point.ts'
import { negate, operate, raise, toPower, toSize } from './operators.ts'
import { refuseValue, toExact, toInexact, toWhole, type Value } from './value.ts'

export type AngleUnit = 'rad' | 'deg'
type Run = (args: readonly Value[], angle: AngleUnit) => Value
type CalculatorFunction = { readonly least: number; readonly most: number; readonly run: Run }

const ONE = toRational(1n)
const HALF = toRational(1n, 2n)
/** Of functions that take any number of values. */
export const MAX_ARGUMENTS = 1000

const PI_VALUE = toInexact(fromFixed(PI))

/** Constants by name. */
export const CONSTANTS: Readonly<Record<string, Value>> = {
  pi: PI_VALUE,
  π: PI_VALUE,
  tau: toInexact(fromFixed(2n * PI)),
  e: toInexact(fromFixed(E)),
  phi: toInexact({ top: (1n << BigInt(BITS)) + toRoot(5n << BigInt(2 * BITS)), bottom: 1n << BigInt(BITS + 1) }),
}

const one = (run: (value: Value, angle: AngleUnit) => Value): CalculatorFunction => ({
  least: 1,
  most: 1,
  run: ([value], angle) => run(value!, angle),
})
const two = (run: (left: Value, right: Value) => Value): CalculatorFunction => ({
  least: 2,
  most: 2,
  run: ([left, right]) => run(left!, right!),
})
const many = (run: (args: readonly Value[]) => Value): CalculatorFunction => ({ least: 1, most: MAX_ARGUMENTS, run })
const rounding = (round: (number: Rational) => bigint): CalculatorFunction => ({
  least: 1,
  most: 2,
  run: ([value, places]) => {
    const count = places ? toWhole(places, 'round') : 0n
    if (count > 1000n || count < -1000n) throw refuseValue({ en: 'more than 1,000 places', zh: '位数超过 1000' })
    const scale = count < 0n ? toRational(1n, 10n ** -count) : toRational(10n ** count)
    return toExact(divide(toRational(round(multiply(value!.number, scale))), scale))
  },
})

/** A value of the trigonometric functions that is rational, by degrees (Niven's theorem). */
const EXACT_SINES: Readonly<Record<string, Rational>> = {
  0: toRational(0n),
  30: HALF,
  90: ONE,
  150: HALF,
  180: toRational(0n),
  210: toRational(-1n, 2n),
  270: toRational(-1n),
  330: toRational(-1n, 2n),
}

function findSine(value: Value, angle: AngleUnit, quarter: bigint): Rational | undefined {
  const degrees = value.degrees ?? (angle === 'deg' && value.isExact ? value.number : undefined)
  if (!degrees) return value.isExact && value.number.top === 0n ? EXACT_SINES[String(quarter)] : undefined
  const { top, bottom } = toRemainder(add(degrees, toRational(quarter)), toRational(360n))
  return bottom === 1n ? EXACT_SINES[String(top)] : undefined
}

function toRadians({ number, degrees }: Value, angle: AngleUnit): bigint {
  if (compare(toSize(number), toRational(1n << 64n)) > 0)
    throw refuseValue({ en: 'an angle of more than 2^64', zh: '角度超过 2^64' })
  return angle === 'deg' && !degrees ? (toFixed(number) * PI) / (180n << BigInt(BITS)) : toFixed(number)
}

/** What the series leaves of zero. */
const fromSeries = (number: bigint): Value => toInexact(fromFixed(number < 1n << 60n && number > -(1n << 60n) ? 0n : number))

const sine = one((value, angle) => {
  const exact = findSine(value, angle, 0n)
  return exact ? toExact(exact) : fromSeries(sin(toRadians(value, angle)))
})
const cosine = one((value, angle) => {
  const exact = findSine(value, angle, 90n)
  return exact ? toExact(exact) : fromSeries(cos(toRadians(value, angle)))
})
const tangent = one((value, angle) => {
  const [up, down] = [sine.run([value], angle), cosine.run([value], angle)]
  if (down.number.top === 0n) throw refuseValue({ en: 'the tangent has no value there', zh: '正切在此无定义' })
  const diagonal = value.degrees ?? (angle === 'deg' && value.isExact ? value.number : undefined)
  if (diagonal && toRemainder(diagonal, toRational(90n)).top === 45n && toRemainder(diagonal, toRational(90n)).bottom === 1n)
    return toExact(toRational(toRemainder(diagonal, toRational(180n)).top === 45n ? 1n : -1n))
  return operate('/', up, down)
})

/** An angle from a series, in the chosen unit. */
const toAngle = (radians: bigint, angle: AngleUnit): Value =>
  fromSeries(angle === 'deg' ? ((radians * 180n) << BigInt(BITS)) / PI : radians)

function arcsine({ number }: Value): bigint {
  if (compare(toSize(number), ONE) > 0)
    throw refuseValue({ en: 'only numbers from −1 to 1 have an arc', zh: '反正弦、反余弦的自变量须在 −1 到 1 之间' })
  const x = toFixed(number)
  const rest = toRoot((1n << BigInt(2 * BITS)) - x * x)
  if (rest === 0n) return x > 0n ? PI / 2n : -PI / 2n
  return atan((x << BigInt(BITS)) / rest)
}

const logarithm = (value: Value): Value => {
  if (value.number.top <= 0n) throw refuseValue({ en: 'only numbers above zero have a logarithm', zh: '只有正数才有对数' })
  if (value.isExact && compare(value.number, ONE) === 0) return toExact(toRational(0n))
  return toInexact(fromFixed(ln(value.number)))
}

/** A logarithm to a base: exact where the number is a whole power of it. */
function logTo(value: Value, base: Value): Value {
  const quotient = operate('/', logarithm(value), logarithm(base))
  if (!value.isExact || !base.isExact) return quotient
  const whole = toFloor(add(quotient.number, HALF))
  const distance = toSize(subtract(quotient.number, toRational(whole)))
  const isNear = compare(distance, toRational(1n, 1n << 200n)) < 0
  return isNear && compare(raise(base, toExact(toRational(whole))).number, value.number) === 0
    ? toExact(toRational(whole))
    : quotient
}

const toTen = (value: Value) => logTo(value, toExact(toRational(10n)))

/** n! for whole n. */
export function factorial(value: Value): Value {
  const number = toWhole(value, '!')
  if (number < 0n || number > 3248n)
    throw refuseValue({ en: 'a factorial is made of whole numbers from 0 to 3,248', zh: '阶乘只用于 0 至 3248 的整数' })
  let product = 1n
  for (let n = 2n; n <= number; n++) product *= n
  return toExact(toRational(product))
}

const MAX_CHOSEN = 2000n

/** How many ways there are to take k of n: in order, or in any. */
const choose = (isOrdered: boolean) =>
  two((of, take) => {
    const [n, k] = [toWhole(of, 'ncr'), toWhole(take, 'ncr')]
    if (k < 0n || n < 0n) throw refuseValue({ en: 'only numbers from 0 can be chosen', zh: '组合数、排列数的参数不能为负' })
    if (k > n) return toExact(toRational(0n))
    const count = !isOrdered && k > n - k ? n - k : k
    if (count > MAX_CHOSEN) throw refuseValue({ en: `more than ${MAX_CHOSEN} are chosen`, zh: `选取数超过 ${MAX_CHOSEN}` })
    let [up, down] = [1n, 1n]
    for (let i = 0n; i < count; i++) {
      up *= n - i
      if (!isOrdered) down *= i + 1n
      if (i % 64n === 0n) toExact(toRational(up / down))
    }
    return toExact(toRational(up, down))
  })

const extreme = (sign: number) =>
  many((args) => args.reduce((best, value) => (compare(value.number, best.number) * sign > 0 ? value : best)))

const sum = (args: readonly Value[]): Value => args.reduce((left, right) => operate('+', left, { ...right, isPercent: false }))

function median(args: readonly Value[]): Value {
  const sorted = args.toSorted((a, b) => compare(a.number, b.number))
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return operate('/', sum(middle), toExact(toRational(BigInt(middle.length))))
}

const fold = (name: string, run: (left: bigint, right: bigint) => bigint) =>
  many((args) => toExact(toRational(args.map((value) => toSize(toRational(toWhole(value, name))).top).reduce(run))))

const hyperbolic = (sign: bigint) =>
  one((value) => {
    const [up, down] = [toPower(value.number), toPower(negate(value).number)]
    return operate('*', operate(sign > 0n ? '+' : '-', up, down), toExact(HALF))
  })
const [sinh, cosh] = [hyperbolic(-1n), hyperbolic(1n)]

/** The direction of a point from the positive x axis, from −π (left out) to π (IEEE 754-2019 §9.2). Fixed point. */
function toDirection(y: Rational, x: Rational): bigint {
  if (x.top === 0n) {
    if (y.top === 0n) throw refuseValue({ en: 'the direction of (0, 0)', zh: '点 (0, 0) 的方向' })
    return y.top > 0n ? PI / 2n : -PI / 2n
  }
  const slope = atan(toFixed(divide(y, x)))
  if (x.top > 0n) return slope
  return y.top < 0n ? slope - PI : slope + PI
}

const toSquareRoot = one((value) => raise(value, toExact(HALF)))

/** Functions by name in small letters. */
export const FUNCTIONS: Readonly<Record<string, CalculatorFunction>> = {
  sqrt: toSquareRoot,
  '√': toSquareRoot,
  cbrt: one((value) => raise(value, toExact(toRational(1n, 3n)))),
  root: two((value, root) => raise(value, operate('/', toExact(ONE), root))),
  pow: two(raise),
  exp: one((value) => (value.isExact && value.number.top === 0n ? toExact(ONE) : toPower(value.number))),
  ln: one(logarithm),
  log: { least: 1, most: 2, run: ([value, base]) => (base ? logTo(value!, base) : toTen(value!)) },
  log10: one(toTen),
  lg: one(toTen),
  log2: one((value) => logTo(value, toExact(toRational(2n)))),
  sin: sine,
  cos: cosine,
  tan: tangent,
  asin: one((value, angle) => toAngle(arcsine(value), angle)),
  acos: one((value, angle) => toAngle(PI / 2n - arcsine(value), angle)),
  atan: one((value, angle) => toAngle(atan(toFixed(value.number)), angle)),
  atan2: { least: 2, most: 2, run: ([y, x], angle) => toAngle(toDirection(y!.number, x!.number), angle) },
  sinh,
  cosh,
  tanh: one((value, angle) => operate('/', sinh.run([value], angle), cosh.run([value], angle))),
  abs: one((value) => (value.number.top < 0n ? negate(value) : value)),
  sign: one(({ number }) => toExact(toRational(number.top > 0n ? 1n : number.top < 0n ? -1n : 0n))),
  floor: rounding(toFloor),
  ceil: rounding((number) => -toFloor({ ...number, top: -number.top })),
  trunc: rounding(({ top, bottom }) => top / bottom),
  // Half away from zero, as money is rounded.
  round: rounding((number) => {
    const size = toFloor(add(toSize(number), HALF))
    return number.top < 0n ? -size : size
  }),
  min: extreme(-1),
  max: extreme(1),
  sum: many(sum),
  avg: many((args) => operate('/', sum(args), toExact(toRational(BigInt(args.length))))),
  median: many(median),
  gcd: fold('gcd', gcd),
  lcm: fold('lcm', (left, right) => {
    if (left === 0n || right === 0n) return 0n
    const product = (left / gcd(left, right)) * right
    return toExact(toRational(product)).number.top
  }),
  factorial: one(factorial),
  ncr: choose(false),
  npr: choose(true),
  mod: two((left, right) => operate('mod', left, right)),
  hypot: two((left, right) => raise(operate('+', operate('*', left, left), operate('*', right, right)), toExact(HALF))),
}

/** Other names of the same. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  arcsin: 'asin',
  arccos: 'acos',
  arctan: 'atan',
  ceiling: 'ceil',
  int: 'trunc',
  mean: 'avg',
  average: 'avg',
  hcf: 'gcd',
  lb: 'log2',
  fact: 'factorial',
  power: 'pow',
  comb: 'ncr',
  binom: 'ncr',
  perm: 'npr',
}

export const toDegrees = (value: Value, angle: AngleUnit): Value =>
  angle === 'deg'
    ? value
    : {
        ...operate('/', operate('*', value, PI_VALUE), toExact(toRational(180n))),
        ...(value.isExact && { degrees: value.number }),
      }
