import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { deriveEvpKey } from '../../lib/kdf/evp-key.ts'
import type { KeyHash } from '../../lib/kdf/hashes.ts'
import { expandHkdf, extractHkdf } from '../../lib/kdf/hkdf.ts'
import { deriveScrypt } from '../../lib/kdf/scrypt.ts'
import type { Pacer } from '../../lib/pacer.ts'
import { derivePbkdf2 } from '../../lib/pbkdf2.ts'

/** The functions with words. */
export const METHOD_WORDS = {
  pbkdf2: { en: 'PBKDF2', zh: 'PBKDF2' },
  hkdf: { en: 'HKDF', zh: 'HKDF' },
  scrypt: { en: 'scrypt', zh: 'scrypt' },
  argon2id: { en: 'Argon2id', zh: 'Argon2id' },
  argon2i: { en: 'Argon2i', zh: 'Argon2i' },
  argon2d: { en: 'Argon2d', zh: 'Argon2d' },
  evp: { en: 'EVP_BytesToKey (openssl enc, CryptoJS)', zh: 'EVP_BytesToKey（openssl enc、CryptoJS）' },
} as const satisfies Record<string, Text>
export type Method = keyof typeof METHOD_WORDS
export const METHODS = Object.keys(METHOD_WORDS) as [Method, ...Method[]]

/** What a key is derived from, and how. */
export type KeyJob = {
  readonly method: Method
  readonly secret: Bytes
  readonly salt: Bytes
  readonly hash: KeyHash
  /** Of PBKDF2. */
  readonly rounds: number
  /** Of EVP_BytesToKey. */
  readonly count: number
  /** Of HKDF. */
  readonly info: Bytes
  readonly step: 'both' | 'extract' | 'expand'
  /** Of scrypt. */
  readonly logN: number
  readonly blockSize: number
  /** Of scrypt and Argon2. */
  readonly lanes: number
  /** Of Argon2. */
  readonly memoryKib: number
  readonly passes: number
  readonly sizeBytes: number
}

/** As much memory as scrypt may take, and so many of its blocks in all: some seconds. */
const MAX_SCRYPT_MIB = 256
const MAX_SCRYPT_BLOCKS = 2 ** 23
/** RFC 9106 §3.1, and the reference program for the salt. */
const LEAST_ARGON2_SALT = 8
const KIB_PER_LANE = 8

/** The derived bytes. Throws `bad_input` and `too_large` for what the function does not take. */
export async function deriveKey(job: KeyJob, breathe: Pacer): Promise<Bytes> {
  const { method, secret, salt, hash, rounds, count, sizeBytes } = job
  switch (method) {
    case 'pbkdf2':
      return derivePbkdf2({ password: secret, salt, rounds, hash, sizeBytes })
    case 'hkdf':
      return runHkdf(job)
    case 'evp':
      if (salt.length !== 0 && salt.length !== 8)
        throw new AppError('bad_input', { field: 'salt', expected: EVP_SALT, got: toSize(salt) })
      return deriveEvpKey({ hash, passphrase: secret, salt, rounds: count, sizeBytes }, breathe)
    case 'scrypt':
      return runScrypt(job)
    default:
      return runArgon2(job, method)
  }
}

async function runHkdf({ hash, secret, salt, info, step, sizeBytes }: KeyJob): Promise<Bytes> {
  const key = step === 'expand' ? secret : await extractHkdf(hash, { salt, secret })
  return step === 'extract' ? key : expandHkdf(hash, { key, info, sizeBytes })
}

async function runScrypt({ secret, salt, logN, blockSize: r, lanes: p, sizeBytes }: KeyJob): Promise<Bytes> {
  const mebi = (r * 2 ** logN) / 2 ** 13
  if (mebi > MAX_SCRYPT_MIB)
    throw new AppError('too_large', { field: MEMORY, limit: `${MAX_SCRYPT_MIB} MiB`, got: `${Math.ceil(mebi)} MiB` })
  const blocks = r * p * 2 ** logN
  if (blocks > MAX_SCRYPT_BLOCKS) throw new AppError('too_large', { field: 'N · r · p', limit: MAX_SCRYPT_BLOCKS, got: blocks })
  return deriveScrypt({ password: secret, salt, logN, r, p, sizeBytes })
}

async function runArgon2({ secret, salt, passes, memoryKib, lanes, sizeBytes }: KeyJob, method: `argon2${string}` & Method) {
  if (salt.length < LEAST_ARGON2_SALT)
    throw new AppError('bad_input', { field: 'salt', expected: ARGON2_SALT, got: toSize(salt) })
  if (secret.length === 0) throw new AppError('bad_input', { field: 'secret', expected: ONE_BYTE, got: toSize(secret) })
  if (memoryKib < KIB_PER_LANE * lanes)
    throw new AppError('bad_input', { field: 'memoryKib', expected: `≥ ${KIB_PER_LANE * lanes}`, got: memoryKib })
  const cost = { iterations: passes, memorySize: memoryKib, parallelism: lanes }
  const library = await import('hash-wasm')
  const made = await library[method]({ password: secret, salt, ...cost, hashLength: sizeBytes, outputType: 'binary' })
  return Uint8Array.from(made)
}

const MEMORY: Text = { en: 'The memory of scrypt', zh: 'scrypt 所需内存' }
const EVP_SALT: Text = { en: '8 bytes, or none', zh: '8 字节，或留空' }
const ARGON2_SALT: Text = { en: `${LEAST_ARGON2_SALT} bytes or more`, zh: `至少 ${LEAST_ARGON2_SALT} 字节` }
const ONE_BYTE: Text = { en: 'one byte or more', zh: '至少一个字节' }
const toSize = ({ length }: Bytes): Text => ({ en: `${length} ${length === 1 ? 'byte' : 'bytes'}`, zh: `${length} 字节` })
