import { splitLines } from '@octet/core/lines.ts'
import { badCharacter } from '../../lib/text-place.ts'
import { drawLine, measureLine, type Letter, type Style } from './draw.ts'
import { findGlyph, type FontName } from './fonts.ts'

type Options = { readonly style: Style; readonly font: FontName; readonly columns: number }

/** The rows of a text in large letters, no wider than so many columns. None for blank texts. Throws `bad_input`. */
export function writeBanner(text: string, { style, font, columns }: Options): string[] {
  if (text.trim() === '') return []
  const fits = (letters: readonly Letter[]) => measureLine(letters, style) <= columns
  // A shadow stands between two lines, all else would touch.
  const gap = style === 'shadow' ? [] : ['']
  return toLetters(text.trim(), font)
    .flatMap((words) => breakLine(words, toLetter(' ', font)!, fits))
    .flatMap((line, at) => [...(at === 0 ? [] : gap), ...(line.length === 0 ? [''] : drawLine(line, style))])
}

/** The words of each line. */
function toLetters(text: string, font: FontName): Letter[][][] {
  let offset = 0
  return splitLines(text).map((line) => {
    const words: Letter[][] = [[]]
    for (const char of line) {
      if (/\s/.test(char)) words.push([])
      else words.at(-1)!.push(...toKnown(char, { text, offset, font }))
      offset += char.length
    }
    offset++
    return words.filter((word) => word.length > 0)
  })
}

/** The letters for a character; one with an accent, or of full width, without it. */
function toKnown(char: string, place: { readonly text: string; readonly offset: number; readonly font: FontName }): Letter[] {
  const plain = Array.from(char.normalize('NFKD')).filter((sign) => !/\p{M}/u.test(sign))
  return plain.map((sign) => {
    const letter = toLetter(sign, place.font)
    if (letter) return letter
    throw badCharacter({ ...place, field: 'text', expected: { en: 'ASCII characters', zh: 'ASCII 字符' } })
  })
}

function toLetter(char: string, font: FontName): Letter | undefined {
  const glyph = findGlyph(font, char)
  return glyph && { char, glyph }
}

/** Lines of as many words as fit; a word that is too long is cut. */
function breakLine(words: readonly Letter[][], space: Letter, fits: (letters: readonly Letter[]) => boolean): Letter[][] {
  const lines: Letter[][] = [[]]
  for (const word of words) {
    const line = lines.at(-1)!
    const joined = line.length === 0 ? word : [...line, space, ...word]
    if (fits(joined)) lines[lines.length - 1] = joined
    else {
      if (line.length > 0) lines.push([])
      for (const letter of word) {
        const last = lines.at(-1)!
        if (last.length === 0 || fits([...last, letter])) last.push(letter)
        else lines.push([letter])
      }
    }
  }
  return lines
}
