import { fromLinear, fromXyz, fromXyzD50, mapParts, multiply, toLinear, type Matrix, type Rgb, type Triple } from './space.ts'

/** A space of `color()`: how its parts become light, and that light XYZ. */
type Space = { readonly toLight: (part: number) => number; readonly toXyz: Matrix; readonly isD50?: boolean }

const IDENTITY: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const DISPLAY_P3: Matrix = [
  [608311 / 1250200, 189793 / 714400, 198249 / 1000160],
  [35783 / 156275, 247089 / 357200, 198249 / 2500400],
  [0, 32229 / 714400, 5220557 / 5000800],
]
const A98: Matrix = [
  [573536 / 994567, 263643 / 1420810, 187206 / 994567],
  [591459 / 1989134, 6239551 / 9945670, 374412 / 4972835],
  [53769 / 1989134, 351524 / 4972835, 4929758 / 4972835],
]
const PROPHOTO: Matrix = [
  [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
  [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
  [0, 0, 0.8251046025104602],
]
const REC2020: Matrix = [
  [63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314],
  [26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157],
  [0, 19567812 / 697040785, 295819943 / 278816314],
]

const keep = (part: number): number => part
const signed = (part: number, curve: (size: number) => number): number => Math.sign(part) * curve(Math.abs(part))
/** ITU-R BT.2020-2, table 4. */
const fromRec2020 = (size: number): number =>
  size < 0.018053968510807 * 4.5 ? size / 4.5 : ((size + 0.09929682680944) / 1.09929682680944) ** (1 / 0.45)

/** The predefined spaces of CSS Color 4 §10, beside sRGB itself and its linear form. */
const SPACES: Readonly<Record<string, Space>> = {
  'display-p3': { toLight: toLinear, toXyz: DISPLAY_P3 },
  'display-p3-linear': { toLight: keep, toXyz: DISPLAY_P3 },
  'a98-rgb': { toLight: (part) => signed(part, (size) => size ** (563 / 256)), toXyz: A98 },
  'prophoto-rgb': {
    toLight: (part) => signed(part, (size) => (size <= 16 / 512 ? size / 16 : size ** 1.8)),
    toXyz: PROPHOTO,
    isD50: true,
  },
  rec2020: { toLight: (part) => signed(part, fromRec2020), toXyz: REC2020 },
  xyz: { toLight: keep, toXyz: IDENTITY },
  'xyz-d65': { toLight: keep, toXyz: IDENTITY },
  'xyz-d50': { toLight: keep, toXyz: IDENTITY, isD50: true },
}

/** sRGB of three parts (1 is 100 %) in a space of `color()`; nothing for a space of another name. */
export function findFromSpace(name: string, parts: Triple): Rgb | undefined {
  if (name === 'srgb') return parts
  if (name === 'srgb-linear') return mapParts(parts, fromLinear)
  const space = Object.hasOwn(SPACES, name) ? SPACES[name] : undefined
  if (!space) return undefined
  const xyz = multiply(space.toXyz, mapParts(parts, space.toLight))
  return space.isD50 ? fromXyzD50(xyz) : fromXyz(xyz)
}
