import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECK_LENGTH = 6
const SHAPE = /^oct_(live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** A new key: brand, 178 random bits, and a CRC-32 by which scanners and we tell a key from noise. */
export function makeKey(kind: 'live' | 'test'): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `oct_${kind}_${random}${toCheck(random)}`
}

/** Whether a text has the shape and the checksum of a key; everything else is refused before any lookup. */
export function isKeyShaped(text: string): boolean {
  const parts = SHAPE.exec(text)
  return parts !== null && toCheck(parts[2] ?? '') === parts[3]
}

/** The part that is shown in lists: `oct_live_Ab3x`. */
export function toPrefix(key: string): string {
  return key.slice(0, 13)
}

function toCheck(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let i = 0; i < CHECK_LENGTH; i++) {
    text = `${ALPHABET[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}
