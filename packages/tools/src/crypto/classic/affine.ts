import { AppError } from '@octet/core/errors.ts'
import { replaceLetters } from './letters.ts'

/** A letter x becomes factor · x + places, round the alphabet. */
export type AffineKey = { readonly factor: number; readonly places: number }

/** Factors that have no divisor in common with 26: no two letters become one. */
const FACTORS = [1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25]

/** All keys that there are. */
export const AFFINE_KEYS: readonly AffineKey[] = FACTORS.flatMap((factor) =>
  Array.from({ length: 26 }, (_, places) => ({ factor, places })),
)

export const writeAffine = (text: string, { factor, places }: AffineKey): string =>
  replaceLetters(text, (place) => (factor * place + places) % 26)

export function readAffine(text: string, { factor, places }: AffineKey): string {
  const back = FACTORS.find((other) => (factor * other) % 26 === 1)!
  return replaceLetters(text, (place) => (back * (place + 26 - places)) % 26)
}

/** Reads `5 8` or `5, 8`. Throws `bad_input`. */
export function parseAffineKey(key: string): AffineKey {
  const [, factor, places] = /^\s*(\d{1,2})(?:\s*[,;]\s*|\s+)(\d{1,2})\s*$/.exec(key) ?? []
  const found = { factor: Number(factor), places: Number(places) % 26 }
  if (factor !== undefined && FACTORS.includes(found.factor)) return found
  const expected = {
    en: `two numbers such as 5 8, the first one of ${FACTORS.join(', ')}`,
    zh: `两个数，如 5 8，第一个为 ${FACTORS.join('、')} 之一`,
  }
  throw new AppError('bad_input', { field: 'key', expected, got: key.trim() === '' ? { en: 'nothing', zh: '空' } : `“${key}”` })
}
