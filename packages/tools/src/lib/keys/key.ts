import type { Bytes } from '../bytes.ts'

/** Curves of ECDSA (FIPS 186-5, SEC 2, RFC 5639) that are worked with, and that of SM2. */
export type EcCurve = 'P-256' | 'P-384' | 'P-521' | 'secp256k1' | Brainpool | 'SM2'
type Brainpool = 'brainpoolP256r1' | 'brainpoolP384r1' | 'brainpoolP512r1'
/** Curves of RFC 8032 and RFC 7748. */
export type OkpCurve = 'Ed25519' | 'X25519' | 'Ed448' | 'X448'

/** The secret numbers of RSA (RFC 8017 §3.2). */
export type RsaSecret = {
  readonly d: bigint
  readonly p: bigint
  readonly q: bigint
  readonly dp: bigint
  readonly dq: bigint
  readonly qi: bigint
}

export type RsaKey = {
  readonly type: 'rsa'
  readonly n: bigint
  readonly e: bigint
  readonly secret?: RsaSecret
  /** Of a key that is for RSA-PSS alone: its algorithm with the parameters as it was written (RFC 4055 §1.2), which the pin of the key covers. */
  readonly pss?: Bytes
}
/** The point is written whole, from 04; the secret has as many bytes as a coordinate. */
export type EcKey = { readonly type: 'ec'; readonly curve: EcCurve; readonly point: Bytes; readonly secret?: Bytes }
export type OkpKey = { readonly type: 'okp'; readonly curve: OkpCurve; readonly point: Bytes; readonly secret?: Bytes }
/** A public key, and the private one where its secret is known. */
export type Key = RsaKey | EcKey | OkpKey
export type PrivateKey = Key & { readonly secret: NonNullable<Key['secret']> }

/** The largest RSA key that is made and used; a larger one would hold a page up. */
export const MAX_RSA_BITS = 4096

export function isPrivate(key: Key): key is PrivateKey {
  return key.secret !== undefined
}

/** The key without its secret. */
export function toPublic(key: Key): Key {
  const { secret: _, ...open } = key
  return open
}

/** The numbers of the key alone, whatever it is for. */
export function toNumbers(key: Key): Key {
  if (key.type !== 'rsa') return key
  const { pss: _, ...numbers } = key
  return numbers
}

/** Whether JWK has a name for such keys (RFC 7518 §6.2.1.1, RFC 8812, RFC 8037). */
export const hasJwk = (key: Key): boolean => key.type !== 'ec' || !/^(?:brainpool|SM2)/.test(key.curve)

/** Bits of a number. */
export function countBits(number: bigint): number {
  return number === 0n ? 0 : number.toString(2).length
}

/** Bytes of the modulus, and so of a block. */
export function toBlockBytes({ n }: RsaKey): number {
  return Math.ceil(countBits(n) / 8)
}

/** A key in a word or two: `RSA 2048 bit`, `RSA-PSS 2048 bit`, `EC P-256`, `Ed25519`. */
export function toKeyName(key: Key): string {
  if (key.type === 'rsa') return `RSA${key.pss ? '-PSS' : ''} ${countBits(key.n)} bit`
  return key.type === 'ec' && key.curve !== 'SM2' ? `EC ${key.curve}` : key.curve
}

const EC_BITS: Readonly<Record<EcCurve, number>> = {
  'P-256': 256,
  'P-384': 384,
  'P-521': 521,
  secp256k1: 256,
  brainpoolP256r1: 256,
  brainpoolP384r1: 384,
  brainpoolP512r1: 512,
  SM2: 256,
}
/** Bytes of a public key, and of a secret. */
export const OKP_BYTES: Readonly<Record<OkpCurve, number>> = { Ed25519: 32, X25519: 32, Ed448: 57, X448: 56 }

/** Whether its keys sign; the others agree on a secret. */
export const isSigningCurve = (curve: OkpCurve): boolean => curve === 'Ed25519' || curve === 'Ed448'

/** Its size as programs tell it. */
export function toKeyBits(key: Key): number {
  if (key.type === 'rsa') return countBits(key.n)
  return key.type === 'ec' ? EC_BITS[key.curve] : OKP_BYTES[key.curve] * 8
}

/** Whether a text names a curve of ECDSA that is worked with. */
export const isEcCurve = (name: unknown): name is EcCurve => typeof name === 'string' && Object.hasOwn(EC_BITS, name)

/** Whether a text names one of the others. */
export const isOkpCurve = (name: unknown): name is OkpCurve => typeof name === 'string' && Object.hasOwn(OKP_BYTES, name)

/** Bytes of a coordinate. */
export function toCoordinateBytes(curve: EcCurve): number {
  return Math.ceil(EC_BITS[curve] / 8)
}
