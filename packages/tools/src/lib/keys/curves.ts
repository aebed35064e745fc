import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { ed448, x448 } from '@noble/curves/ed448.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { toBytes, type Bytes } from '../bytes.ts'
import { OKP_BYTES, toCoordinateBytes, type EcCurve, type EcKey, type OkpCurve, type OkpKey } from './key.ts'
import { BRAINPOOL_LIBRARIES, SM2_LIBRARY } from './more-curves.ts'
import { toNumber, toNumberBytes } from './numbers.ts'

export const EC_LIBRARIES = {
  'P-256': p256,
  'P-384': p384,
  'P-521': p521,
  secp256k1,
  ...BRAINPOOL_LIBRARIES,
  SM2: SM2_LIBRARY,
} as const satisfies Record<EcCurve, unknown>

/** The public point of a secret number; nothing where it is 0 or beyond the order. */
export function findEcPoint(curve: EcCurve, secret: Uint8Array): Bytes | undefined {
  const { Point, utils } = EC_LIBRARIES[curve]
  return utils.isValidSecretKey(secret) ? toBytes(Point.BASE.multiply(toNumber(secret)).toBytes(false)) : undefined
}

/** A point written whole, by one coordinate and a sign, or both, as the whole one; nothing where it is not on the curve. */
export function findWholePoint(curve: EcCurve, point: Uint8Array): Bytes | undefined {
  try {
    return toBytes(EC_LIBRARIES[curve].Point.fromBytes(withoutSign(point)).toBytes(false))
  } catch {
    // Whatever the library says, these bytes are no point.
    return undefined
  }
}

/** The sign of a point that is whole all the same (SEC 1 §2.3.3 of 1.0, X9.62), when it is the right one. */
function withoutSign(point: Uint8Array): Uint8Array {
  const isHybrid = (point[0] === 6 || point[0] === 7) && (point.at(-1)! & 1) === (point[0] & 1)
  return isHybrid ? Uint8Array.of(4, ...point.subarray(1)) : point
}

/** Makes a key of a curve of ECDSA. */
export function makeEc(curve: EcCurve, random: (sizeBytes: number) => Uint8Array): EcKey {
  const size = toCoordinateBytes(curve)
  const order = EC_LIBRARIES[curve].Point.CURVE().n
  // Eight bytes more than the order has: what a remainder then prefers is less than one part in 2^64 (FIPS 186-5 A.2.1).
  const secret = toNumberBytes((toNumber(random(size + 8)) % (order - 1n)) + 1n, size)
  return { type: 'ec', curve, point: findEcPoint(curve, secret)!, secret }
}

const OKP_LIBRARIES = { Ed25519: ed25519, X25519: x25519, Ed448: ed448, X448: x448 } as const satisfies Record<OkpCurve, unknown>
/** Those that sign. */
export const EDWARDS_LIBRARIES = { Ed25519: ed25519, Ed448: ed448 } as const

/** Makes a key of a curve of RFC 8032 or RFC 7748. */
export function makeOkp(curve: OkpCurve, random: (sizeBytes: number) => Uint8Array): OkpKey {
  const secret = toBytes(random(OKP_BYTES[curve]))
  return { type: 'okp', curve, point: toOkpPoint(curve, secret), secret }
}

/** The public key of the secret bytes. */
export function toOkpPoint(curve: OkpCurve, secret: Uint8Array): Bytes {
  return toBytes(OKP_LIBRARIES[curve].getPublicKey(secret))
}

/** Whether bytes can be a public key: any for X25519 and X448 (RFC 7748 §5), a point for the curves that sign. */
export function isOkpPoint(curve: OkpCurve, point: Uint8Array): boolean {
  if (curve === 'Ed25519') return ed25519.utils.isValidPublicKey(point, true)
  return curve === 'Ed448' ? ed448.utils.isValidPublicKey(point) : point.length === OKP_BYTES[curve]
}
