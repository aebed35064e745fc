import { createHash, createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto'

type Algorithm = { readonly name: string; readonly hash: string | null; readonly toJwk: (key: Buffer) => JsonWebKey | undefined }

/** Signature algorithms (IANA “DNS Security Algorithm Numbers”; RFC 3110, RFC 5702, RFC 6605, RFC 8080). */
const ALGORITHMS: Readonly<Record<number, Algorithm>> = {
  5: { name: 'RSASHA1', hash: 'sha1', toJwk: toRsaJwk },
  7: { name: 'RSASHA1-NSEC3-SHA1', hash: 'sha1', toJwk: toRsaJwk },
  8: { name: 'RSASHA256', hash: 'sha256', toJwk: toRsaJwk },
  10: { name: 'RSASHA512', hash: 'sha512', toJwk: toRsaJwk },
  13: { name: 'ECDSAP256SHA256', hash: 'sha256', toJwk: (key) => toPointJwk(key, 'P-256', 32) },
  14: { name: 'ECDSAP384SHA384', hash: 'sha384', toJwk: (key) => toPointJwk(key, 'P-384', 48) },
  15: { name: 'ED25519', hash: null, toJwk: (key) => toEdwardsJwk(key, 'Ed25519', 32) },
  16: { name: 'ED448', hash: null, toJwk: (key) => toEdwardsJwk(key, 'Ed448', 57) },
}
const OTHER_NAMES: Readonly<Record<number, string>> = {
  1: 'RSAMD5',
  3: 'DSA',
  6: 'DSA-NSEC3-SHA1',
  12: 'ECC-GOST',
  17: 'SM2SM3',
  23: 'ECC-GOST12',
}

export function isKnownAlgorithm(algorithm: number): boolean {
  return algorithm in ALGORITHMS
}

export function toAlgorithmName(algorithm: number): string {
  return ALGORITHMS[algorithm]?.name ?? OTHER_NAMES[algorithm] ?? `algorithm ${algorithm}`
}

/** Digests of DS records (RFC 4509, RFC 6605). */
const DIGESTS: Readonly<Record<number, { name: string; hash: string }>> = {
  1: { name: 'SHA-1', hash: 'sha1' },
  2: { name: 'SHA-256', hash: 'sha256' },
  4: { name: 'SHA-384', hash: 'sha384' },
}

export function isKnownDigest(type: number): boolean {
  return type in DIGESTS
}

export function toDigestName(type: number): string {
  return DIGESTS[type]?.name ?? `digest ${type}`
}

/** Hexadecimal digest, upper case; undefined for a digest type that is not known. */
export function digestAs(type: number, ...parts: Uint8Array[]): string | undefined {
  const known = DIGESTS[type]
  return known && createHash(known.hash).update(Buffer.concat(parts)).digest('hex').toUpperCase()
}

/** Whether a signature fits; false too for keys that are malformed. */
export function verifySignature(algorithm: number, key: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const known = ALGORITHMS[algorithm]
  const publicKey = known && readKey(known, key)
  if (!known || !publicKey) return false
  const isEcdsa = algorithm === 13 || algorithm === 14
  return verify(known.hash, data, isEcdsa ? { key: publicKey, dsaEncoding: 'ieee-p1363' } : publicKey, signature)
}

/** Size of a key in bits; null where it cannot be read. */
export function countKeyBits(algorithm: number, key: Uint8Array): number | null {
  const jwk = ALGORITHMS[algorithm]?.toJwk(Buffer.from(key))
  if (jwk?.n) return Buffer.from(jwk.n, 'base64url').length * 8
  return jwk?.x ? Buffer.from(jwk.x, 'base64url').length * 8 : null
}

function readKey({ toJwk }: Algorithm, key: Uint8Array): KeyObject | undefined {
  const jwk = toJwk(Buffer.from(key))
  try {
    return jwk && createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined // a point off the curve, an even modulus: no key
  }
}

/** Exponent length, exponent, modulus (RFC 3110 §2). */
function toRsaJwk(key: Buffer): JsonWebKey | undefined {
  const [size, start] = key[0] === 0 ? [key.length > 2 ? key.readUInt16BE(1) : 0, 3] : [key[0] ?? 0, 1]
  const [e, n] = [key.subarray(start, start + size), key.subarray(start + size)]
  // RFC 3110 allows 4096 bits; larger ones only cost time
  if (e.length === 0 || n.length < 64 || n.length > 1024) return undefined
  return { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') }
}

function toPointJwk(key: Buffer, crv: string, size: number): JsonWebKey | undefined {
  if (key.length !== size * 2) return undefined
  return { kty: 'EC', crv, x: key.subarray(0, size).toString('base64url'), y: key.subarray(size).toString('base64url') }
}

function toEdwardsJwk(key: Buffer, crv: string, size: number): JsonWebKey | undefined {
  return key.length === size ? { kty: 'OKP', crv, x: key.toString('base64url') } : undefined
}
