import type { Lang, Text } from '@octet/core/text.ts'
import { toHex, toSizeText } from '../../lib/bytes.ts'
import { GPS_TAGS, IMAGE_TAGS, type ExifTag } from './exif-tags.ts'
import { decodeText } from './decode-text.ts'
import type { TiffEntry, TiffValue } from './read-tiff.ts'

/** A line of what was found. */
export type Fact = { readonly group: string; readonly name: string; readonly tag: string; readonly value: string }
export type Place = {
  readonly latitude: number
  readonly longitude: number
  readonly altitudeM?: number
  readonly directionDeg?: number
}

/** Text after this is cut: the whole stands in the file. */
const MAX_VALUE_CHARS = 4_000
const MAX_SHOWN_NUMBERS = 16
/** Bytes of a text that are looked at: many entries may name the same ones. */
const MAX_TEXT_BYTES = 16_384

/** Stands for a number that the file leaves open. */
export const UNKNOWN = '–'

type Numbers = readonly number[]
type Format = (numbers: Numbers, lang: Lang) => string

const digits = (value: number, most = 2): string => String(Number(value.toFixed(most)))
const unit =
  (words: string, most = 2): Format =>
  ([value = 0]) =>
    `${digits(value, most)} ${words}`

/** How values are written where the bare number says too little; the names are those of the standard. */
const FORMATS: Readonly<Record<string, Format>> = {
  ExposureTime: ([seconds = 0]) => `${seconds > 0 && seconds < 0.3 ? `1/${digits(1 / seconds, 0)}` : digits(seconds, 3)} s`,
  FNumber: ([value = 0]) => `f/${digits(value, 1)}`,
  ExposureBiasValue: ([value = 0]) => `${value > 0 ? '+' : ''}${digits(value)} EV`,
  ShutterSpeedValue: ([value = 0], lang) => `${digits(value)} Tv (${FORMATS['ExposureTime']!([2 ** -value], lang)})`,
  ApertureValue: ([value = 0]) => `${digits(value)} Av (f/${digits(2 ** (value / 2), 1)})`,
  MaxApertureValue: ([value = 0]) => `${digits(value)} Av (f/${digits(2 ** (value / 2), 1)})`,
  BrightnessValue: unit('Bv'),
  SubjectDistance: ([value = 0], lang) =>
    Number.isFinite(value) ? `${digits(value)} m` : { en: 'infinity', zh: '无穷远' }[lang],
  FocalLength: unit('mm'),
  FocalLengthIn35mmFilm: unit('mm'),
  LensSpecification: ([from = 0, to = 0, wide = 0, long = 0]) => toLens([from, to], [wide, long]),
  DigitalZoomRatio: ([value = 0]) => `${digits(value)}×`,
  Flash: ([value = 0], lang) => toFlash(value)[lang],
  GPSVersionID: (numbers) => numbers.join('.'),
  GPSAltitude: unit('m', 1),
  GPSImgDirection: unit('°'),
  GPSTrack: unit('°'),
  GPSDestBearing: unit('°'),
  GPSHPositioningError: unit('m', 1),
  GPSLatitude: toDegrees,
  GPSLongitude: toDegrees,
  GPSDestLatitude: toDegrees,
  GPSDestLongitude: toDegrees,
  GPSTimeStamp: (numbers) => numbers.map((part) => (Number.isFinite(part) ? digits(part).padStart(2, '0') : UNKNOWN)).join(':'),
  ComponentsConfiguration: (numbers) =>
    numbers
      .map((part) => ['', 'Y', 'Cb', 'Cr', 'R', 'G', 'B'][part] ?? '')
      .join(' ')
      .trim(),
}
const DIRECTIONS = { T: { en: 'True north', zh: '真北' }, M: { en: 'Magnetic north', zh: '磁北' } }
const LATITUDES = { N: { en: 'North', zh: '北纬' }, S: { en: 'South', zh: '南纬' } }
const LONGITUDES = { E: { en: 'East', zh: '东经' }, W: { en: 'West', zh: '西经' } }
/** What single letters stand for (EXIF 3.0 §4.6.7). */
const LETTER_WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  GPSLatitudeRef: LATITUDES,
  GPSLongitudeRef: LONGITUDES,
  GPSDestLatitudeRef: LATITUDES,
  GPSDestLongitudeRef: LONGITUDES,
  GPSStatus: { A: { en: 'Measured', zh: '测量中' }, V: { en: 'Interrupted', zh: '已中断' } },
  GPSMeasureMode: { 2: { en: '2 (without height)', zh: '2（二维）' }, 3: { en: '3 (with height)', zh: '3（三维）' } },
  GPSSpeedRef: { K: { en: 'km/h', zh: 'km/h' }, M: { en: 'mph', zh: 'mph' }, N: { en: 'knots', zh: '节' } },
  GPSTrackRef: DIRECTIONS,
  GPSImgDirectionRef: DIRECTIONS,
  GPSDestBearingRef: DIRECTIONS,
}
/** Undefined bytes that are numbers, or letters, and not a text with a mark of its characters. */
const BYTE_NUMBERS = new Set(['ComponentsConfiguration', 'FileSource', 'SceneType'])
const LETTERS = new Set(['ExifVersion', 'FlashpixVersion'])
const MARKED = new Set(['UserComment', 'GPSProcessingMethod', 'GPSAreaInformation'])

function toDegrees(parts: Numbers): string {
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) => (Number.isFinite(part) ? part : 0))
  // Some cameras write fractions of degrees or minutes in place of what is smaller.
  const hundredths = Math.round((degrees * 3600 + minutes * 60 + seconds) * 100)
  return `${Math.floor(hundredths / 360_000)}° ${Math.floor(hundredths / 6_000) % 60}′ ${(hundredths % 6_000) / 100}″`
}

function toLens([from, to]: readonly [number, number], [wide, long]: readonly [number, number]): string {
  const range = (a: number, b: number) => (a === b ? digits(a, 1) : `${digits(a, 1)}–${digits(b, 1)}`)
  const widest =
    Number.isFinite(wide) && wide > 0 ? ` f/${Number.isFinite(long) && long > 0 ? range(wide, long) : digits(wide, 1)}` : ''
  return `${range(from, to)} mm${widest}`
}

/** Bits of Flash (EXIF 3.0 §4.6.6): fired, returned light, mode, absent, red-eye. */
function toFlash(value: number): Text {
  if (value & 32) return { en: 'None built in', zh: '无闪光功能' }
  const mode = (value >> 3) & 3
  const en = [
    value & 1 ? 'Fired' : 'Did not fire',
    ['', 'forced on', 'forced off', 'automatic'][mode],
    ['', '', 'no light came back', 'light came back'][(value >> 1) & 3],
    value & 64 && 'red-eye reduction',
  ]
  const zh = [
    value & 1 ? '已闪光' : '未闪光',
    ['', '强制开启', '强制关闭', '自动'][mode],
    ['', '', '未检测到反射光', '检测到反射光'][(value >> 1) & 3],
    value & 64 && '防红眼',
  ]
  return { en: en.filter(Boolean).join(', '), zh: zh.filter(Boolean).join('，') }
}

export const findTag = ({ part, tag }: TiffEntry): ExifTag | undefined => (part === 'gps' ? GPS_TAGS : IMAGE_TAGS)[tag]

/** A value in words. */
export function toValueText(entry: TiffEntry, lang: Lang): string {
  const { value, count, type } = entry
  const tag = findTag(entry)
  const name = tag?.name ?? ''
  const format = FORMATS[name]
  if (value instanceof Uint8Array && !(type === 1 && !name.startsWith('XP')) && !BYTE_NUMBERS.has(name))
    return toBytesText(value.subarray(0, MAX_TEXT_BYTES), { ...entry, name }, lang)
  const numbers = toNumbers(value)
  const [first = 0] = numbers
  if (tag?.words?.[first] && count === 1) return tag.words[first][lang]
  if (count > 0 && isUnknown(numbers, name)) return UNKNOWN
  if (format) return format(numbers, lang)
  const shown = numbers.slice(0, MAX_SHOWN_NUMBERS).map((number) => (Number.isFinite(number) ? digits(number, 6) : UNKNOWN))
  return shown.join(', ') + (count > MAX_SHOWN_NUMBERS ? ` … (${count})` : '')
}

/** Whether nothing was measured, as cameras write by 0/0, and by anything else over 0 where no infinity can be. */
const isUnknown = (numbers: Numbers, name: string): boolean =>
  numbers.every((number) => Number.isNaN(number) || (number === Infinity && name !== 'SubjectDistance') || number === -Infinity)

function toBytesText(bytes: Uint8Array, { name, count, type, isLittle }: TiffEntry & { name: string }, lang: Lang): string {
  if (name.startsWith('XP')) return cutText(cutNull(new TextDecoder('utf-16le').decode(bytes)))
  if (name.startsWith('DateTime')) return cutNull(decodeText(bytes)).replace(/^(\d{4}):(\d\d):(\d\d)/, '$1-$2-$3')
  if (name === 'GPSDateStamp') return cutNull(decodeText(bytes)).replaceAll(':', '-')
  if (type === 2 || type === 129 || LETTERS.has(name)) {
    const text = cutText(cutNull(decodeText(bytes)))
    return LETTER_WORDS[name]?.[text]?.[lang] ?? text
  }
  if (MARKED.has(name)) return cutText(decodeMarked(bytes, isLittle))
  const size = toSizeText(count)
  if (name === 'MakerNote') return { en: `${size}, in the maker’s own format`, zh: `${size}，厂商私有格式` }[lang]
  return count <= 16 ? toHex(bytes, ' ') : { en: `${size} of data`, zh: `${size} 数据` }[lang]
}

/** A text behind eight bytes that name its characters (EXIF 3.0 §4.6.6, table 9). */
function decodeMarked(bytes: Uint8Array, isLittle: boolean): string {
  const mark = String.fromCharCode(...bytes.subarray(0, 8))
  const body = bytes.subarray(8)
  if (mark.startsWith('UNICODE')) return cutNull(new TextDecoder(toUtf16(body, isLittle)).decode(body))
  if (mark.startsWith('JIS')) return cutNull(new TextDecoder('iso-2022-jp').decode(body))
  return cutNull(decodeText(mark.startsWith('ASCII') || /^\0{8}/.test(mark) ? body : bytes))
}

/** The standard names no order of bytes: some write that of the numbers, others always one. Letters of Latin tell by their zeros. */
function toUtf16(bytes: Uint8Array, isLittle: boolean): 'utf-16le' | 'utf-16be' {
  const zeros = [0, 0]
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at & 1]!++
  return (zeros[0] === zeros[1] ? isLittle : zeros[1]! > zeros[0]!) ? 'utf-16le' : 'utf-16be'
}

/** Up to the first NUL, without blanks around it. */
const cutNull = (text: string): string => {
  const end = text.indexOf('\0')
  return (end < 0 ? text : text.slice(0, end)).trim()
}

export const cutText = (text: string): string => (text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text)

/** The first values as numbers, fractions too; a divisor of 0 gives infinity. Of bytes there may be millions. */
export function toNumbers(value: TiffValue): number[] {
  const first: Iterable<number | readonly [number, number]> = value.slice(0, MAX_SHOWN_NUMBERS + 1)
  return Array.from(first, (part) => (typeof part === 'number' ? part : part[0] / part[1]))
}

/** Where the picture was taken, in degrees of WGS 84, north and east positive. */
export function findPlace(entries: readonly TiffEntry[]): Place | undefined {
  const find = (tag: number) => entries.find((entry) => entry.part === 'gps' && entry.tag === tag)
  const angle = (tag: number, most: number): number | undefined => {
    const entry = find(tag)
    if (!entry || entry.value instanceof Uint8Array) return undefined
    const [first = Number.NaN, ...rest] = toNumbers(entry.value)
    if (Number.isNaN(first)) return undefined // a camera that did not know
    const [degrees = 0, minutes = 0, seconds = 0] = [first, ...rest].map((part) => (Number.isNaN(part) ? 0 : part))
    const reference = find(tag - 1)
    const sign = reference && /^[SW]/i.test(toValueText(reference, 'en')) ? -1 : 1
    const value = sign * (degrees + minutes / 60 + seconds / 3600)
    return Math.abs(value) <= most ? Number(value.toFixed(6)) : undefined
  }
  const [latitude, longitude] = [angle(2, 90), angle(4, 180)]
  if (latitude === undefined || longitude === undefined || !find(1) || !find(3)) return undefined
  const [height, turn] = [6, 17].map((tag) => find(tag)).map((entry) => (entry ? toNumbers(entry.value)[0] : undefined))
  const below = find(5)?.value
  return {
    latitude,
    longitude,
    ...(height !== undefined &&
      Number.isFinite(height) && { altitudeM: Number((below && below[0] === 1 ? -height : height).toFixed(1)) }),
    ...(turn !== undefined && Number.isFinite(turn) && { directionDeg: Number(turn.toFixed(1)) }),
  }
}

const TIMES = [
  [0x9003, 0x9291, 0x9011],
  [0x9004, 0x9292, 0x9012],
  [0x0132, 0x9290, 0x9010],
] as const

/** When it was taken, else digitised or changed: ISO 8601, with the fraction and zone where the file says them. */
export function findTime(entries: readonly TiffEntry[]): string | undefined {
  const find = (tag: number) => {
    const entry = entries.find((one) => one.part !== 'gps' && one.part !== 'thumbnail' && one.tag === tag)
    return entry && toValueText(entry, 'en')
  }
  for (const [time, fraction, zone] of TIMES) {
    const day = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)/.exec(find(time) ?? '')
    if (!day || day[1] === '0000') continue
    const part = /^\d{1,9}$/.exec(find(fraction) ?? '')?.[0]
    const offset = /^[+-]\d\d:\d\d$/.exec(find(zone) ?? '')?.[0]
    return `${day[1]}-${day[2]}-${day[3]}T${day[4]}${part ? `.${part}` : ''}${offset ?? ''}`
  }
  return undefined
}
