import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { ChallengeParameters } from 'altcha-lib'

const HASHES = { 'PBKDF2/SHA-256': sha256, 'PBKDF2/SHA-384': sha384, 'PBKDF2/SHA-512': sha512 }

/** Derives the key of a challenge (RFC 8018 §5.2) where there is no Web Crypto. Throws for other algorithms. */
export async function deriveKey(
  { algorithm, cost, keyLength = 32 }: ChallengeParameters,
  salt: Uint8Array,
  password: Uint8Array,
): Promise<{ derivedKey: Uint8Array }> {
  if (!isKnown(algorithm)) throw new Error(`a challenge of an unknown kind: ${algorithm}`)
  return { derivedKey: pbkdf2(HASHES[algorithm], password, salt, { c: cost, dkLen: keyLength }) }
}

function isKnown(algorithm: string): algorithm is keyof typeof HASHES {
  return Object.hasOwn(HASHES, algorithm)
}
