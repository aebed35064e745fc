import { nat, type Arbitrary } from 'fast-check'

const LAST = 0x10ffff
const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800]

/** The characters of Unicode, surrogates left out, by their place among them. */
export const toCharacter = (place: number): string => String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES)

/** The inverse; throws for what is not one such character. */
export function toPlace(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  const place = code === undefined || code < FIRST_SURROGATE ? code : code - SURROGATES
  if (place === undefined || place < 0 || toCharacter(place) !== character) throw new TypeError('expected one character')
  return place
}

/**
 * Any character as unit of a string: the same values as the unit `binary` of fast-check, which first writes down all 1.1
 * million of them, 2 s in every process.
 *
 * @example fc.string({ unit: anyCharacter, maxLength: 20 })
 */
export const anyCharacter: Arbitrary<string> = nat(LAST - SURROGATES).map(toCharacter, toPlace)
