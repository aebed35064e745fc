import { toWidth } from '../../lib/text-width.ts'
import { escapeXml } from '../../lib/xml/entities.ts'

export type Placeholder = {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  readonly text: string
  readonly background: string
  readonly colour: string
  /** In CSS pixels; nothing for what fits. */
  readonly fontSize: number | undefined
  /** Whether it keeps its size where it stands, or fills the place. */
  readonly isFixed: boolean
}

/** Share of a letter's size that it is wide, on average, and the share of the sides that text takes at most. */
const LETTER_WIDTH = 0.6
const TEXT_SHARE = { width: 0.8, height: 0.3 } as const
const SMALLEST = 1

/** A rectangle with a text in its middle, as SVG. */
export function drawPlaceholder({ width, height, text, background, colour, fontSize, isFixed }: Placeholder): string {
  const sides = isFixed ? ` width="${width}" height="${height}"` : ''
  const size = fontSize ?? fitText(text, width, height)
  const font = `font-family="sans-serif" font-size="${size}" text-anchor="middle" dominant-baseline="central"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg"${sides} viewBox="0 0 ${width} ${height}">`,
    `  <rect width="${width}" height="${height}" fill="${background}"/>`,
    ...(text === '' ? [] : [`  <text x="50%" y="50%" fill="${colour}" ${font}>${escapeXml(text, true)}</text>`]),
    '</svg>',
  ].join('\n')
}

function fitText(text: string, width: number, height: number): number {
  const wide = (width * TEXT_SHARE.width) / Math.max(1, toWidth(text) * LETTER_WIDTH)
  return Math.max(SMALLEST, Math.round(Math.min(wide, height * TEXT_SHARE.height)))
}

/** An SVG as an address for `src=""` and `url("")`: only what would end it or be read in another way is escaped, so that it stays short. */
export const toSvgUrl = (svg: string): string =>
  `data:image/svg+xml,${svg
    .replaceAll(/\n\s*/g, '')
    .replaceAll('"', "'")
    .replaceAll(/[%#<>&\\\u007F-\u{10FFFF}]/gu, (sign) => encodeURIComponent(sign))}`
