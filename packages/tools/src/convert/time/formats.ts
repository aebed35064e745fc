import type { Lang } from '@octet/core/text.ts'
import type { Text } from '@octet/core/text.ts'

/** Machine formats of an instant, each a whole number or a text that stands for nanoseconds since 1970 (UTC). */

const S = 1_000_000_000n
const DAY = 86_400n * S

/** Leap seconds: GPS − UTC from the named Unix second on (IERS bulletin C; the last one was at the end of 2016). */
const LEAPS: readonly (readonly [from: number, offset: number])[] = [
  [1483228800, 18],
  [1435708800, 17],
  [1341100800, 16],
  [1230768000, 15],
  [1136073600, 14],
  [915148800, 13],
  [867715200, 12],
  [820454400, 11],
  [773020800, 10],
  [741484800, 9],
  [709948800, 8],
  [662688000, 7],
  [631152000, 6],
  [567993600, 5],
  [489024000, 4],
  [425865600, 3],
  [394329600, 2],
  [362793600, 1],
  [315964800, 0],
]
const GPS_EPOCH = 315_964_800n

type Counted = {
  readonly kind: 'count'
  readonly name: Text
  /** Nanoseconds of one unit, and of the epoch. */
  readonly unit: bigint
  readonly epoch: bigint
  /** Decimals shown. */
  readonly places: number
}

const count = (en: string, zh: string, unit: bigint, epochSeconds: bigint, places = 0): Counted => ({
  kind: 'count',
  name: { en, zh },
  unit,
  epoch: epochSeconds * S,
  places,
})

/** Formats that count units since an epoch; the inverse is exact where `places` keep every nanosecond the unit has. */
export const COUNTED = {
  s: count('Unix seconds', 'Unix 秒', S, 0n, 9),
  ms: count('Unix milliseconds', 'Unix 毫秒', 1_000_000n, 0n),
  us: count('Unix microseconds', 'Unix 微秒', 1000n, 0n),
  ns: count('Unix nanoseconds', 'Unix 纳秒', 1n, 0n),
  filetime: count('Windows FILETIME / LDAP', 'Windows FILETIME / LDAP', 100n, -11_644_473_600n),
  ticks: count('.NET ticks', '.NET Ticks', 100n, -62_135_596_800n),
  ntp: count('NTP seconds (era 0)', 'NTP 秒（纪元 0）', S, -2_208_988_800n, 9),
  cocoa: count('Apple Cocoa seconds', 'Apple Cocoa 秒', S, 978_307_200n, 9),
  hfs: count('Classic Mac OS seconds', '经典 Mac OS 秒', S, -2_082_844_800n, 9),
  excel: count('Excel 1900 serial', 'Excel 1900 序列号', DAY, -2_209_161_600n, 12),
  excel1904: count('Excel 1904 serial', 'Excel 1904 序列号', DAY, -2_082_844_800n, 12),
  jd: count('Julian day', '儒略日', DAY, -210_866_760_000n, 12),
  mjd: count('Modified Julian day', '简化儒略日', DAY, -3_506_716_800n, 12),
} as const satisfies Record<string, Counted>
export type CountedFormat = keyof typeof COUNTED

/** Units since the epoch of a format, cut (toward the past) to its decimals, zeros at the end dropped. */
export function writeCount(ns: bigint, format: CountedFormat): string {
  const { unit, epoch, places } = COUNTED[format]
  const scale = 10n ** BigInt(places)
  const scaled = floorDivide((ns - epoch) * scale, unit)
  const size = scaled < 0n ? -scaled : scaled
  const digits = size.toString().padStart(places + 1, '0')
  const fraction = places > 0 ? digits.slice(-places).replace(/0+$/, '') : ''
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction ? `.${fraction}` : ''}`
}

/** Nanoseconds since 1970 of a count, rounded to the nearest nanosecond; undefined when the text is no decimal number. */
export function readCount(text: string, format: CountedFormat): bigint | undefined {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,20}))?$/.exec(text.trim())
  if (!match) return undefined
  const { unit, epoch } = COUNTED[format]
  const fraction = match[3] ?? ''
  const scale = 10n ** BigInt(fraction.length)
  const size = BigInt(`${match[2]}${fraction}`)
  const signed = match[1] ? -size : size
  return epoch + floorDivide(signed * unit * 2n + scale, scale * 2n)
}

/** 1 March 1900: from here on the days of Excel’s 1900 system count from 30 December 1899. */
const EXCEL_MARCH = -2_203_891_200n * S

/**
 * The serial of Excel’s 1900 system. It has a 29 February 1900 that never was (kept from Lotus 1-2-3) as number 60, so January and
 * February of that year are one less than later days; undefined before 1900, where it has no numbers.
 */
export function writeExcel(ns: bigint): string | undefined {
  if (ns >= EXCEL_MARCH) return writeCount(ns, 'excel')
  const serial = writeCount(ns - DAY, 'excel')
  return serial.startsWith('-') ? undefined : serial
}

/** Nanoseconds since 1970 of such a serial; `never` for the day that never was, undefined for no number or one below 0. */
export function readExcel(text: string): bigint | 'never' | undefined {
  const ns = readCount(text, 'excel')
  if (ns === undefined || ns >= EXCEL_MARCH) return ns
  if (ns >= EXCEL_MARCH - DAY) return 'never'
  return ns < COUNTED.excel.epoch ? undefined : ns + DAY
}

/** GPS week and second of week, which run on through leap seconds; undefined before 1980-01-06. */
export function writeGps(ns: bigint, lang: Lang): string | undefined {
  const seconds = floorDivide(ns, S)
  if (seconds < GPS_EPOCH) return undefined
  const leap = LEAPS.find(([from]) => seconds >= BigInt(from))?.[1] ?? 0
  const total = seconds - GPS_EPOCH + BigInt(leap)
  const [week, second] = [total / 604_800n, total % 604_800n]
  return lang === 'zh' ? `${total}（第 ${week} 周，${second} 秒）` : `${total} (week ${week}, ${second} s)`
}

/** Nanoseconds since 1970 of GPS seconds, with the week behind them that {@link writeGps} adds or without. */
export function readGps(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,9}))?(?:\s*[(（](?:week \d+, \d+ s|第 \d+ 周[,，] ?\d+ 秒)[)）])?$/.exec(text.trim())
  if (!match) return undefined
  const total = BigInt(match[1]!)
  const leap = LEAPS.find(([from, offset]) => total + GPS_EPOCH - BigInt(offset) >= BigInt(from))?.[1] ?? 0
  return (total + GPS_EPOCH - BigInt(leap)) * S + BigInt((match[2] ?? '').padEnd(9, '0'))
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
}
