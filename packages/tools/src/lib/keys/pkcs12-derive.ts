import { joinBytes } from '../bytes.ts'
import { toUtf16 } from '../utf16.ts'
import { toNumber, toNumberBytes } from './numbers.ts'

export type Salted = { readonly salt: Uint8Array; readonly rounds: number }
/** A hash, with the bytes that it takes at once. */
export type Hash = ((bytes: Uint8Array) => Uint8Array) & { readonly blockLen: number }

/** What is derived, as RFC 7292 §B.3 numbers it. */
const PURPOSES = { key: 1, iv: 2, mac: 3 } as const

type Wanted = Salted & { readonly hash: Hash; readonly purpose: keyof typeof PURPOSES; readonly sizeBytes: number }

/** Bytes of a passphrase in UTF-8 as PKCS #12 derives them (RFC 7292 §B.2). */
export function derivePkcs12(passphrase: Uint8Array, { salt, rounds, hash, purpose, sizeBytes }: Wanted): Uint8Array {
  const chunkBytes = hash.blockLen
  const range = 1n << BigInt(8 * chunkBytes)
  const diversifier = new Uint8Array(chunkBytes).fill(PURPOSES[purpose])
  let chunks = [salt, toBmpBytes(passphrase)].flatMap((bytes) => toChunks(bytes, chunkBytes))
  let derived: Uint8Array = new Uint8Array(0)
  while (derived.length < sizeBytes) {
    const digest = repeatHash(hash, joinBytes([diversifier, ...chunks]), rounds)
    derived = joinBytes([derived, digest])
    const step = toNumber(toChunks(digest, chunkBytes)[0]!) + 1n
    chunks = chunks.map((chunk) => toNumberBytes((toNumber(chunk) + step) % range, chunkBytes))
  }
  return derived.subarray(0, sizeBytes)
}

/** The hash of the hash of the hash … */
export function repeatHash(hash: Hash, bytes: Uint8Array, rounds: number): Uint8Array {
  let digest = hash(bytes)
  for (let i = 1; i < rounds; i++) digest = hash(digest)
  return digest
}

/** UTF-16 with the highest byte first, and two zeros at the end (RFC 7292 §B.1). */
function toBmpBytes(passphrase: Uint8Array): Uint8Array {
  return toUtf16(`${new TextDecoder('utf-8', { ignoreBOM: true }).decode(passphrase)}\0`)
}

/** Bytes over and over until they fill whole chunks. */
function toChunks(bytes: Uint8Array, chunkBytes: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / chunkBytes)
  return Array.from({ length: count }, (_, chunk) =>
    Uint8Array.from({ length: chunkBytes }, (__, i) => bytes[(chunk * chunkBytes + i) % bytes.length]!),
  )
}
