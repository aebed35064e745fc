import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { PKCS1_SHA1, PKCS1_SHA256, PKCS1_SHA384, PKCS1_SHA512 } from 'micro-rsa-dsa-dh/rsa.js'

/** Hashes with the signatures of PKCS #1 v1.5 over them. */
export const HASHES = {
  sha1: { hash: sha1, signer: PKCS1_SHA1, name: 'SHA-1' },
  sha256: { hash: sha256, signer: PKCS1_SHA256, name: 'SHA-256' },
  sha384: { hash: sha384, signer: PKCS1_SHA384, name: 'SHA-384' },
  sha512: { hash: sha512, signer: PKCS1_SHA512, name: 'SHA-512' },
} as const
export type HashName = keyof typeof HASHES
export const HASH_NAMES = Object.keys(HASHES) as HashName[]
