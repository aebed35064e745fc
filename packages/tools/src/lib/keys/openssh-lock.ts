import { ctr } from '@noble/ciphers/aes.js'
import { AppError } from '@octet/core/errors.ts'
import { concatBytes, equalBytes } from '../bytes.ts'
import { readForm, refuseKey } from './found-key.ts'
import { CHACHA_POLY, DES3_CBC, toAesCbc, toAesCtr, toAesGcm, type LockCipher } from './lock-ciphers.ts'
import { refuseCut, refuseDamaged, toPassphraseBytes } from './passphrase.ts'
import { createWireReader, writeString, writeUint32 } from './ssh-wire.ts'
import { findOwn } from '../find-own.ts'

/** The locked part of a key of OpenSSH, and how it was locked (OpenSSH, PROTOCOL.key). */
export type SealedKey = {
  readonly cipher: string
  readonly derivation: string
  readonly options: Uint8Array
  readonly bytes: Uint8Array
  readonly tag: Uint8Array
}

/** Ciphers that `ssh-keygen -Z` takes; the first one is used where none is asked for. */
const CIPHERS: Readonly<Record<string, LockCipher>> = {
  'aes256-ctr': toAesCtr(32),
  'aes192-ctr': toAesCtr(24),
  'aes128-ctr': toAesCtr(16),
  'aes256-cbc': toAesCbc(32),
  'aes192-cbc': toAesCbc(24),
  'aes128-cbc': toAesCbc(16),
  '3des-cbc': DES3_CBC,
  'aes256-gcm@openssh.com': toAesGcm(32),
  'aes128-gcm@openssh.com': toAesGcm(16),
  'chacha20-poly1305@openssh.com': CHACHA_POLY,
}
const LABEL = 'OPENSSH PRIVATE KEY'
/** `ssh-keygen -a`: a hundred take some seconds here. */
const MAX_ROUNDS = 1000

/** The secret part of a key. Throws `bad_input` (no passphrase), `wrong_passphrase`, `unsupported_value` (another cipher, damage). */
export async function unlockOpenssh(sealed: SealedKey, passphrase: string): Promise<Uint8Array> {
  const cipher = findOwn(CIPHERS, sealed.cipher)
  if (!cipher || sealed.derivation !== 'bcrypt') throw refuseKey(`${sealed.cipher}, ${sealed.derivation}`, READABLE)
  const secret = toPassphraseBytes(passphrase)
  const { bytes, tag } = sealed
  if (bytes.length < 8 || bytes.length % cipher.blockBytes !== 0 || tag.length !== cipher.tagBytes) throw refuseCut(LABEL)
  const { salt, rounds } = readForm(LABEL, () => readOptions(sealed.options))
  const derived = await deriveBcrypt(secret, { salt, rounds, sizeBytes: cipher.keyBytes + cipher.ivBytes })
  const [key, iv] = [derived.subarray(0, cipher.keyBytes), derived.subarray(cipher.keyBytes)]
  const { plain, isWhole } = await cipher.decrypt(bytes, { key, iv, tag })
  // A random number stands there twice to tell a wrong passphrase.
  if (!equalBytes(plain.subarray(0, 4), plain.subarray(4, 8))) throw new AppError('wrong_passphrase')
  if (!isWhole) throw refuseDamaged(LABEL)
  return plain
}

/** Rounds that ssh-keygen takes unless told otherwise. */
export const BCRYPT_ROUNDS = 24
const SALT_BYTES = 16

type Lock = { readonly passphrase: Uint8Array; readonly random: (sizeBytes: number) => Uint8Array }

/** Locks the secret part of a key, filled up to whole blocks, as ssh-keygen does: bcrypt, then AES-256-CTR. */
export async function lockOpenssh(plain: Uint8Array, { passphrase, random }: Lock): Promise<Omit<SealedKey, 'tag'>> {
  const salt = random(SALT_BYTES)
  const derived = await deriveBcrypt(passphrase, { salt, rounds: BCRYPT_ROUNDS, sizeBytes: 48 })
  const bytes = ctr(derived.subarray(0, 32), derived.subarray(32)).encrypt(plain)
  return {
    cipher: 'aes256-ctr',
    derivation: 'bcrypt',
    options: concatBytes(writeString(salt), writeUint32(BCRYPT_ROUNDS)),
    bytes,
  }
}

const READABLE = {
  en: 'of the ciphers of ssh-keygen, AES, 3DES and ChaCha20-Poly1305 with bcrypt are supported',
  zh: '支持 ssh-keygen 的 AES、3DES 与 ChaCha20-Poly1305 加密（bcrypt 派生）',
}

function readOptions(options: Uint8Array): { salt: Uint8Array; rounds: number } {
  const reader = createWireReader(options)
  const [salt, rounds] = [reader.string(), reader.uint32()]
  reader.end()
  if (salt.length === 0 || rounds === 0) throw new RangeError(`expected salt and rounds, got ${salt.length} and ${rounds}`)
  if (rounds > MAX_ROUNDS)
    throw refuseKey(`bcrypt, ${rounds}`, { en: `up to ${MAX_ROUNDS} rounds are supported`, zh: `最多支持 ${MAX_ROUNDS} 轮` })
  return { salt, rounds }
}

type Derivation = { readonly salt: Uint8Array; readonly rounds: number; readonly sizeBytes: number }

async function deriveBcrypt(secret: Uint8Array, { salt, rounds, sizeBytes }: Derivation): Promise<Uint8Array> {
  const { default: library } = await import('bcrypt-pbkdf')
  const derived = new Uint8Array(sizeBytes)
  library.pbkdf(secret, secret.length, salt, salt.length, derived, sizeBytes, rounds)
  return derived
}
