import { fromHwb, type Rgb } from './space.ts'

const NUMBER = String.raw`([+-]?(?:\d+(?:\.\d*)?|\.\d+))`
const BETWEEN = String.raw`\s*[\s,]\s*`
const HSV = new RegExp(`^(hs[vb])?\\(?\\s*${NUMBER}(°|deg)?${BETWEEN}${NUMBER}%?${BETWEEN}${NUMBER}%?\\s*\\)?$`)
const CMYK = new RegExp(`^((?:device-)?cmyk)?\\(?\\s*${[1, 2, 3, 4].map(() => `${NUMBER}(%?)`).join(BETWEEN)}\\s*\\)?$`)
const BYTES = /^\(?\s*(\d{1,3})\s*[\s,]\s*(\d{1,3})\s*[\s,]\s*(\d{1,3})\s*\)?$/

/** What paint programs and printers write and CSS has not: `hsv(32 100% 100%)`, `32° 100% 100%`, `cmyk(0, 47, 100, 0)`, `255, 136, 0`. */
export function findPrinted(text: string): Rgb | undefined {
  return findBytes(text) ?? findHsv(text) ?? findCmyk(text)
}

function findBytes(text: string): Rgb | undefined {
  const [red = 256, green = 256, blue = 256] = BYTES.exec(text)?.slice(1).map(Number) ?? []
  return Math.max(red, green, blue) > 255 ? undefined : [red / 255, green / 255, blue / 255]
}

function findHsv(text: string): Rgb | undefined {
  const [, name, hue, mark, saturation, value] = HSV.exec(text) ?? []
  if (hue === undefined || (name === undefined && mark === undefined)) return undefined
  const [s, v] = [toPart(saturation), toPart(value)]
  return fromHwb([Number(hue), (1 - s) * v, 1 - v])
}

function findCmyk(text: string): Rgb | undefined {
  const [, name, ...words] = CMYK.exec(text) ?? []
  if (words.length === 0 || (name === undefined && !words[1])) return undefined
  // CSS Color 5: a number of device-cmyk() without a percent sign is a part of one.
  const toInk = (at: number) => toPart(name === 'device-cmyk' && !words[at + 1] ? String(Number(words[at]) * 100) : words[at])
  const light = 1 - toInk(6)
  return [(1 - toInk(0)) * light, (1 - toInk(2)) * light, (1 - toInk(4)) * light]
}

const toPart = (percent: string | undefined): number => Math.min(100, Math.max(0, Number(percent))) / 100
