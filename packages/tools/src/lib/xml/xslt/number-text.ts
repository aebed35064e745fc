/** How a list of numbers is written (XSLT 1.0 §7.7.1). */
export type NumberStyle = { readonly format: string; readonly separator: string; readonly size: number }

const ROMAN = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const

/** Writes numbers as the format shows: `1.`, `01`, `A`, `i`, and what stands between them. */
export function writeNumbers(numbers: readonly number[], { format, separator, size }: NumberStyle): string {
  const parts = format.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []
  const isToken = (part: string | undefined) => part !== undefined && /^[\p{L}\p{N}]/u.test(part)
  const prefix = isToken(parts[0]) ? '' : (parts.shift() ?? '')
  const suffix = parts.length > 0 && !isToken(parts.at(-1)) ? parts.pop()! : ''
  const tokens = parts.filter(isToken)
  const between = parts.filter((part) => !isToken(part))
  const written = numbers.map((value, index) => {
    const text = writeOne(value, tokens[Math.min(index, tokens.length - 1)] ?? '1', separator, size)
    return index === 0 ? text : (between[Math.min(index, between.length) - 1] ?? '.') + text
  })
  return prefix + written.join('') + suffix
}

function writeOne(value: number, token: string, separator: string, size: number): string {
  if (!Number.isFinite(value)) return String(value)
  const whole = Math.round(value)
  if (/^[aA]$/.test(token) && whole > 0) return toCase(toLetters(whole), token)
  if (/^[iI]$/.test(token) && whole > 0 && whole < 5000) return toCase(toRoman(whole), token)
  const zero = findZero(token)
  const digits = String(Math.abs(whole)).padStart(/^\p{Nd}+$/u.test(token) ? [...token].length : 1, '0')
  const grouped =
    size > 0 && separator !== ''
      ? digits.replaceAll(new RegExp(`\\d(?=(?:\\d{${size}})+$)`, 'g'), `$&${separator.replaceAll('$', '$$$$')}`)
      : digits
  const shown = zero === 0x30 ? grouped : grouped.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  return (whole < 0 ? '-' : '') + shown
}

const toCase = (text: string, token: string) => (token === token.toUpperCase() ? text.toUpperCase() : text)

/** The digit zero of the script that a token ends with. */
function findZero(token: string): number {
  const last = [...token].at(-1)!
  if (!/\p{Nd}/u.test(last)) return 0x30
  let zero = last.codePointAt(0)!
  while (last.codePointAt(0)! - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return /^\p{Nd}*1$/u.test(token) ? 0x30 : last.codePointAt(0)! - zero === 1 ? zero : 0x30
}

function toLetters(value: number): string {
  let text = ''
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26)) text = String.fromCharCode(97 + ((left - 1) % 26)) + text
  return text
}

function toRoman(value: number): string {
  let left = value
  let text = ''
  for (const [sign, worth] of ROMAN) for (; left >= worth; left -= worth) text += sign
  return text
}
