import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { toBytes, type Bytes } from '../bytes.ts'
import { toCoordinateBytes, type EcCurve, type EcKey, type OkpCurve, type OkpKey } from './key.ts'
import { toNumber, toNumberBytes } from './numbers.ts'

export const EC_LIBRARIES = { 'P-256': p256, 'P-384': p384, 'P-521': p521 } as const satisfies Record<EcCurve, unknown>

/** The public point of a secret number; nothing where it is 0 or beyond the order. */
export function findEcPoint(curve: EcCurve, secret: Uint8Array): Bytes | undefined {
  const { Point, utils } = EC_LIBRARIES[curve]
  return utils.isValidSecretKey(secret) ? toBytes(Point.BASE.multiply(toNumber(secret)).toBytes(false)) : undefined
}

/** A point written whole or by one coordinate and a sign, as the whole one; nothing where it is not on the curve. */
export function findWholePoint(curve: EcCurve, point: Uint8Array): Bytes | undefined {
  try {
    return toBytes(EC_LIBRARIES[curve].Point.fromBytes(point).toBytes(false))
  } catch {
    // Whatever the library says, these bytes are no point.
    return undefined
  }
}

/** Makes a key of a curve of ECDSA. */
export function makeEc(curve: EcCurve, random: (sizeBytes: number) => Uint8Array): EcKey {
  const size = toCoordinateBytes(curve)
  const order = EC_LIBRARIES[curve].Point.CURVE().n
  // Eight bytes more than the order has: what a remainder then prefers is less than one part in 2^64 (FIPS 186-5 A.2.1).
  const secret = toNumberBytes((toNumber(random(size + 8)) % (order - 1n)) + 1n, size)
  return { type: 'ec', curve, point: findEcPoint(curve, secret)!, secret }
}

/** Makes a key of Ed25519 or X25519. */
export function makeOkp(curve: OkpCurve, random: (sizeBytes: number) => Uint8Array): OkpKey {
  const secret = toBytes(random(32))
  return { type: 'okp', curve, point: toOkpPoint(curve, secret), secret }
}

/** The public key of 32 secret bytes. */
export function toOkpPoint(curve: OkpCurve, secret: Uint8Array): Bytes {
  return toBytes((curve === 'Ed25519' ? ed25519 : x25519).getPublicKey(secret))
}

/** Whether 32 bytes can be a public key: any for X25519 (RFC 7748 §5), a point for Ed25519. */
export function isOkpPoint(curve: OkpCurve, point: Uint8Array): boolean {
  return curve === 'X25519' ? point.length === 32 : ed25519.utils.isValidPublicKey(point, true)
}
