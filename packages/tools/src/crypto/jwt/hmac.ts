import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { CHash } from '@noble/hashes/utils.js'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { equalBytes } from '../../lib/bytes.ts'
import { parseBase64, toBase64Url } from '../../lib/radix-text.ts'

const HASHES: Readonly<Record<string, CHash>> = { HS256: sha256, HS384: sha384, HS512: sha512 }

/**
 * The signature of `header.payload` with a shared secret, Base64url (RFC 7518 §3.2). Throws `unsupported_value` for other
 * algorithms. Not made by Web Crypto, which browsers keep from pages that came without encryption.
 */
export function signHmac(algorithm: string, signed: string, secret: Uint8Array): string {
  const hash = HASHES[algorithm]
  if (!hash) throw new AppError('unsupported_value', { got: algorithm, reason: UNKNOWN })
  return toBase64Url(hmac(hash, secret, new TextEncoder().encode(signed)))
}

const UNKNOWN: Text = { en: 'supported are HS256, HS384 and HS512', zh: '支持 HS256、HS384 与 HS512' }

/** Whether a signature is the one that was calculated. The comparison takes as long wherever the two differ. */
export function isSameSignature(calculated: string, given: string): boolean {
  return equalBytes(parseBase64(calculated, 'signature'), parseBase64(given, 'signature'))
}
