import type { Root } from 'postcss'
import { COLOUR_NAMES } from '../colour/names.ts'
import { readColour, toHex } from '../colour/notation.ts'

/** A colour of a style sheet with all its spellings. */
export type ColourUse = {
  /** `#rrggbb` or `#rrggbbaa`; empty where only a browser can tell (`color-mix()`, wide gamuts, variables inside). */
  readonly hex: string
  readonly spellings: readonly string[]
  readonly count: number
  readonly lines: readonly number[]
}

/** Texts, addresses and comments hold no colours; then a number with `#`, a function with its brackets, or a word. */
const PIECE =
  /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\burl\([^)]*\)|\/\*[\s\S]*?\*\/|(?<hex>#[\da-f]{3,8}\b)|(?<call>\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|device-cmyk)\()|(?<word>-?-?[a-z][\w-]*)/gi
/** Properties in which a word may be a colour and nothing else. */
const TAKES_NAMES = /^--|color|background|border|outline|fill|stroke|shadow|decoration|rule|filter|mask|image|scrollbar/i

/** The colours of a style sheet, those used most first. */
export function listColours(root: Root): ColourUse[] {
  const found = new Map<string, { hex: string; spellings: Set<string>; count: number; lines: Set<number> }>()
  root.walkDecls((node) => {
    for (const written of findColours(node.raws.value?.raw ?? node.value, TAKES_NAMES.test(node.prop))) {
      const hex = toKnownHex(written)
      const key = hex || written.toLowerCase()
      const use = found.get(key) ?? { hex, spellings: new Set(), count: 0, lines: new Set() }
      use.spellings.add(written)
      use.count++
      use.lines.add(node.source?.start?.line ?? 1)
      found.set(key, use)
    }
  })
  return [...found.values()]
    .sort((a, b) => b.count - a.count)
    .map((use) => ({ ...use, spellings: [...use.spellings], lines: [...use.lines] }))
}

function findColours(value: string, takesNames: boolean): string[] {
  const found: string[] = []
  const pattern = new RegExp(PIECE)
  for (let match = pattern.exec(value); match; match = pattern.exec(value)) {
    const { hex, call, word } = match.groups ?? {}
    if (hex && [4, 5, 7, 9].includes(hex.length)) found.push(hex)
    else if (word && takesNames && isName(word) && value[pattern.lastIndex] !== '(') found.push(word)
    else if (call) {
      const end = findEnd(value, pattern.lastIndex)
      found.push(value.slice(match.index, end).replaceAll(/\s+/g, ' '))
      pattern.lastIndex = end
    }
  }
  return found
}

function isName(word: string): boolean {
  return COLOUR_NAMES.has(word.toLowerCase().replace('grey', 'gray')) || word.toLowerCase() === 'transparent'
}

function findEnd(value: string, from: number): number {
  let depth = 1
  for (let at = from; at < value.length; at++) {
    if (value[at] === '(') depth++
    else if (value[at] === ')' && --depth === 0) return at + 1
  }
  return value.length
}

function toKnownHex(written: string): string {
  try {
    return toHex(readColour(written, 'text'))
  } catch {
    // Not every colour of CSS has a value outside a browser.
    return ''
  }
}
