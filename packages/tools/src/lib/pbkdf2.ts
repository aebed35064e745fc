import { toBytes, type Bytes } from './bytes.ts'
import { createKeyHash, type KeyHash } from './kdf/hashes.ts'

export type Pbkdf2 = {
  readonly password: Uint8Array
  readonly salt: Uint8Array
  readonly rounds: number
  readonly hash: KeyHash
  readonly sizeBytes: number
}

/** Names of the hashes that Web Crypto has. */
const NAMES: { readonly [hash in KeyHash]?: string } = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

/**
 * PBKDF2 with HMAC (RFC 8018 §5.2). Web Crypto is many times as quick; pages over plain http have none, and not every engine
 * takes an empty password.
 */
export async function derivePbkdf2({ password, salt, rounds, hash, sizeBytes }: Pbkdf2): Promise<Bytes> {
  const { subtle } = globalThis.crypto as Partial<Crypto>
  const name = NAMES[hash]
  if (subtle && name && password.length > 0) {
    const key = await subtle.importKey('raw', toBytes(password), 'PBKDF2', false, ['deriveBits'])
    const wanted = { name: 'PBKDF2', hash: name, salt: toBytes(salt), iterations: rounds }
    return new Uint8Array(await subtle.deriveBits(wanted, key, 8 * sizeBytes))
  }
  const { pbkdf2 } = await import('hash-wasm')
  const options = { password, salt, iterations: rounds, hashLength: sizeBytes, outputType: 'binary' } as const
  return toBytes(await pbkdf2({ ...options, hashFunction: createKeyHash(hash) }))
}
