import { AppError } from '@octet/core/errors.ts'

/** Bacon's own alphabet has 24 letters: I stands for J, U for V. */
const ALPHABETS = { 24: 'ABCDEFGHIKLMNOPQRSTUWXYZ', 26: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' } as const
export type BaconLetters = keyof typeof ALPHABETS

/** Writes each Latin letter as five of A and B; everything else is left out. */
export function writeBacon(text: string, letters: BaconLetters): string {
  const alphabet = ALPHABETS[letters]
  const known = Array.from(text.toUpperCase(), (letter) => (letters === 24 ? ({ J: 'I', V: 'U' }[letter] ?? letter) : letter))
  return known
    .filter((letter) => alphabet.includes(letter))
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0').replaceAll('0', 'A').replaceAll('1', 'B'))
    .join(' ')
}

/** Reads groups of five A and B, or 0 and 1, wherever they are divided. Throws `bad_input`. */
export function readBacon(text: string, letters: BaconLetters): string {
  const signs = text.toUpperCase().replaceAll('0', 'A').replaceAll('1', 'B').replaceAll(/\s/g, '')
  if (/[^AB]/.test(signs) || signs.length % 5 !== 0 || signs === '') {
    const expected = { en: 'A and B, or 0 and 1, in groups of five', zh: '每五个一组的 A 与 B（或 0 与 1）' }
    const other = /[^AB]/.exec(signs)?.[0]
    const got = other === undefined ? { en: `${signs.length} of them`, zh: `共 ${signs.length} 个` } : `“${other}”`
    throw new AppError('bad_input', { field: 'text', expected, got })
  }
  const toLetter = (five: string) =>
    ALPHABETS[letters][Number.parseInt(five.replaceAll('A', '0').replaceAll('B', '1'), 2)] ?? '\uFFFD'
  return (signs.match(/.{5}/g) ?? []).map(toLetter).join('')
}
