import { splitLines } from '@octet/core/lines.ts'
import { badCharacter } from '../../lib/text-place.ts'

/** International Morse code: ITU-R M.1677-1, part I §1, and from ! on what is common beyond it. */
const CODES = new Map(
  `
    A .-  B -...  C -.-.  D -..  E .  F ..-.  G --.  H ....  I ..  J .---  K -.-  L .-..  M --  N -.  O ---
    P .--.  Q --.-  R .-.  S ...  T -  U ..-  V ...-  W .--  X -..-  Y -.--  Z --..  É ..-..  1 .----  2 ..---
    3 ...--  4 ....-  5 .....  6 -....  7 --...  8 ---..  9 ----.  0 -----  . .-.-.-  , --..--  : ---...
    ? ..--..  ' .----.  - -....-  / -..-.  ( -.--.  ) -.--.-  " .-..-.  = -...-  + .-.-.  @ .--.-.  ! -.-.--
    & .-...  ; -.-.-.  _ ..--.-  $ ...-..-
  `
    .trim()
    .split(/\s{2,}/)
    .map((pair) => pair.split(' ') as [string, string]),
)
const LETTERS = new Map(Array.from(CODES, ([letter, code]) => [code, letter]))
/** Other signs that people write for those of the code. */
const LOOKS: Readonly<Record<string, string>> = {
  '’': "'",
  '“': '"',
  '”': '"',
  '，': ',',
  '。': '.',
  '？': '?',
  '！': '!',
  '×': 'X',
}

/** Writes Morse code: a space between letters, ` / ` between words. Throws `bad_input` at a character without a code. */
export function writeMorse(text: string): string {
  let offset = 0
  return text
    .split(/([^\S\n]+|\n)/)
    .map((part) => {
      const start = offset
      offset += part.length
      if (part === '\n') return '\n'
      if (part.trim() === '') return part ? ' / ' : ''
      return toCodes(part, { text, start })
    })
    .join('')
    .replaceAll(/ \/ (?=\n|$)|(?<=\n|^) \/ /g, '')
}

function toCodes(word: string, { text, start }: { text: string; start: number }): string {
  let offset = start
  return Array.from(word, (character) => {
    const code = CODES.get((LOOKS[character] ?? character).toUpperCase())
    if (code === undefined) throw badCharacter({ field: 'text', text, offset, expected: EXPECTED })
    offset += character.length
    return code
  }).join(' ')
}

const EXPECTED = { en: 'Latin letters, digits and common punctuation', zh: '拉丁字母、数字与常用标点' }

/** Reads Morse code written with any of the usual dots, dashes and bars; what no letter has becomes �. Throws `bad_input`. */
export function readMorse(text: string): { text: string; unknown: readonly string[] } {
  const offset = text.search(/[^.•·・∙⋅*。．…\-−–—―_ー－/|／\s]/)
  const expected = { en: 'dots, dashes, spaces and /', zh: '点、划、空格与 /' }
  if (offset >= 0) throw badCharacter({ field: 'text', text, offset, expected })
  const plain = text
    .replaceAll('…', '...') // what phones make of three dots
    .replaceAll(/[•·・∙⋅*。．]/g, '.')
    .replaceAll(/[−–—―_ー－]/g, '-')
    .replaceAll(/[|／]/g, '/')
  const unknown = new Set<string>()
  const toLetter = (code: string) => {
    if (!LETTERS.has(code)) unknown.add(code)
    return LETTERS.get(code) ?? '\uFFFD'
  }
  const toWord = (word: string) => (word.match(/[.-]+/g) ?? []).map(toLetter).join('')
  const toLine = (line: string) =>
    line
      .split(/\/|\s{3,}/)
      .map(toWord)
      .filter((word) => word !== '')
      .join(' ')
  return { text: splitLines(plain).map(toLine).join('\n'), unknown: [...unknown] }
}
