import { AppError } from '@octet/core/errors.ts'
import { toHalfWidth } from '../half-width.ts'
import { CHINESE_COLOUR_NAMES } from './chinese-names.ts'
import { COLOUR_NAMES } from './names.ts'
import { findPrinted } from './print-notations.ts'
import { findFromSpace } from './rgb-spaces.ts'
import {
  fromHsl,
  fromHwb,
  fromLab,
  fromOklab,
  fromPolar,
  mapParts,
  toHsl,
  toHsv,
  toLab,
  toOklab,
  toPolar,
  type Rgb,
} from './space.ts'

export type Colour = { readonly rgb: Rgb; readonly alpha: number }

const FUNCTION = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*([^()]*?)\s*\)$/

/** Reads a colour in any notation of CSS Color 4: names, hex, rgb, hsl, hwb, lab, lch, oklab, oklch, color; and what {@link findPrinted} knows. Throws `bad_input`. */
export function readColour(text: string, field: string): Colour {
  const plain = toValue(toHalfWidth(text).trim().toLowerCase())
  const name = toName(plain)
  const named = COLOUR_NAMES.get(name)
  if (named !== undefined) return fromNumber(named)
  if (name === 'transparent') return { rgb: [0, 0, 0], alpha: 0 }
  const hex = /^(?:#|0x(?=[\da-f]{6}$))?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(plain)?.[1]
  if (hex) return fromHex(hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex)
  const colour = readFunction(plain) ?? readColorFunction(plain)
  if (colour) return colour
  const printed = findPrinted(plain)
  if (printed) return { rgb: printed, alpha: 1 }
  const expected = {
    en: 'a colour such as #1e90ff, rgb(30 144 255), hsl(210 100% 56%), a CSS name such as sky blue, or its Chinese word; no names of Pantone, RAL and the like',
    zh: '颜色，如 #1e90ff、rgb(30 144 255)、hsl(210 100% 56%)、CSS 颜色名，或“天蓝”“米色”等中文名；不含潘通（Pantone）、RAL 等色卡',
  }
  throw new AppError('bad_input', { field, expected, got: text.slice(0, 60) })
}

/** A name as CSS writes it: of “sky blue”, “sky-blue”, “dark grey” and “天蓝色”. */
function toName(text: string): string {
  const chinese = text.length > 12 ? undefined : CHINESE_COLOUR_NAMES.get(text.replaceAll(/\s/g, '').replace(/[色颜]+$/, ''))
  return chinese ?? (/^[a-z]+(?:[ _-][a-z]+){0,3}$/.test(text) ? text.replaceAll(/[ _-]/g, '') : text).replace('grey', 'gray')
}

/** The value of a declaration out of a style sheet: `color: #f00;`, `--brand: rgb(1 2 3)`, `$red: #f00`. */
function toValue(text: string): string {
  const value = text.replace(/;$/, '').trim()
  return value.replace(/^(?:--|[$@])?[a-z][\w-]{0,60} ?: ?(?=#|[a-z]{3,6}\()/, '')
}

function fromHex(hex: string): Colour {
  const alpha = hex.length === 8 ? Number.parseInt(hex.slice(6), 16) / 255 : 1
  return { ...fromNumber(Number.parseInt(hex.slice(0, 6), 16)), alpha }
}

function fromNumber(value: number): Colour {
  return { rgb: [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255], alpha: 1 }
}

/** A part in a unit: percent of `whole`, degrees and their relatives, or a plain number. */
function readPart(text: string | undefined, whole: number): number | undefined {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%|deg|rad|turn|grad)?$/.exec(text ?? '')
  if (!match) return text === 'none' ? 0 : undefined
  const value = Number(match[1])
  if (match[2] === '%') return (value * whole) / 100
  return value * ({ deg: 1, rad: 180 / Math.PI, turn: 360, grad: 0.9 }[match[2] ?? ''] ?? 1)
}

/** What 100 % is of each part. */
const WHOLES: Readonly<Record<string, readonly [number, number, number]>> = {
  rgb: [255, 255, 255],
  hsl: [360, 100, 100],
  hwb: [360, 100, 100],
  lab: [100, 125, 125],
  lch: [100, 150, 360],
  oklab: [1, 0.4, 0.4],
  oklch: [1, 0.4, 360],
}

function readFunction(text: string): Colour | undefined {
  const match = FUNCTION.exec(text)
  const name = match?.[1]?.replace(/^(rgb|hsl)a$/, '$1')
  const wholes = WHOLES[name ?? '']
  if (!match || !name || !wholes) return undefined
  const words = match[2]!.split(/\s*[,/]\s*|\s+/)
  const parts = words.slice(0, 3).map((word, at) => readPart(word, wholes[at]!))
  const alpha = words.length === 4 ? readPart(words[3], 1) : 1
  const [a, b, c] = parts
  if (words.length > 4 || a === undefined || b === undefined || c === undefined || alpha === undefined) return undefined
  return { rgb: FROM[name]!([a, b, c]), alpha: Math.min(1, Math.max(0, alpha)) }
}

/** `color(display-p3 1 0 0 / 50%)` (CSS Color 4 §10.1). */
function readColorFunction(text: string): Colour | undefined {
  const [, space = '', body = ''] = /^color\(\s*([a-z\d-]+)\s+([^()]*?)\s*\)$/.exec(text) ?? []
  const [words = '', alphaWord, ...more] = body.split(/\s*\/\s*/)
  const [a, b, c, ...rest] = words.split(/\s+/).map((word) => readPart(word, 1))
  const alpha = alphaWord === undefined ? 1 : readPart(alphaWord, 1)
  if (a === undefined || b === undefined || c === undefined || alpha === undefined || rest.length > 0 || more.length > 0)
    return undefined
  const rgb = findFromSpace(space, [a, b, c])
  return rgb && { rgb, alpha: Math.min(1, Math.max(0, alpha)) }
}

const atLeastNone = (part: number): number => Math.max(0, part)
const within = (part: number, most: number): number => Math.min(most, Math.max(0, part))

/**
 * Saturation and chroma below none count as none, lightness beyond black and white as those (CSS Color 4 §7, §9), and so do
 * channels of rgb beyond 0–255 (§5.1).
 */
const FROM: Readonly<Record<string, (parts: readonly [number, number, number]) => Rgb>> = {
  rgb: ([r, g, b]) => [within(r, 255) / 255, within(g, 255) / 255, within(b, 255) / 255],
  hsl: ([h, s, l]) => fromHsl([h, atLeastNone(s) / 100, l / 100]),
  hwb: ([h, w, b]) => fromHwb([h, w / 100, b / 100]),
  lab: ([l, a, b]) => fromLab([within(l, 100), a, b]),
  lch: ([l, c, h]) => fromLab(fromPolar([within(l, 100), atLeastNone(c), h])),
  oklab: ([l, a, b]) => fromOklab([within(l, 1), a, b]),
  oklch: ([l, c, h]) => fromOklab(fromPolar([within(l, 1), atLeastNone(c), h])),
}

export type ColourRow = { name: string; value: string }

/** A colour in every notation. Those limited to sRGB are cut to it. */
export function writeColour(colour: Colour): ColourRow[] {
  const { alpha } = colour
  const rgb = clip(colour.rgb)
  const bytes = rgb.map((part) => Math.round(part * 255)) as [number, number, number]
  const tail = alpha < 1 ? ` / ${round(alpha, 3)}` : ''
  const [h, s, l] = toHsl(rgb)
  const [, sv, v] = toHsv(rgb)
  const join = (name: string, parts: readonly (string | number)[]) => `${name}(${parts.join(' ')}${tail})`
  const percent = (part: number) => `${round(part * 100, 1)}%`
  const lab = toLab(colour.rgb).map((part) => round(part, 2))
  const lch = toPolar(toLab(colour.rgb)).map((part) => round(part, 2))
  const oklab = toOklab(colour.rgb).map((part) => round(part, 4))
  const [okl, okc, okh] = toPolar(toOklab(colour.rgb))
  return [
    { name: 'HEX', value: toHex(colour) },
    { name: 'RGB', value: join('rgb', bytes) },
    { name: 'HSL', value: join('hsl', [round(h, 1), percent(s), percent(l)]) },
    { name: 'HSV', value: `${round(h, 1)}° ${percent(sv)} ${percent(v)}` },
    { name: 'HWB', value: join('hwb', [round(h, 1), percent(Math.min(...rgb)), percent(1 - Math.max(...rgb))]) },
    { name: 'CMYK', value: toCmyk(rgb) },
    { name: 'Lab', value: join('lab', lab) },
    { name: 'LCH', value: join('lch', lch) },
    { name: 'Oklab', value: join('oklab', oklab) },
    { name: 'OKLCH', value: join('oklch', [round(okl, 4), round(okc, 4), round(okh, 2)]) },
    { name: 'Integer', value: String((bytes[0] << 16) | (bytes[1] << 8) | bytes[2]) },
    { name: 'CSS', value: findNearestName(rgb) },
  ]
}

/** `#rrggbb`, with alpha `#rrggbbaa`. */
export function toHex({ rgb, alpha }: Colour): string {
  const parts = [...clip(rgb), ...(alpha < 1 ? [alpha] : [])]
  return `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Whether a colour can be shown in sRGB. */
export function isInSrgb({ rgb }: Colour): boolean {
  return rgb.every((part) => part > -1e-4 && part < 1.0001)
}

/** The CSS name, or the nearest one by Oklab distance with ≈ before it. */
function findNearestName(rgb: Rgb): string {
  const wanted = toOklab(rgb)
  let best = { name: '', distance: Number.POSITIVE_INFINITY }
  for (const [name, value] of COLOUR_NAMES) {
    const lab = toOklab(fromNumber(value).rgb)
    const distance = Math.hypot(lab[0] - wanted[0], lab[1] - wanted[1], lab[2] - wanted[2])
    if (distance < best.distance) best = { name, distance }
  }
  return best.distance < 1e-6 ? best.name : `≈ ${best.name}`
}

function toCmyk(rgb: Rgb): string {
  const black = 1 - Math.max(...rgb)
  const parts = rgb.map((part) => (black === 1 ? 0 : (1 - part - black) / (1 - black)))
  return [...parts, black].map((part) => `${Math.round(part * 100)}%`).join(' ')
}

function clip(rgb: Rgb): Rgb {
  return mapParts(rgb, (part) => Math.min(1, Math.max(0, part)))
}

function round(value: number, places: number): number {
  const rounded = Number(value.toFixed(places))
  return rounded === 0 ? 0 : rounded
}
