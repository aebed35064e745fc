/** The signs of a decimal-format (XSLT 1.0 §12.3). */
export type DecimalFormat = {
  readonly decimal: string
  readonly grouping: string
  readonly percent: string
  readonly permille: string
  readonly zero: string
  readonly digit: string
  readonly separator: string
  readonly minus: string
  readonly infinity: string
  readonly notANumber: string
}

export const DEFAULT_FORMAT: DecimalFormat = {
  decimal: '.',
  grouping: ',',
  percent: '%',
  permille: '‰',
  zero: '0',
  digit: '#',
  separator: ';',
  minus: '-',
  infinity: 'Infinity',
  notANumber: 'NaN',
}

/** Writes a number by a pattern such as `#,##0.00`; undefined where the pattern is none. */
export function formatNumber(value: number, pattern: string, format: DecimalFormat): string | undefined {
  const [positive = '', negative] = pattern.split(format.separator)
  if (Number.isNaN(value)) return format.notANumber
  const isNegative = value < 0 || Object.is(value, -0)
  const shape = readShape(positive, format)
  if (!shape) return undefined
  const own = isNegative && negative !== undefined ? readShape(negative, format) : undefined
  const prefix = own ? own.prefix : (isNegative && value !== 0 ? format.minus : '') + shape.prefix
  const suffix = own ? own.suffix : shape.suffix
  if (!Number.isFinite(value)) return prefix + format.infinity + suffix
  return prefix + writeDigits(Math.abs(value) * shape.factor, shape, format) + suffix
}

type Shape = {
  readonly prefix: string
  readonly suffix: string
  readonly factor: number
  readonly minWhole: number
  readonly minPart: number
  readonly maxPart: number
  readonly group: number
}

function readShape(pattern: string, { decimal, grouping, percent, permille, zero, digit }: DecimalFormat): Shape | undefined {
  const signs = [...pattern]
  const isActive = (sign: string) => [decimal, grouping, zero, digit].includes(sign)
  const first = signs.findIndex(isActive)
  if (first < 0) return undefined
  const last = signs.findLastIndex(isActive)
  const active = signs.slice(first, last + 1)
  if (!active.every(isActive)) return undefined
  const point = active.indexOf(decimal)
  const whole = point < 0 ? active : active.slice(0, point)
  const part = point < 0 ? [] : active.slice(point + 1)
  if (part.includes(decimal)) return undefined
  const groupAt = whole.lastIndexOf(grouping)
  const outside = [...signs.slice(0, first), ...signs.slice(last + 1)]
  return {
    prefix: signs.slice(0, first).join(''),
    suffix: signs.slice(last + 1).join(''),
    factor: outside.includes(percent) ? 100 : outside.includes(permille) ? 1000 : 1,
    // A pattern without a 0 shows one before the point all the same, as Java's does.
    minWhole: active.includes(zero) || whole.length === 0 ? whole.filter((sign) => sign === zero).length : 1,
    minPart: part.filter((sign) => sign === zero).length,
    maxPart: part.filter((sign) => sign === zero || sign === digit).length,
    group: groupAt < 0 ? 0 : whole.length - groupAt - 1,
  }
}

function writeDigits(
  value: number,
  { minWhole, minPart, maxPart, group }: Shape,
  { decimal, grouping, zero }: DecimalFormat,
): string {
  const [digits = '0', decimals = ''] = (value < 1e21 ? value.toFixed(Math.min(maxPart, 100)) : BigInt(value).toString()).split(
    '.',
  )
  let part = decimals
  while (part.length > minPart && part.endsWith('0')) part = part.slice(0, -1)
  const plain = (digits === '0' && minWhole === 0 && part !== '' ? '' : digits).padStart(minWhole, '0')
  const mark = grouping.replaceAll('$', '$$$$')
  const whole = group > 0 ? plain.replaceAll(new RegExp(`\\d(?=(?:\\d{${group}})+$)`, 'g'), `$&${mark}`) : plain
  const shift = zero.codePointAt(0)! - 0x30
  const local = (text: string) =>
    shift === 0 ? text : text.replaceAll(/\d/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) + shift))
  return local(whole) + (part === '' ? '' : decimal + local(part))
}
