/** Digits of bases up to 36, either case; above, capitals come before small letters and `+` `/` are 62 and 63. */
export const SMALL_DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
export const LARGE_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/'

/** Below this many digits the plain loop is faster than splitting. */
const LEAF = 256

/**
 * The digits of a number ≥ 0 in a base of 2 or more, the highest first. Bases above 36 are split in halves by powers
 * of the base, so that a million digits take milliseconds, not minutes.
 */
export function toDigits(value: bigint, base: number): number[] {
  if (base <= 36) return Array.from(value.toString(base), (char) => Number.parseInt(char, 36))
  const powers = [BigInt(base) ** BigInt(LEAF)]
  while (powers.at(-1)! * powers.at(-1)! <= value) powers.push(powers.at(-1)! * powers.at(-1)!)
  const digits: number[] = []
  splitDigits({ value, level: powers.length - 1, isHead: true }, { base, powers, digits })
  return digits
}

type Part = { value: bigint; level: number; isHead: boolean }
type Split = { base: number; powers: readonly bigint[]; digits: number[] }

function splitDigits({ value, level, isHead }: Part, split: Split): void {
  if (level < 0) return pushLeaf(value, isHead, split)
  const power = split.powers[level]!
  const high = value / power
  if (isHead && high === 0n) return splitDigits({ value, level: level - 1, isHead }, split)
  splitDigits({ value: high, level: level - 1, isHead }, split)
  splitDigits({ value: value - high * power, level: level - 1, isHead: false }, split)
}

/** Several digits at a time by Numbers: the greatest power of the base below 2^53. */
function pushLeaf(value: bigint, isHead: boolean, { base, digits }: Split): void {
  const step = Math.floor(Math.log(2 ** 53) / Math.log(base))
  const chunk = BigInt(base ** step)
  const reversed: number[] = []
  for (let rest = value; rest > 0n; rest /= chunk) {
    let low = Number(rest % chunk)
    // The highest chunk ends with its last digit; those below it have all their zeros.
    const count = rest < chunk ? countDigits(low, base) : step
    for (let i = 0; i < count; i++) {
      reversed.push(low % base)
      low = Math.floor(low / base)
    }
  }
  while (reversed.length < (isHead ? 1 : LEAF)) reversed.push(0)
  for (let i = reversed.length - 1; i >= 0; i--) digits.push(reversed[i]!)
}

function countDigits(value: number, base: number): number {
  let count = 0
  for (let rest = value; rest > 0; rest = Math.floor(rest / base)) count++
  return count
}

/** The number that some digits spell, the highest first. */
export function fromDigits(digits: readonly number[], base: number): bigint {
  if (base === 10 || base === 16 || base === 8 || base === 2) return fromNative(digits, base)
  const powers: bigint[] = [BigInt(base) ** BigInt(LEAF)]
  let level = Array.from({ length: Math.ceil(digits.length / LEAF) }, (_, part) => {
    const end = digits.length - part * LEAF
    return readLeaf(digits, { start: Math.max(0, end - LEAF), end, base })
  })
  while (level.length > 1) {
    const power = powers.at(-1)!
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) => level[2 * at]! + (level[2 * at + 1] ?? 0n) * power)
    powers.push(power * power)
  }
  return level[0] ?? 0n
}

function fromNative(digits: readonly number[], base: 2 | 8 | 10 | 16): bigint {
  const prefix = { 2: '0b', 8: '0o', 10: '', 16: '0x' }[base]
  return digits.length === 0 ? 0n : BigInt(prefix + digits.map((digit) => SMALL_DIGITS[digit]).join(''))
}

function readLeaf(digits: readonly number[], { start, end, base }: { start: number; end: number; base: number }): bigint {
  let value = 0n
  const step = Math.floor(Math.log(2 ** 53) / Math.log(base))
  for (let at = start; at < end; at += step) {
    const last = Math.min(at + step, end)
    let chunk = 0
    for (let i = at; i < last; i++) chunk = chunk * base + digits[i]!
    value = value * BigInt(base ** (last - at)) + BigInt(chunk)
  }
  return value
}
