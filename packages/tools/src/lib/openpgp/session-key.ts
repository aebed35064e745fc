import { aeskw } from '@noble/ciphers/aes.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { x448 } from '@noble/curves/ed448.js'
import { powMod } from '@octet/core/pow-mod.ts'
import { concatBytes, equalBytes, type Bytes } from '../bytes.ts'
import { deriveHkdf } from '../kdf/hkdf.ts'
import { EC_LIBRARIES, makeEc } from '../keys/curves.ts'
import { toBlockBytes as toModulusBytes, toCoordinateBytes, type RsaKey } from '../keys/key.ts'
import { toRsaKey } from '../keys/found-key.ts'
import { findInverse, toNumber, toNumberBytes } from '../keys/numbers.ts'
import { raisePrivate, raisePublic } from '../keys/rsa-number.ts'
import { isEcdsaCurve } from './algorithms.ts'
import { toAesKeyBytes, type AES_128, type AES_256 } from './ciphers.ts'
import { toPrintBytes, type Exchange, type PgpKey } from './key-packet.ts'
import { Reader, UnsupportedError } from './reader.ts'
import { toHash } from './hashes.ts'
import { padStart, toSum } from './secret-numbers.ts'
import { toUint32, writeMpi } from './write-packet.ts'

/** What a message is encrypted with. Newer messages say the cipher themselves. */
export type SessionKey = { readonly key: Bytes; readonly cipher?: number | undefined }

type Random = (sizeBytes: number) => Bytes
/** Messages of RFC 9580 do not name the cipher beside the key. */
type Form = { readonly isNew: boolean }

const CURVE25519 = 'Curve25519'
const ECDH_ALGORITHM = 18

/** Wraps a session key for a key (RFC 9580 §5.1.3 to §5.1.7). Throws a RangeError for a key that wraps none. */
export async function wrapFor(key: PgpKey, session: SessionKey, { isNew, random }: Form & { random: Random }): Promise<Bytes> {
  const { verifier, exchange } = key
  const named = concatBytes(isNew ? NOTHING : Uint8Array.of(session.cipher!), session.key)
  const summed = concatBytes(named, toSum(session.key))
  if (verifier?.type === 'rsa') {
    const size = toModulusBytes(verifier)
    const number = raisePublic(verifier, toNumber(fill(summed, size, random)))
    return writeMpi(toNumberBytes(number))
  }
  switch (exchange?.type) {
    case 'elgamal': {
      const { p, g, y } = exchange
      const size = Math.ceil(p.toString(16).length / 2)
      const secret = toNumber(random(size + 8)) % (p - 2n)
      const filled = toNumber(fill(summed, size, random))
      return concatBytes(
        ...[powMod(g, secret, p), (filled * powMod(y, secret, p)) % p].map((one) => writeMpi(toNumberBytes(one))),
      )
    }
    case 'ecdh': {
      const { point, shared } = agreeNew(exchange, random)
      // Always as long as the largest key, so that its length tells nothing (RFC 6637 §8).
      const size = isNew ? Math.ceil((summed.length + 1) / 8) * 8 : MAX_WRAPPED_BYTES
      const left = size - summed.length
      const wrapped = aeskw(toWrapKey(key, exchange, shared)).encrypt(concatBytes(summed, new Uint8Array(left).fill(left)))
      return concatBytes(writeMpi(point), Uint8Array.of(wrapped.length), wrapped)
    }
    case 'x25519':
    case 'x448': {
      const { library, size } = MONTGOMERY[exchange.type]
      const secret = random(size)
      const ephemeral = Uint8Array.from(library.getPublicKey(secret))
      const wrapKey = await toMontgomeryKey(exchange, ephemeral, library.getSharedSecret(secret, exchange.point))
      const wrapped = aeskw(wrapKey).encrypt(session.key)
      const head = isNew ? Uint8Array.of(wrapped.length) : Uint8Array.of(wrapped.length + 1, session.cipher!)
      return concatBytes(ephemeral, head, wrapped)
    }
  }
  throw new UnsupportedError(key.name)
}

const NOTHING = new Uint8Array()
const MAX_WRAPPED_BYTES = 40

/**
 * Unwraps a session key with the secret numbers of a key. Undefined where it does not come out whole: it was wrapped for
 * another key, or is damaged. Throws a RangeError where bytes are missing.
 */
export async function unwrap(
  key: PgpKey,
  numbers: Bytes,
  { wrapped, isNew }: Form & { wrapped: Bytes },
): Promise<SessionKey | undefined> {
  const reader = new Reader(wrapped)
  const { verifier, exchange } = key
  if (verifier?.type === 'rsa') return readSummed(withoutFill(raise(verifier, numbers, reader.bigMpi())), { isNew })
  switch (exchange?.type) {
    case 'elgamal': {
      const { p } = exchange
      const [first, second] = [reader.bigMpi(), reader.bigMpi()]
      const inverse = findInverse(powMod(first, new Reader(numbers).bigMpi(), p), p)
      if (inverse === undefined) return undefined
      return readSummed(withoutFill(toNumberBytes((second * inverse) % p, Math.ceil(p.toString(16).length / 2))), { isNew })
    }
    case 'ecdh': {
      const point = reader.mpi()
      const sealed = Uint8Array.from(reader.take(reader.number(1)))
      const shared = agreeWith(exchange, new Reader(numbers).mpi(), point)
      const padded = shared && tryUnwrap(toWrapKey(key, exchange, shared), sealed)
      const left = padded?.at(-1) ?? 0
      return padded && left > 0 && left < padded.length ? readSummed(padded.slice(0, -left), { isNew }) : undefined
    }
    case 'x25519':
    case 'x448': {
      const { library, size } = MONTGOMERY[exchange.type]
      const ephemeral = Uint8Array.from(reader.take(size))
      const rest = new Reader(reader.take(reader.number(1)))
      const cipher = isNew ? undefined : rest.number(1)
      const wrapKey = await toMontgomeryKey(exchange, ephemeral, agreeMontgomery(library, numbers, ephemeral))
      const session = tryUnwrap(wrapKey, Uint8Array.from(rest.rest()))
      return session && { key: session, cipher }
    }
  }
  throw new UnsupportedError(key.name)
}

const MONTGOMERY = { x25519: { library: x25519, size: 32 }, x448: { library: x448, size: 56 } } as const
type Montgomery = (typeof MONTGOMERY)[keyof typeof MONTGOMERY]['library']

/** All zeros for a point of small order, which wraps nothing that anybody could have meant. */
function agreeMontgomery(library: Montgomery, secret: Uint8Array, point: Uint8Array): Bytes {
  try {
    return Uint8Array.from(library.getSharedSecret(secret, point))
  } catch {
    return new Uint8Array(point.length)
  }
}

function toMontgomeryKey({ type, point }: Exchange & { point: Bytes }, ephemeral: Bytes, shared: Uint8Array): Promise<Bytes> {
  const [hash, name, sizeBytes] = type === 'x25519' ? (['sha256', 'X25519', 16] as const) : (['sha512', 'X448', 32] as const)
  const info = new TextEncoder().encode(`OpenPGP ${name}`)
  return deriveHkdf(hash, { secret: concatBytes(ephemeral, point, shared), salt: NOTHING, info, sizeBytes })
}

function tryUnwrap(key: Bytes, sealed: Bytes): Bytes | undefined {
  try {
    return Uint8Array.from(aeskw(key).decrypt(sealed))
  } catch {
    return undefined // the check of the wrapping fails, or its length is none
  }
}

type Ecdh = Exchange & { type: 'ecdh' }

function agreeNew({ curve, point }: Ecdh, random: Random): { point: Bytes; shared: Bytes } {
  if (curve === CURVE25519) {
    const secret = random(32)
    const ephemeral = concatBytes(Uint8Array.of(0x40), x25519.getPublicKey(secret))
    return { point: ephemeral, shared: Uint8Array.from(x25519.getSharedSecret(secret, point.slice(1))) }
  }
  if (!isEcdsaCurve(curve)) throw new UnsupportedError(`ECDH ${curve}`)
  const own = makeEc(curve, random)
  const shared = EC_LIBRARIES[curve].Point.fromBytes(point).multiply(toNumber(own.secret!)).toBytes(false)
  return { point: own.point, shared: Uint8Array.from(shared.subarray(1, 1 + toCoordinateBytes(curve))) }
}

function agreeWith({ curve }: Ecdh, secret: Uint8Array, point: Uint8Array): Bytes | undefined {
  if (curve === CURVE25519) {
    // Written as a number, whose first byte is the last one of the secret (RFC 9580 §5.5.5.6.1.1).
    const own = padStart(secret, 32).toReversed()
    return point.length === 33 ? agreeMontgomery(x25519, own, Uint8Array.from(point.subarray(1))) : undefined
  }
  if (!isEcdsaCurve(curve)) throw new UnsupportedError(`ECDH ${curve}`)
  try {
    const size = toCoordinateBytes(curve)
    const shared = EC_LIBRARIES[curve].Point.fromBytes(Uint8Array.from(point)).multiply(toNumber(secret))
    return Uint8Array.from(shared.toBytes(false).subarray(1, 1 + size))
  } catch {
    return undefined // no point of the curve
  }
}

const ANONYMOUS = new TextEncoder().encode('Anonymous Sender    ')

/** The key that a session key is wrapped with (RFC 9580 §11.5.1). */
function toWrapKey({ fingerprint }: PgpKey, { oid, hash, cipher }: Ecdh, shared: Bytes): Bytes {
  const print = toPrintBytes(fingerprint)
  const settings = [Uint8Array.of(oid.length), oid, Uint8Array.of(ECDH_ALGORITHM, 3, 1, hash, cipher), ANONYMOUS, print]
  return Uint8Array.from(toHash(hash)(concatBytes(toUint32(1), shared, ...settings)).subarray(0, toAesKeyBytes(cipher)))
}

/** 00 02, bytes that are not 0, 00, the message (RFC 8017 §7.2.1). */
function fill(message: Bytes, sizeBytes: number, random: Random): Bytes {
  const left = sizeBytes - message.length - 3
  if (left < 8) throw new RangeError('a key that is too small')
  const filling = new Uint8Array(left)
  for (let at = 0; at < left;) for (const byte of random(left - at)) if (byte !== 0) filling[at++] = byte
  return concatBytes(Uint8Array.of(0, 2), filling, Uint8Array.of(0), message)
}

function withoutFill(filled: Bytes): Bytes | undefined {
  const end = filled.indexOf(0, 2)
  return filled[0] === 0 && filled[1] === 2 && end >= 10 ? filled.slice(end + 1) : undefined
}

function raise({ n, e }: RsaKey, numbers: Bytes, sealed: bigint): Bytes {
  const reader = new Reader(numbers)
  const [d, p, q] = [reader.bigMpi(), reader.bigMpi(), reader.bigMpi()]
  const { key } = toRsaKey({ n, e, secret: { d, p, q } })
  if (key.type !== 'rsa' || !key.secret) throw new RangeError('not an RSA key')
  return toNumberBytes(raisePrivate(key.secret, sealed % n), toModulusBytes(key))
}

/** The key behind its cipher, before the sum of its bytes. */
function readSummed(message: Bytes | undefined, { isNew }: Form): SessionKey | undefined {
  if (!message || message.length < 18) return undefined
  const key = message.slice(isNew ? 0 : 1, -2)
  if (!equalBytes(toSum(key), message.subarray(-2))) return undefined
  const cipher = isNew ? undefined : message[0]
  return { key, cipher }
}

/** A new session key. */
export function makeSessionKey(cipher: typeof AES_128 | typeof AES_256, random: Random): SessionKey {
  return { key: random(toAesKeyBytes(cipher)), cipher }
}
