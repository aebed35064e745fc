import { splitLines } from '@octet/core/lines.ts'
/** The radiotelephony spelling alphabet: ICAO Annex 10, volume II, figure 5-1; the marks are those of NATO's ACP 125. */
const WORDS = new Map(
  `Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango
  Uniform Victor Whiskey X-ray Yankee Zulu`
    .split(/\s+/)
    .map((word) => [word[0]!, word] as const),
)
const OTHERS: readonly (readonly [string, string])[] = [
  ...['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'].map(
    (word, digit) => [`${digit}`, word] as const,
  ),
  ['.', 'Stop'],
  ['-', 'Dash'],
  ['/', 'Slant'],
]
const SPOKEN = new Map<string, string>([...WORDS, ...OTHERS])

/** How the words are also written or said. */
const LOOKS = [
  ['alpha', 'A'],
  ['juliet', 'J'],
  ['whisky', 'W'],
  ['xray', 'X'],
  ['tree', '3'],
  ['fower', '4'],
  ['fife', '5'],
  ['ait', '8'],
  ['niner', '9'],
  ['decimal', '.'],
  ['point', '.'],
  ['hyphen', '-'],
  ['slash', '/'],
] as const
const LETTERS = new Map<string, string>([...Array.from(SPOKEN, ([sign, word]) => [word.toLowerCase(), sign] as const), ...LOOKS])

/** Spells a text: a space between letters, ` / ` between words; signs without a word stay. */
export const writeNato = (text: string): string =>
  splitLines(text)
    .map((line) =>
      line
        .trim()
        .split(/\s+/)
        .map((word) => Array.from(word, (sign) => SPOKEN.get(sign.toUpperCase()) ?? sign).join(' '))
        .join(' / '),
    )
    .join('\n')

/** Reads what was spelt; words that stand for nothing stay, and are told. */
export function readNato(text: string): { text: string; unknown: readonly string[] } {
  const unknown = new Set<string>()
  const toSign = (word: string) => {
    const sign = LETTERS.get(word.toLowerCase())
    if (sign === undefined && word.length > 1) unknown.add(word)
    return sign ?? word
  }
  const toLine = (line: string) =>
    line
      .split(/\s\/\s|\(space\)/i)
      .map((part) => (part.match(/[^\s,;]+/g) ?? []).map(toSign).join(''))
      .join(' ')
  return { text: splitLines(text).map(toLine).join('\n'), unknown: [...unknown] }
}
