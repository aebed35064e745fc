import { refuse } from './fault.ts'

/** Sizes that are meant where none is written (RFC 1876 §3). */
const DEFAULTS = ['1m', '10000m', '10m']

/** The fields of a LOC record, with what may be left out: `42 21 54 N 71 06 18 W -24m 30m` (RFC 1876 §3). */
export function readLoc(words: readonly string[]): string[] {
  const left = [...words]
  const latitude = takeAngle(left, { letters: 'NS', most: 90 })
  const longitude = takeAngle(left, { letters: 'EW', most: 180 })
  const [altitude, ...sizes] = left
  if (altitude === undefined) refuse('LOC is not complete: the altitude is missing', 'LOC 的数据不完整：缺少海拔')
  if (sizes.length > DEFAULTS.length) refuse(`“${sizes.at(-1)}” is more than LOC holds`, `LOC 的数据之后多出“${sizes.at(-1)}”`)
  const height = toMetres(altitude!, true)
  if (height < -100_000 || height > 42_849_672.95) refuse(`“${altitude}” is no altitude`, `“${altitude}”不是海拔`)
  const written = DEFAULTS.map((text, i) => toSize(toMetres(sizes[i] ?? text, false)))
  return [...latitude, ...longitude, `${height.toFixed(2)}m`, ...written]
}

function takeAngle(words: string[], { letters, most }: { letters: string; most: number }): string[] {
  const end = words.findIndex((word) => word.length === 1 && letters.includes(word.toUpperCase()))
  const parts = words.splice(0, end + 1)
  const [degrees = '', minutes = '0', seconds = '0'] = parts.slice(0, -1)
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  const isRight =
    end >= 1 && end <= 3 && /^\d{1,3}$/.test(degrees) && /^[0-5]?\d$/.test(minutes) && /^[0-5]?\d(?:\.\d{1,3})?$/.test(seconds)
  if (!isRight || value > most)
    refuse(
      `LOC wants degrees, minutes, seconds and ${[...letters].join(' or ')}`,
      `LOC 应为度、分、秒和 ${[...letters].join(' 或 ')}`,
    )
  return [String(Number(degrees)), String(Number(minutes)), Number(seconds).toFixed(3), parts.at(-1)!.toUpperCase()]
}

function toMetres(text: string, isSigned: boolean): number {
  if (!(isSigned ? /^-?\d{1,8}(?:\.\d{1,2})?m?$/i : /^\d{1,8}(?:\.\d{1,2})?m?$/i).test(text))
    refuse(`“${text.slice(0, 60)}” is no length in metres`, `“${text.slice(0, 60)}”不是以米计的长度`)
  return Number.parseFloat(text)
}

/** One digit and a power of ten of centimetres is all that a record holds (RFC 1876 §2). */
function toSize(metres: number): string {
  const centimetres = Math.round(metres * 100)
  const exponent = Math.max(0, String(centimetres).length - 1)
  const held = Math.floor(centimetres / 10 ** exponent) * 10 ** exponent
  return `${held < 100 ? (held / 100).toFixed(2) : held / 100}m`
}
