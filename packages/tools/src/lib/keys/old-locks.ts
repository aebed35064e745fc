import { md5, sha1 } from '@noble/hashes/legacy.js'
import { joinBytes } from '../bytes.ts'
import { toNumber, toNumberBytes } from './numbers.ts'
import { DES_CBC, DES2_CBC, DES3_CBC, toRc2Cbc, type LockCipher } from './lock-ciphers.ts'

type Salted = { readonly salt: Uint8Array; readonly rounds: number }
type Derived = { readonly key: Uint8Array; readonly iv: Uint8Array }

/** A way to lock keys from before PBES2: it is read, and never written. */
export type OldLock = {
  readonly cipher: LockCipher
  /** Key and IV of a passphrase in UTF-8. */
  derive(passphrase: Uint8Array, salted: Salted): Derived
}

type Hash = (bytes: Uint8Array) => Uint8Array

/** PBES1: the hash of passphrase and salt is hashed again and again, and gives key and IV of 8 bytes each (RFC 8018 §5.1, §6.1). */
const toPbes1 = (hash: Hash, cipher: LockCipher): OldLock => ({
  cipher,
  derive(passphrase, { salt, rounds }) {
    const digest = repeat(hash, joinBytes([passphrase, salt]), rounds)
    return { key: digest.subarray(0, 8), iv: digest.subarray(8, 16) }
  },
})

/** The locks of PKCS #12 (RFC 7292 §C), all with SHA-1. */
const toPkcs12 = (cipher: LockCipher): OldLock => ({
  cipher,
  derive(passphrase, salted) {
    const password = toBmpBytes(passphrase)
    const take = (id: number, sizeBytes: number) => derivePkcs12(password, { ...salted, id, sizeBytes })
    return { key: take(1, cipher.keyBytes), iv: take(2, cipher.ivBytes) }
  },
})

/** By object identifier (RFC 8018 §A.3, RFC 7292 §C). */
export const OLD_LOCKS: Readonly<Record<string, OldLock>> = {
  '1.2.840.113549.1.5.3': toPbes1(md5, DES_CBC),
  '1.2.840.113549.1.5.6': toPbes1(md5, toRc2Cbc(8)),
  '1.2.840.113549.1.5.10': toPbes1(sha1, DES_CBC),
  '1.2.840.113549.1.5.11': toPbes1(sha1, toRc2Cbc(8)),
  '1.2.840.113549.1.12.1.3': toPkcs12(DES3_CBC),
  '1.2.840.113549.1.12.1.4': toPkcs12(DES2_CBC),
  '1.2.840.113549.1.12.1.5': toPkcs12(toRc2Cbc(16)),
  '1.2.840.113549.1.12.1.6': toPkcs12(toRc2Cbc(5)),
}

function repeat(hash: Hash, bytes: Uint8Array, rounds: number): Uint8Array {
  let digest = hash(bytes)
  for (let i = 1; i < rounds; i++) digest = hash(digest)
  return digest
}

/** UTF-16 with the highest byte first, and two zeros at the end (RFC 7292 §B.1). */
function toBmpBytes(passphrase: Uint8Array): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(passphrase)
  const bytes = new Uint8Array(2 * text.length + 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i))
  return bytes
}

/** Bytes that SHA-1 takes at once, and a number of that size in bits. */
const CHUNK_BYTES = 64
const CHUNK_RANGE = 1n << 512n

/** RFC 7292 §B.2 with SHA-1; `id` tells a key from an IV. */
function derivePkcs12(
  password: Uint8Array,
  { salt, rounds, id, sizeBytes }: Salted & { id: number; sizeBytes: number },
): Uint8Array {
  const diversifier = new Uint8Array(CHUNK_BYTES).fill(id)
  let chunks = [...toChunks(salt), ...toChunks(password)]
  let derived: Uint8Array = new Uint8Array(0)
  while (derived.length < sizeBytes) {
    const digest = repeat(sha1, joinBytes([diversifier, ...chunks]), rounds)
    derived = joinBytes([derived, digest])
    const step = toNumber(toChunks(digest)[0]!) + 1n
    chunks = chunks.map((chunk) => toNumberBytes((toNumber(chunk) + step) % CHUNK_RANGE, CHUNK_BYTES))
  }
  return derived.subarray(0, sizeBytes)
}

/** Bytes over and over until they fill whole chunks. */
function toChunks(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / CHUNK_BYTES)
  return Array.from({ length: count }, (_, chunk) =>
    Uint8Array.from({ length: CHUNK_BYTES }, (__, i) => bytes[(chunk * CHUNK_BYTES + i) % bytes.length]!),
  )
}
