import { AppError } from '@octet/core/errors.ts'
import { replaceLetters } from './letters.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** Exchanges each Latin letter for the one in its place of the cipher alphabet, or back; case and everything else stay. */
export function substitute(text: string, key: string, isDecoding: boolean): string {
  const cipher = toCipherAlphabet(key)
  const [from, to] = isDecoding ? [cipher, ALPHABET] : [ALPHABET, cipher]
  return replaceLetters(text, (place) => to.charCodeAt(from.indexOf(ALPHABET[place]!)) - 97)
}

/** The letters of a keyword once each, and then those that it lacks; 26 letters are the whole alphabet. */
function toCipherAlphabet(key: string): string {
  const letters = key.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (letters === '') {
    const expected = { en: 'a keyword, or all 26 letters in their new order', zh: '关键词，或按新顺序排列的 26 个字母' }
    throw new AppError('bad_input', { field: 'key', expected, got: key.trim() === '' ? { en: 'nothing', zh: '空' } : `“${key}”` })
  }
  return [...new Set(letters + ALPHABET)].join('')
}
