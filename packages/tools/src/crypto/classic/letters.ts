import { AppError } from '@octet/core/errors.ts'
import { fromUnits } from '../../lib/from-units.ts'

const ROT47_FIRST = 0x21
const ROT47_COUNT = 94

/** Moves each Latin letter on by a number of places; case and everything else stay. */
export function shiftLetters(text: string, places: number): string {
  return mapAscii(text, (code) => (isLetter(code) ? moveLetter(code, places) : code))
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** The letter so many places further on, round the alphabet, in the case it has. */
function moveLetter(code: number, places: number): number {
  const first = code >= 97 ? 97 : 65
  return first + modulo(code - first + places, 26)
}

/** Each Latin letter by the one in another place of the alphabet, counted from 0; case and everything else stay. */
export function replaceLetters(text: string, to: (place: number) => number): string {
  return mapAscii(text, (code) => {
    const first = code >= 97 ? 97 : 65
    return isLetter(code) ? first + to(code - first) : code
  })
}

/** ROT47: all printing ASCII signs, half way round. */
export function rotate47(text: string): string {
  return mapAscii(text, (code) =>
    code >= ROT47_FIRST && code < ROT47_FIRST + ROT47_COUNT
      ? ROT47_FIRST + ((code - ROT47_FIRST + ROT47_COUNT / 2) % ROT47_COUNT)
      : code,
  )
}

/** Atbash: a for z, b for y. */
export function mirrorLetters(text: string): string {
  return mapAscii(text, (code) => (isLetter(code) ? (code >= 97 ? 97 + 122 : 65 + 90) - code : code))
}

/** Each ASCII sign by another one, from a table; all else stays. */
function mapAscii(text: string, to: (code: number) => number): string {
  const table = Uint8Array.from({ length: 128 }, (_, code) => to(code))
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    units[at] = code < 128 ? table[code]! : code
  }
  return fromUnits(units)
}

/** Vigenère: each letter moves by the next letter of the key; what is no letter stays and uses none of it. */
export function shiftByKey(text: string, key: string, isDecoding: boolean): string {
  const places = Array.from(key.toLowerCase().replaceAll(/[^a-z]/g, ''), (letter) => letter.charCodeAt(0) - 97)
  if (places.length === 0) {
    const expected = { en: 'a word of Latin letters', zh: '由拉丁字母组成的单词' }
    throw new AppError('bad_input', { field: 'key', expected, got: key === '' ? { en: 'nothing', zh: '空' } : `“${key}”` })
  }
  let at = 0
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const place = places[at++ % places.length]!
    return String.fromCharCode(moveLetter(letter.charCodeAt(0), isDecoding ? -place : place))
  })
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by
