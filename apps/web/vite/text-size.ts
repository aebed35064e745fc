import type { CSSOptions } from 'vite'

type PostCss = Exclude<NonNullable<CSSOptions['postcss']>, string>
type StylePlugin = Extract<NonNullable<PostCss['plugins']>[number], { postcssPlugin: string }>

/** What `1rem` is where nobody has asked for larger or smaller text. */
const DEFAULT_PX = 16
/** Lines and shadows stay as fine as they are. */
const STAYS = /^(?:border|outline|box-shadow|background|stroke|text-underline-offset$|--shadow$)/
/** Room between things: small pieces stay, so that a narrow screen keeps its width for the words. */
const ROOM = /^(?:padding|margin|gap|row-gap|column-gap)/
const MAX_ROOM_PX = 24
const MAX_HAIRLINE_PX = 2
/** Smaller text is in the units of a drawing, which grows with its picture. */
const MIN_TEXT_PX = 9
/** Sizes as a style sheet writes them; not those in an address or a word. */
const PX = /(?<![\w#.-])(-?\d*\.?\d+)px\b/g

/**
 * Styles are written in px for text of 16 px. Visitors may have asked their browser for larger or smaller text, so each size
 * that goes with the text becomes rem, and the widths from which a layout holds become em, which both follow it.
 */
export const textSizePlugin = (): StylePlugin => ({
  postcssPlugin: 'octet-text-size',
  Declaration(declaration) {
    const { prop, value } = declaration
    if (!value.includes('px') || value.includes('url(') || STAYS.test(prop)) return
    const least = ROOM.test(prop) ? MAX_ROOM_PX : prop === 'font-size' ? MIN_TEXT_PX - 1 : MAX_HAIRLINE_PX
    const grown = value.replaceAll(PX, (size, px: string) =>
      Math.abs(Number(px)) > least ? `${Number(px) / DEFAULT_PX}rem` : size,
    )
    if (grown !== value) declaration.value = grown
  },
  AtRule: {
    media: (rule) => void (rule.params = rule.params.replaceAll(PX, (_, px: string) => `${Number(px) / DEFAULT_PX}em`)),
    container: (rule) => void (rule.params = rule.params.replaceAll(PX, (_, px: string) => `${Number(px) / DEFAULT_PX}rem`)),
  },
})
