import { md5 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { joinBytes } from '../bytes.ts'
import { refuseCut } from './refuse-cut.ts'

/** Hashes of crypt(3) that `openssl passwd` and `htpasswd` make, by the mark they begin with. */
export type CryptMark = '6' | '5' | '1' | 'apr1'

export type CryptOptions = {
  readonly mark: CryptMark
  readonly password: string
  /** At most 16 characters of SALT_CHARACTERS, 8 for MD5. */
  readonly salt: string
  /** Of SHA-crypt: 1,000 to 999,999,999; 5,000 when the hash does not say so. */
  readonly rounds?: number | undefined
}

/** The alphabet of crypt(3), by value. */
export const SALT_CHARACTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DEFAULT_ROUNDS = 5000
/** What crypt(3) of libxcrypt takes; the work grows with the square of the length. */
const CRYPT = { program: 'crypt', mostBytes: 512 } as const
const MD5_ROUNDS = 1000

/** Makes the text of a hash: mark, rounds if they are not the usual ones, salt, and the digest. */
export function cryptPassword(options: CryptOptions): string {
  const { mark, salt, rounds } = options
  refuseCut(options.password, CRYPT)
  const password = new TextEncoder().encode(options.password)
  if (mark === '1' || mark === 'apr1') return `$${mark}$${salt}$${cryptMd5(password, salt, mark)}`
  const said = rounds === undefined || rounds === DEFAULT_ROUNDS ? '' : `rounds=${rounds}$`
  return `$${mark}$${said}${salt}$${cryptSha(password, salt, mark, rounds ?? DEFAULT_ROUNDS)}`
}

/** Salt and rounds of a hash of this kind, if it is one. */
export function readCrypt(hash: string): Omit<CryptOptions, 'password'> | undefined {
  const sha = /^\$([56])\$(?:rounds=(\d{1,9})\$)?([^$\s:]{0,16})\$([./0-9A-Za-z]+)$/.exec(hash)
  if (sha && sha[4]!.length === (sha[1] === '6' ? 86 : 43))
    return { mark: sha[1] as '5' | '6', salt: sha[3]!, rounds: sha[2] === undefined ? undefined : Number(sha[2]) }
  const old = /^\$(1|apr1)\$([^$\s:]{0,8})\$[./0-9A-Za-z]{22}$/.exec(hash)
  return old ? { mark: old[1] as '1' | 'apr1', salt: old[2]! } : undefined
}

/** SHA-crypt, by U. Drepper's description. */
function cryptSha(password: Uint8Array, saltText: string, mark: '5' | '6', rounds: number): string {
  const hash = mark === '6' ? sha512 : sha256
  const salt = new TextEncoder().encode(saltText)
  const digest = (...parts: readonly Uint8Array[]) => hash(joinBytes(parts))
  const alternate = digest(password, salt, password)
  const parts = [password, salt, stretch(alternate, password.length)]
  for (let left = password.length; left > 0; left >>>= 1) parts.push((left & 1) === 1 ? alternate : password)
  let state = digest(...parts)
  const long = stretch(hash(stretch(password, password.length ** 2)), password.length)
  const longSalt = stretch(hash(stretch(salt, salt.length * (16 + state[0]!))), salt.length)
  for (let round = 0; round < rounds; round++) {
    const isOdd = (round & 1) === 1
    const mixed = [isOdd ? long : state]
    if (round % 3 !== 0) mixed.push(longSalt)
    if (round % 7 !== 0) mixed.push(long)
    mixed.push(isOdd ? state : long)
    state = digest(...mixed)
  }
  return writeSha(state, mark)
}

/** Repeats bytes up to a length. */
function stretch(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length)
  for (let at = 0; at < length; at += bytes.length) out.set(bytes.subarray(0, length - at), at)
  return out
}

/** Three bytes a third of the digest apart make four characters; each group begins with the next third, in turn. */
function writeSha(bytes: Uint8Array, mark: '5' | '6'): string {
  const groups = mark === '6' ? 21 : 10
  let text = ''
  for (let group = 0; group < groups; group++) {
    const first = mark === '6' ? group % 3 : (3 - (group % 3)) % 3
    const [high, middle, low] = [0, 1, 2].map((third) => bytes[group + groups * ((first + third) % 3)]!)
    text += writeCrypt64(high!, middle!, low!, 4)
  }
  return mark === '6' ? text + writeCrypt64(0, 0, bytes[63]!, 2) : text + writeCrypt64(0, bytes[31]!, bytes[30]!, 3)
}

/** MD5-crypt of P.-H. Kamp, and the same with Apache's mark. */
function cryptMd5(password: Uint8Array, saltText: string, mark: '1' | 'apr1'): string {
  const salt = new TextEncoder().encode(saltText)
  const digest = (...parts: readonly Uint8Array[]) => md5(joinBytes(parts))
  const parts = [password, new TextEncoder().encode(`$${mark}$`), salt]
  parts.push(stretch(digest(password, salt, password), password.length))
  // A faulty step of the first program, which all others have to repeat.
  for (let left = password.length; left > 0; left >>>= 1)
    parts.push((left & 1) === 1 ? Uint8Array.of(0) : password.subarray(0, 1))
  let state = digest(...parts)
  for (let round = 0; round < MD5_ROUNDS; round++) {
    const isOdd = (round & 1) === 1
    const mixed = [isOdd ? password : state]
    if (round % 3 !== 0) mixed.push(salt)
    if (round % 7 !== 0) mixed.push(password)
    mixed.push(isOdd ? state : password)
    state = digest(...mixed)
  }
  const groups = [0, 1, 2, 3, 4].map((at) => writeCrypt64(state[at]!, state[at + 6]!, state[at === 4 ? 5 : at + 12]!, 4))
  return `${groups.join('')}${writeCrypt64(0, 0, state[11]!, 2)}`
}

/** Three bytes as characters of crypt(3), the lowest six bits first. */
export function writeCrypt64(high: number, middle: number, low: number, characters: number): string {
  const value = (high << 16) | (middle << 8) | low
  return Array.from({ length: characters }, (_, at) => SALT_CHARACTERS[(value >>> (6 * at)) & 63]!).join('')
}
