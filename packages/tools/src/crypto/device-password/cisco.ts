import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../../lib/bytes.ts'
import { SALT_CHARACTERS, writeCrypt64 } from '../../lib/crypt/unix-crypt.ts'
import { deriveScrypt } from '../../lib/kdf/scrypt.ts'
import { derivePbkdf2 } from '../../lib/pbkdf2.ts'
import { encodeBits } from '../../lib/radix-text.ts'
import { toPrintable } from './to-printable.ts'

const toBytes = (text: string) => new TextEncoder().encode(text)

/** What every device with type 7 has in it. */
const FIXED_KEY = toBytes('dsfd;kfoA,.iyewrkldJKDHSUBsgvca69834ncxv9873254k;fg87')
/** IOS begins at one of the first sixteen places of it. */
const SEEDS = 16

/** The text behind `password 7`: where in the fixed key it begins, then its bytes XORed with the key. Undefined if it is none. */
export function readType7(value: string): string | undefined {
  const [, seed, hex = ''] = /^(\d\d)((?:[\da-f]{2})+)$/i.exec(value) ?? []
  if (seed === undefined || Number(seed) >= FIXED_KEY.length) return undefined
  return toPrintable(
    xorWithKey(
      Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
      Number(seed),
    ),
  )
}

/** Writes `password 7`; `random` is one byte. */
export function writeType7(password: string, random: number): string {
  const seed = random % SEEDS
  const hex = [...xorWithKey(toBytes(password), seed)].map((byte) => byte.toString(16).padStart(2, '0'))
  return `${String(seed).padStart(2, '0')}${hex.join('').toUpperCase()}`
}

const xorWithKey = (bytes: Uint8Array, seed: number): Uint8Array =>
  bytes.map((byte, at) => byte ^ FIXED_KEY[(seed + at) % FIXED_KEY.length]!)

/** Base64 by the alphabet of crypt(3), without padding. */
const toCiscoBase64 = (bytes: Uint8Array): string => encodeBits(bytes, { characters: SALT_CHARACTERS })

/** Type 4: a bare SHA-256, meant to be PBKDF2 by a mistake of IOS 15. */
export const hashType4 = (password: string): string => toCiscoBase64(sha256(toBytes(password)))

/** Type 8: PBKDF2 with HMAC-SHA-256, 20,000 rounds, the salt as its characters. */
export async function hashType8(password: string, salt: string): Promise<string> {
  const made = await derivePbkdf2({
    password: toBytes(password),
    salt: toBytes(salt),
    rounds: 20_000,
    hash: 'sha256',
    sizeBytes: 32,
  })
  return `$8$${salt}$${toCiscoBase64(made)}`
}

/** Type 9: scrypt (RFC 7914) with N = 16,384, r = p = 1. */
export async function hashType9(password: string, salt: string): Promise<string> {
  const made = await deriveScrypt({ password, salt: toBytes(salt), logN: 14, r: 1, p: 1, sizeBytes: 32 })
  return `$9$${salt}$${toCiscoBase64(made)}`
}

/**
 * `encrypted` of PIX and ASA: MD5 over the password and the first four characters of the user’s name, filled with zeros, of
 * which every fourth byte is left out. `enable password` and `passwd` have no user.
 */
export function hashAsa(password: string, user: string): string {
  const bytes = toBytes(password)
  const name = bytes.length < 28 && user !== '' ? toBytes(user.repeat(4)).subarray(0, 4) : new Uint8Array()
  const salted = concatBytes(bytes, name)
  const filled = new Uint8Array(salted.length > 16 ? 32 : 16)
  filled.set(salted.subarray(0, filled.length))
  const kept = md5(filled).filter((_, at) => at % 4 !== 3)
  return [0, 3, 6, 9].map((at) => writeCrypt64(kept[at + 2]!, kept[at + 1]!, kept[at]!, 4)).join('')
}
