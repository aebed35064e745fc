/** Colour spaces of CSS Color 4. sRGB parts are 0–1 and may lie outside when a colour has no place in sRGB. */
export type Rgb = readonly [r: number, g: number, b: number]
export type Triple = readonly [number, number, number]
export type Matrix = readonly [Triple, Triple, Triple]

/** As `map` does, for what has three parts. */
export const mapParts = <T>([a, b, c]: readonly [T, T, T], change: (part: T, at: number) => number): Triple => [
  change(a, 0),
  change(b, 1),
  change(c, 2),
]

export const multiply = (matrix: Matrix, [x, y, z]: Triple): Triple => mapParts(matrix, ([a, b, c]) => a * x + b * y + c * z)

/** Linear sRGB ↔ XYZ under D65. */
const TO_XYZ: Matrix = [
  [506752 / 1228815, 87881 / 245763, 12673 / 70218],
  [87098 / 409605, 175762 / 245763, 12673 / 175545],
  [7918 / 409605, 87881 / 737289, 1001167 / 1053270],
]
const FROM_XYZ: Matrix = [
  [12831 / 3959, -329 / 214, -1974 / 3959],
  [-851781 / 878810, 1648619 / 878810, 36519 / 878810],
  [705 / 12673, -2585 / 12673, 705 / 667],
]
/** Bradford adaptation D65 ↔ D50. */
const TO_D50: Matrix = [
  [1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
  [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
  [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371],
]
const FROM_D50: Matrix = [
  [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
  [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
  [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
]
const WHITE_D50: Triple = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]
/** Oklab (Ottosson 2020), as CSS Color 4 has it. */
const XYZ_TO_LMS: Matrix = [
  [0.819022437996703, 0.3619062600528904, -0.1288737815209879],
  [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
  [0.0481771893596242, 0.2642395317527308, 0.6335478284694309],
]
const LMS_TO_XYZ: Matrix = [
  [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
  [-0.0405757452148008, 1.112286803280317, -0.0717110580655164],
  [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816],
]
const LMS_TO_LAB: Matrix = [
  [0.210454268309314, 0.7936177747023054, -0.0040720430116193],
  [1.9779985324311684, -2.42859224204858, 0.450593709617411],
  [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
]
const LAB_TO_LMS: Matrix = [
  [1, 0.3963377773761749, 0.2158037573099136],
  [1, -0.1055613458156586, -0.0638541728258133],
  [1, -0.0894841775298119, -1.2914855480194092],
]

export const toLinear = (part: number): number => {
  const size = Math.abs(part)
  return Math.sign(part) * (size <= 0.04045 ? size / 12.92 : ((size + 0.055) / 1.055) ** 2.4)
}
export const fromLinear = (part: number): number => {
  const size = Math.abs(part)
  return Math.sign(part) * (size <= 0.0031308 ? size * 12.92 : 1.055 * size ** (1 / 2.4) - 0.055)
}

const toXyz = (rgb: Rgb): Triple => multiply(TO_XYZ, mapParts(rgb, toLinear))
export const fromXyz = (xyz: Triple): Rgb => mapParts(multiply(FROM_XYZ, xyz), fromLinear)

/** XYZ under D50 → sRGB. */
export const fromXyzD50 = (xyz: Triple): Rgb => fromXyz(multiply(FROM_D50, xyz))

/** CIE Lab under D50: lightness 0–100. */
export function toLab(rgb: Rgb): Triple {
  const relative = mapParts(multiply(TO_D50, toXyz(rgb)), (part, at) => part / WHITE_D50[at]!)
  const [x, y, z] = mapParts(relative, (part) => (part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

export function fromLab([l, a, b]: Triple): Rgb {
  const y = (l + 16) / 116
  const cube = (part: number) => (part ** 3 > 216 / 24389 ? part ** 3 : (116 * part - 16) / (24389 / 27))
  const relative: Triple = [cube(y + a / 500), l > 8 ? y ** 3 : l / (24389 / 27), cube(y - b / 200)]
  return fromXyzD50(mapParts(relative, (part, at) => part * WHITE_D50[at]!))
}

/** Oklab: lightness 0–1. */
export function toOklab(rgb: Rgb): Triple {
  return multiply(LMS_TO_LAB, mapParts(multiply(XYZ_TO_LMS, toXyz(rgb)), Math.cbrt))
}

export function fromOklab(lab: Triple): Rgb {
  return fromXyz(
    multiply(
      LMS_TO_XYZ,
      mapParts(multiply(LAB_TO_LMS, lab), (part) => part ** 3),
    ),
  )
}

/** Lightness, chroma and hue of a Lab colour; hue 0 where there is no chroma to speak of. */
export function toPolar([l, a, b]: Triple): Triple {
  const chroma = Math.hypot(a, b)
  return [l, chroma, chroma < 1e-4 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360]
}

export function fromPolar([l, chroma, hue]: Triple): Triple {
  const angle = (hue * Math.PI) / 180
  return [l, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** Hue in degrees, saturation and lightness 0–1. */
export function toHsl([r, g, b]: Rgb): Triple {
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [range, light] = [high - low, (high + low) / 2]
  // What is left of a grey after the way through another space has no hue either.
  if (range < 1e-6) return [0, 0, light]
  const hue = high === r ? (g - b) / range + (g < b ? 6 : 0) : high === g ? (b - r) / range + 2 : (r - g) / range + 4
  return [hue * 60, range / (1 - Math.abs(2 * light - 1)), light]
}

export function fromHsl([hue, saturation, light]: Triple): Rgb {
  const part = (n: number) => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12
    return light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [part(0), part(8), part(4)]
}

export function toHsv([r, g, b]: Rgb): Triple {
  const [hue] = toHsl([r, g, b])
  const high = Math.max(r, g, b)
  return [hue, high === 0 ? 0 : (high - Math.min(r, g, b)) / high, high]
}

/** Hue, whiteness, blackness (CSS Color 4 §8). */
export function fromHwb([hue, white, black]: Triple): Rgb {
  if (white + black >= 1) return [white / (white + black), white / (white + black), white / (white + black)]
  return mapParts(fromHsl([hue, 1, 0.5]), (part) => part * (1 - white - black) + white)
}

/** Relative luminance (WCAG 2.2). */
function toLuminance(rgb: Rgb): number {
  const [r, g, b] = mapParts(rgb, toLinear)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio 1–21 (WCAG 2.2 §1.4.3). */
export function toContrast(one: Rgb, other: Rgb): number {
  const [a, b] = [toLuminance(one), toLuminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
