import { concatBytes, type Bytes } from '../bytes.ts'
import type { Pacer } from '../pacer.ts'
import { createKeyHash, type KeyHash } from './hashes.ts'

type EvpKey = {
  readonly hash: KeyHash
  readonly passphrase: Uint8Array
  /** Eight bytes, or none. */
  readonly salt: Uint8Array
  /** How often each block is hashed; `openssl enc` takes one. */
  readonly rounds?: number
  readonly sizeBytes: number
}

/** Hashes between two breaths. */
const SLICE = 4096

/** Key and IV bytes as OpenSSL's EVP_BytesToKey makes them (PBKDF1 of RFC 8018 §5.1, lengthened). */
export async function deriveEvpKey(options: EvpKey, breathe?: Pacer): Promise<Bytes> {
  const { passphrase, salt, rounds = 1, sizeBytes } = options
  const hasher = await createKeyHash(options.hash)
  const digest = (data: Uint8Array) => hasher.init().update(data).digest('binary')
  let made: Bytes = new Uint8Array(0)
  let last: Uint8Array = made
  while (made.length < sizeBytes) {
    last = digest(concatBytes(last, passphrase, salt))
    for (let round = 1; round < rounds; round++) {
      last = digest(last)
      if (round % SLICE === 0) await breathe?.()
    }
    made = concatBytes(made, last)
  }
  return made.slice(0, sizeBytes)
}
