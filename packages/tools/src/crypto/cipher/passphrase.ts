import type { Text } from '@octet/core/text.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { deriveEvpKey } from '../../lib/kdf/evp-key.ts'
import { deriveScrypt } from '../../lib/kdf/scrypt.ts'
import { derivePbkdf2 } from '../../lib/pbkdf2.ts'

/** Where the key comes from: given as it is, or made from a passphrase. */
export const KEY_SOURCES = {
  key: { en: 'Key', zh: '密钥' },
  pbkdf2: { en: 'Passphrase: PBKDF2 (openssl -pbkdf2)', zh: '口令：PBKDF2（openssl -pbkdf2）' },
  'evp-sha256': { en: 'Passphrase: EVP SHA-256 (openssl)', zh: '口令：EVP SHA-256（openssl 默认）' },
  'evp-md5': { en: 'Passphrase: EVP MD5 (CryptoJS, old openssl)', zh: '口令：EVP MD5（CryptoJS、旧版 openssl）' },
  scrypt: { en: 'Passphrase: scrypt', zh: '口令：scrypt' },
  argon2: { en: 'Passphrase: Argon2id', zh: '口令：Argon2id' },
} as const satisfies Record<string, Text>
export type KeySource = keyof typeof KEY_SOURCES
export const KEY_SOURCE_NAMES = Object.keys(KEY_SOURCES) as [KeySource, ...KeySource[]]

export type Derivation = {
  source: Exclude<KeySource, 'key'>
  passphrase: Bytes
  salt: Bytes
  iterations: number
  sizeBytes: number
}

/**
 * Makes key and IV bytes from a passphrase: EVP_BytesToKey with one round (OpenSSL), PBKDF2-HMAC-SHA-256 (RFC 8018),
 * scrypt with N = 2^15, r = 8, p = 1 (RFC 7914), Argon2id with 19 MiB and 2 passes (RFC 9106).
 */
export async function deriveBytes({ source, passphrase, salt, iterations, sizeBytes }: Derivation): Promise<Bytes> {
  switch (source) {
    case 'evp-md5':
      return deriveEvpKey({ hash: 'md5', passphrase, salt, sizeBytes })
    case 'evp-sha256':
      return deriveEvpKey({ hash: 'sha256', passphrase, salt, sizeBytes })
    case 'pbkdf2':
      return derivePbkdf2({ password: passphrase, salt, rounds: iterations, hash: 'sha256', sizeBytes })
    case 'scrypt':
      return deriveScrypt({ password: passphrase, salt, logN: 15, r: 8, p: 1, sizeBytes })
    case 'argon2': {
      const { argon2id } = await import('hash-wasm')
      const options = { iterations: 2, memorySize: 19_456, parallelism: 1, hashLength: sizeBytes, outputType: 'binary' } as const
      return Uint8Array.from(await argon2id({ password: passphrase, salt, ...options }))
    }
  }
}
