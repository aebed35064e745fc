import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'

const PREFIXES: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2, 兆: 2, g: 3, 吉: 3, t: 4, 太: 4, p: 5, e: 6 }
const AMOUNT =
  /^(\d+,\d{1,2}|\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)(?:e(\+?\d{1,2}))? *(k|m|g|t|p|e|兆|吉|太)?(i)?(b|bytes?|字节|bits?|比特|位)?$/iu

/** An amount as it was read: bits, and a word on how, where the spelling leaves a choice. */
export type Amount = { readonly bits: number; readonly note?: Text }

/**
 * A size in bits: `4.7 GB`, `700 MiB`, `1e9`, `3 Gbit`. `b` is bits behind a capital prefix and bytes in small letters;
 * no unit is bytes. Throws `bad_input`.
 */
export function parseSize(text: string): Amount {
  const found = parseAmount(text.normalize('NFKC').trim(), 'size')
  if (!found)
    throw toRefusal('size', text, { en: 'a size such as 4.7 GB, 700 MiB or 3 Gbit', zh: '形如 4.7 GB、700 MiB、3 Gbit 的大小' })
  return found
}

/** Bits in a second: `100 Mbit/s`, `100 Mbps`, `12.5 MB/s`, `1G`; no unit is bits, as providers sell lines. Throws `bad_input`. */
export function parseRate(text: string): Amount {
  const plain = text.normalize('NFKC').trim()
  const amount = plain.replace(/ *(?:ps|(?:\/|per|每) *(?:s|sec|second|秒))$/i, '')
  const found = parseAmount(amount, 'rate')
  if (!found)
    throw toRefusal('rate', text, {
      en: 'a rate such as 100 Mbit/s, 12.5 MB/s or 1 Gbps',
      zh: '形如 100 Mbit/s、12.5 MB/s、1 Gbps 的速率',
    })
  return found
}

function parseAmount(plain: string, field: 'size' | 'rate'): Amount | undefined {
  const match = AMOUNT.exec(plain)
  if (!match) return undefined
  const [, digits = '', exponent = '0', prefix = '', binary, unit = ''] = match
  if (binary && !prefix) return undefined
  const areBytes = isBytes(unit, `${prefix}${binary ?? ''}`, field)
  const base = binary ? 1024 : 1000
  // With one or two digits behind it a comma is the point of many countries.
  const plainDigits = /,\d{1,2}$/.test(digits) ? digits.replace(',', '.') : digits.replaceAll(',', '')
  const amount = Number(plainDigits) * 10 ** Number(exponent) * base ** PREFIXES[prefix.toLowerCase()]!
  const bits = areBytes ? amount * 8 : amount
  return {
    bits,
    ...(isUnclear(unit, prefix, field) && { note: areBytes ? toNote(plain, 'bytes', '字节') : toNote(plain, 'bits', '比特') }),
  }
}

function isBytes(unit: string, prefix: string, field: 'size' | 'rate'): boolean {
  if (unit === 'B' || /^(?:byte|字节)/i.test(unit)) return true
  if (unit === 'b') return field === 'size' && prefix !== '' && prefix === prefix.toLowerCase() && !prefix.endsWith('i')
  return unit === '' && field === 'size'
}

/** `mb` may mean either, and `5G`; `kbps` is how bits are written. */
function isUnclear(unit: string, prefix: string, field: 'size' | 'rate'): boolean {
  if (unit === 'b') return prefix !== '' && prefix === prefix.toLowerCase() && (prefix !== 'k' || field === 'size')
  return unit === '' && prefix !== ''
}

const toNote = (got: string, en: string, zh: string): Text => ({ en: `“${got}” was read as ${en}`, zh: `“${got}”按${zh}计算` })

const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  毫秒: 0.001,
  s: 1,
  sec: 1,
  second: 1,
  秒: 1,
  m: 60,
  min: 60,
  minute: 60,
  分: 60,
  分钟: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  时: 3600,
  小时: 3600,
  d: 86_400,
  day: 86_400,
  天: 86_400,
  日: 86_400,
  w: 604_800,
  week: 604_800,
  周: 604_800,
}

/** A time in seconds: `1h 30m`, `90 min`, `1:30:00`, `2.5 days`, `45`; no unit is seconds. Throws `bad_input`. */
export function parseTime(text: string, field = 'time'): number {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const clock = /^(?:(\d+):)?(\d+):([0-5]?\d(?:\.\d+)?)$/.exec(plain)
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  if (/^\d+(?:\.\d+)?$/.test(plain)) return Number(plain)
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+|\p{Script=Han}+)[\s,，]*/gu)]
  const seconds = parts.map(
    ([, digits, unit = '']) => Number(digits) * (SECONDS[unit] ?? SECONDS[unit.replace(/s$/, '')] ?? Number.NaN),
  )
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === plain
  const total = seconds.reduce((sum, one) => sum + one, 0)
  if (isWhole && Number.isFinite(total)) return total
  throw toRefusal(field, text, { en: 'a time such as 1h 30m, 90 min or 1:30:00', zh: '形如 1h 30m、90 分钟、1:30:00 的时间' })
}

function toRefusal(field: string, text: string, expected: Text): AppError {
  return new AppError('bad_input', { field, expected, got: text.slice(0, 60) })
}

const UNITS = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** A number with a prefix of a thousand or, with `isBinary`, of 1,024: four digits that count. */
export function toPrefixed(amount: number, unit: string, { isBinary = false }: { isBinary?: boolean } = {}): string {
  const base = isBinary ? 1024 : 1000
  const power = amount > 0 ? Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(amount) / Math.log(base) + 1e-12))) : 0
  const prefix = isBinary && power > 0 ? `${UNITS[power]!.toUpperCase()}i` : UNITS[power]!
  return `${toDigits(amount / base ** power)} ${prefix}${unit}`
}

/** Four digits that count; whole numbers keep all of theirs. */
function toDigits(amount: number): string {
  if (amount >= 1000 || Number.isInteger(amount)) return Math.round(amount).toLocaleString('en', { useGrouping: true })
  return String(Number(amount.toPrecision(4)))
}

const DAY = 86_400
const WORDS = {
  en: [' d', ' h', ' min', ' s', ' ms', ' µs'],
  zh: [' 天', ' 小时', ' 分', ' 秒', ' 毫秒', ' 微秒'],
} as const

/** A time in the two largest units that it has: `2 h 13 min`, `3.5 s`, `820 µs`; long ones in years. */
export function toTimeWords(seconds: number, lang: Lang): string {
  const [d, h, min, s, ms, us] = WORDS[lang]
  if (seconds >= 1000 * 365 * DAY) return `${toDigits(seconds / (365.25 * DAY))}${lang === 'zh' ? ' 年' : ' years'}`
  if (seconds < 0.001) return `${toDigits(seconds * 1e6)}${us}`
  if (seconds < 1) return `${toDigits(seconds * 1000)}${ms}`
  if (seconds < 59.995) return `${toDigits(seconds)}${s}`
  const two = (unit: number, inner: number, words: readonly [string, string]) => {
    const parts = Math.round(seconds / inner)
    const [whole, rest] = [Math.floor((parts * inner) / unit), parts % (unit / inner)]
    return `${whole.toLocaleString('en')}${words[0]}${rest ? ` ${rest}${words[1]}` : ''}`
  }
  if (seconds < 3599.5) return two(60, 1, [min, s])
  if (seconds < DAY - 30) return two(3600, 60, [h, min])
  return two(DAY, 3600, [d, h])
}
