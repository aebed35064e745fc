import type { Sign } from './sign.ts'

/** What a hit is worth: the whole name, a word of it, the beginning of one, and less for further words. */
const WORTH = { name: 8, word: 5, begin: 2, tag: 3, tagPart: 1 } as const

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })
const CODES = /^(?:(?:u\+|\\u\{?|0x|&#x?)?[0-9a-f]{1,6}[};]*[\s,]*)+$/i
const CODE = /(u\+|\\u\{?|0x|&#x?)?([0-9a-f]{1,6})/gi

/** Signs that a query names by character, code point, short code or words, the best first. */
export function findSigns<T extends Sign>(signs: readonly T[], query: string): readonly T[] {
  const text = query.trim()
  if (text === '') return signs
  const given = findGiven(signs, readCodes(text)) ?? findGiven(signs, text)
  if (given) return given
  const words = toPlain(text.toLowerCase())
    .split(' ')
    .filter((word) => word !== '')
  return signs
    .map((sign) => ({ sign, worth: toWorth(sign, words) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ sign }) => sign)
}

/** Those that stand in a text of nothing but such signs. ASCII is words to look for, unless it is one character alone. */
function findGiven<T extends Sign>(signs: readonly T[], text: string): readonly T[] | undefined {
  if (text.length === 0) return undefined
  const byChar = new Map(signs.toReversed().map((sign) => [toBare(sign.char), sign]))
  const whole = byChar.get(toBare(text))
  if (whole) return [whole]
  if (/[!-~]/.test(text)) return undefined
  const found = [...SEGMENTER.segment(text)]
    .filter(({ segment }) => segment.trim() !== '')
    .map(({ segment }) => byChar.get(toBare(segment)))
  return found.length > 0 && found.every((sign) => sign !== undefined) ? [...new Set(found)] : undefined
}

/** Without skin tones, and without the mark for the form as picture. */
const toBare = (char: string): string => char.replaceAll(/(?<=.)\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu, '')

/** `U+1F468 U+200D`, `\u2192`, `0x2192`, `&#8594;`, or four digits and more without a mark. */
function readCodes(text: string): string {
  if (!CODES.test(text)) return ''
  let read = ''
  for (const [, mark = '', digits = ''] of text.matchAll(CODE)) {
    if (mark === '' && digits.length < 4) return ''
    const code = Number.parseInt(digits, mark === '&#' ? 10 : 16)
    if (!(code <= 0x10ffff)) return ''
    read += String.fromCodePoint(code)
  }
  return read
}

/** The sum over the words, or nothing where one is nowhere. */
function toWorth({ name, words }: Sign, sought: readonly string[]): number {
  const names = [name.en, name.zh].map((each) => each.toLowerCase())
  let sum = names.some((each) => toPlain(each) === sought.join(' ')) ? WORTH.name : 0
  for (const word of sought) {
    const worth = Math.max(
      ...names.map((each) => meet(each, word, WORTH.word, WORTH.begin)),
      ...words.map((each) => meet(each.toLowerCase(), word, WORTH.tag, WORTH.tagPart)),
    )
    if (worth <= 0) return 0
    sum += worth
  }
  return sum
}

/** A whole word counts more than the beginning of one; Chinese has no gaps between words. */
function meet(text: string, word: string, whole: number, part: number): number {
  if (text === word) return whole + 1
  const plain = ` ${toPlain(text)} `
  if (plain.includes(` ${word} `)) return whole - (plain.split(' ').length > FEW_PARTS ? 1 : 0)
  return plain.includes(` ${word}`) || (/\p{sc=Han}/u.test(word) && text.includes(word)) ? part : 0
}

/** The words of a text with one space between them. */
const toPlain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\p{M}@+#&-]+/gu, ' ').trim()

/** A name of two words is more of either than one of four. */
const FEW_PARTS = 4
