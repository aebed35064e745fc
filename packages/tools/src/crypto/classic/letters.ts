import { AppError } from '@octet/core/errors.ts'

const ROT47_FIRST = 0x21
const ROT47_COUNT = 94

/** Moves each Latin letter on by a number of places; case and everything else stay. */
export function shiftLetters(text: string, places: number): string {
  return text.replaceAll(/[a-z]/gi, (letter) => moveLetter(letter, places))
}

/** The letter so many places further on, round the alphabet, in the case it has. */
function moveLetter(letter: string, places: number): string {
  const first = letter >= 'a' ? 97 : 65
  return String.fromCharCode(first + modulo(letter.charCodeAt(0) - first + places, 26))
}

/** ROT47: all printing ASCII signs, half way round. */
export function rotate47(text: string): string {
  return text.replaceAll(/[!-~]/g, (sign) =>
    String.fromCharCode(ROT47_FIRST + ((sign.charCodeAt(0) - ROT47_FIRST + ROT47_COUNT / 2) % ROT47_COUNT)),
  )
}

/** Atbash: a for z, b for y. */
export function mirrorLetters(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const sum = letter >= 'a' ? 97 + 122 : 65 + 90
    return String.fromCharCode(sum - letter.charCodeAt(0))
  })
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
    return moveLetter(letter, isDecoding ? -place : place)
  })
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by
