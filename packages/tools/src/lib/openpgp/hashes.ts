import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { sha3_256, sha3_512 } from '@noble/hashes/sha3.js'
import type { CHash } from '@noble/hashes/utils.js'
import type { Bytes } from '../bytes.ts'
import { HASH_ALGORITHMS, nameOf } from './algorithms.ts'
import { UnsupportedError } from './reader.ts'

const HASHES: Readonly<Record<number, CHash>> = {
  1: md5,
  2: sha1,
  3: ripemd160,
  8: sha256,
  9: sha384,
  10: sha512,
  11: sha224,
  12: sha3_256,
  14: sha3_512,
}

/** The hash of a number of OpenPGP (RFC 9580 §9.5). Throws an UnsupportedError for one that is not known. */
export function toHash(number: number): CHash {
  const hash = HASHES[number]
  if (!hash) throw new UnsupportedError(nameOf(HASH_ALGORITHMS, number))
  return hash
}

/** A hash that is fed piece by piece. */
type LongHash = { update(data: Uint8Array): unknown; digest(): Uint8Array }

const SHA1 = 2
/** From here on WebAssembly, which hashes some three times as fast, makes up for its start. */
const LONG_BYTES = 1 << 16
const PIECE_BYTES = 1 << 20

/** A hash by its number (RFC 9580 §9.5) for so many bytes. Throws an UnsupportedError for one that is not known. */
export async function startHash(number: number, sizeBytes: number): Promise<LongHash> {
  const { create } = toHash(number)
  if (sizeBytes < LONG_BYTES) return create()
  const { createSHA1, createSHA256, createSHA512 } = await import('hash-wasm')
  const make = number === SHA1 ? createSHA1 : number === 8 ? createSHA256 : number === 10 ? createSHA512 : undefined
  const hasher = (await make?.())?.init()
  return hasher ? { update: (data) => hasher.update(data), digest: () => hasher.digest('binary') } : create()
}

/** SHA-1 of bytes, of which there may be many. */
export async function hashSha1(bytes: Uint8Array): Promise<Bytes> {
  const hasher = await startHash(SHA1, bytes.length)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) hasher.update(bytes.subarray(at, at + PIECE_BYTES))
  return Uint8Array.from(hasher.digest())
}
