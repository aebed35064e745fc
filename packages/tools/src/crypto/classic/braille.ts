import { badCharacter } from '../../lib/text-place.ts'

/** Unified English Braille without contractions (Rules of Unified English Braille, 2013, §3, §5–8): letters, and digits as the first ten. */
const LETTERS = '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵'
const DIGITS = '⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊'
const [CAPITAL, NUMBER, LETTER] = ['⠠', '⠼', '⠰'] as const
/** Signs; the longer ones of those that begin alike are read first. */
const SIGNS: readonly (readonly [sign: string, cells: string])[] = [
  [',', '⠂'],
  [';', '⠆'],
  [':', '⠒'],
  ['.', '⠲'],
  ['!', '⠖'],
  ['?', '⠦'],
  ["'", '⠄'],
  ['-', '⠤'],
  ['—', '⠠⠤'],
  ['"', '⠠⠶'],
  ['(', '⠐⠣'],
  [')', '⠐⠜'],
  ['/', '⠸⠌'],
  ['@', '⠈⠁'],
  ['&', '⠈⠯'],
  ['+', '⠐⠖'],
  ['=', '⠐⠶'],
  ['%', '⠨⠴'],
  ['#', '⠸⠹'],
  ['*', '⠐⠔'],
  ['_', '⠨⠤'],
  ['$', '⠈⠎'],
  ['<', '⠈⠣'],
  ['>', '⠈⠜'],
]
const CELLS_OF = new Map(SIGNS)
/** What looks like a sign is read as it. */
const LOOKS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '，': ',',
  '。': '.',
  '？': '?',
}

/** Writes Braille: a sign before digits, one before a capital and two before a word of them. Throws `bad_input` at a character without cells. */
export function writeBraille(text: string): string {
  let isNumber = false
  let capitals = 0
  let braille = ''
  for (let offset = 0; offset < text.length; offset++) {
    const char = LOOKS[text[offset]!] ?? text[offset]!
    if (/[A-Za-z]/.test(char)) {
      if (capitals > 0) capitals--
      else if (/[A-Z]/.test(char)) {
        // Words are not sought further than any is long: else a long one would take the square of its time.
        const run = /^[A-Z]{2,100}(?![A-Za-z])/.exec(text.slice(offset, offset + 101))?.[0].length ?? 1
        braille += run > 1 ? CAPITAL + CAPITAL : CAPITAL
        capitals = run - 1
      } else if (isNumber && char <= 'j') braille += LETTER
      isNumber = false
      braille += LETTERS[char.toLowerCase().charCodeAt(0) - 97]!
    } else if (/\d/.test(char)) {
      braille += (isNumber ? '' : NUMBER) + DIGITS[Number(char)]!
      isNumber = true
    } else if (/\s/.test(char)) {
      braille += char
      isNumber = false
    } else {
      const cells = CELLS_OF.get(char)
      if (cells === undefined) throw badCharacter({ field: 'text', text, offset, expected: EXPECTED })
      braille += cells
      isNumber &&= char === ',' || char === '.'
    }
  }
  return braille
}

const EXPECTED = { en: 'Latin letters, digits and common punctuation', zh: '拉丁字母、数字与常用标点' }
const BY_LENGTH = SIGNS.toSorted(([, a], [, b]) => b.length - a.length)

/** Reads Braille of Unicode's block, U+2800–U+28FF; what stands for nothing becomes �. Throws `bad_input` for other characters. */
export function readBraille(text: string): { text: string; unknown: readonly string[] } {
  const offset = text.search(/[^\u2800-\u28ff\s]/)
  const expected = { en: 'Braille cells (U+2800–U+28FF) and spaces', zh: '盲文字符（U+2800–U+28FF）与空格' }
  if (offset >= 0) throw badCharacter({ field: 'text', text, offset, expected })
  const cells = text.replaceAll('\u2800', ' ')
  const unknown = new Set<string>()
  let plain = ''
  let mode: 'letter' | 'number' = 'letter'
  let isWord = false
  for (let at = 0; at < cells.length;) {
    const cell = cells[at]!
    const sign = BY_LENGTH.find(([, one]) => cells.startsWith(one, at))
    const letter = LETTERS.indexOf(cell)
    const digit = mode === 'number' ? DIGITS.indexOf(cell) : -1
    if (/\s/.test(cell)) {
      plain += cell
      mode = 'letter'
      isWord = false
      at++
    } else if (cell === NUMBER) {
      mode = 'number'
      isWord = false
      at++
    } else if (digit >= 0) {
      plain += digit
      at++
    } else if (letter >= 0) {
      plain += isWord ? LETTERS_OF[letter]!.toUpperCase() : LETTERS_OF[letter]!
      mode = 'letter'
      at++
    } else if (sign) {
      plain += sign[0]
      if (sign[0] !== ',' && sign[0] !== '.') mode = 'letter'
      isWord = false
      at += sign[1].length
    } else if (cell === LETTER) {
      mode = 'letter'
      at++
    } else if (cell === CAPITAL && cells[at + 1] === CAPITAL) {
      isWord = true
      mode = 'letter'
      at += 2
    } else if (cell === CAPITAL && LETTERS.includes(cells[at + 1] ?? '\0')) {
      plain += LETTERS_OF[LETTERS.indexOf(cells[at + 1]!)]!.toUpperCase()
      mode = 'letter'
      at += 2
    } else {
      plain += '\uFFFD'
      unknown.add(cell)
      at++
    }
  }
  return { text: plain, unknown: [...unknown] }
}

const LETTERS_OF = 'abcdefghijklmnopqrstuvwxyz'
