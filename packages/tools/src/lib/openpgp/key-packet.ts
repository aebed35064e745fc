import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, toHex, type Bytes } from '../bytes.ts'
import { countBits, type Key } from '../keys/key.ts'
import { toEcKey, toOkpKey, toRsaKey } from '../keys/found-key.ts'
import { toNumber, toNumberBytes } from '../keys/numbers.ts'
import { CIPHERS, CURVES, isEcdsaCurve, KEY_ALGORITHMS, MODES, nameOf } from './algorithms.ts'
import { Reader } from './reader.ts'

/** The numbers of DSA (FIPS 186-4 §4.1). */
export type DsaKey = { readonly type: 'dsa'; readonly p: bigint; readonly q: bigint; readonly g: bigint; readonly y: bigint }

/** A key that a session key is wrapped for, and how; `hash` and `cipher` are those that the key asks for (RFC 9580 §5.5.5.6). */
export type Exchange =
  | {
      readonly type: 'ecdh'
      readonly curve: string
      readonly oid: Bytes
      readonly point: Bytes
      readonly hash: number
      readonly cipher: number
    }
  | { readonly type: 'x25519' | 'x448'; readonly point: Bytes }
  | { readonly type: 'elgamal'; readonly p: bigint; readonly g: bigint; readonly y: bigint }

/** How the secret part is kept. `absent`: on a card, or left out. */
export type SecretState = { readonly kind: 'open' | 'absent' } | { readonly kind: 'locked'; readonly by: string }

export type PgpKey = {
  readonly version: number
  readonly createdAt: Date
  /** Of version 3: days until it ends, or 0. */
  readonly daysValid: number
  readonly algorithm: number
  /** The algorithm with curve or bits. */
  readonly name: string
  readonly fingerprint: string
  readonly keyId: string
  /** What signatures are checked with; undefined for a key that only encrypts, or that is not supported. */
  readonly verifier: Key | DsaKey | undefined
  /** What session keys are wrapped with; those of RSA are wrapped with `verifier`. */
  readonly exchange?: Exchange
  /** The public part, as signatures over it hash it. */
  readonly hashed: Bytes
  /** The public part by itself. */
  readonly open: Bytes
  readonly secret?: SecretState
  /** The secret part as it is kept. */
  readonly kept?: Bytes
}

/** Reads a key or subkey, public or secret (RFC 9580 §5.5). Throws a RangeError for what is none. */
export function readKey(body: Uint8Array, { isSecret }: { isSecret: boolean }): PgpKey {
  const reader = new Reader(body)
  const version = reader.number(1)
  if (![2, 3, 4, 5, 6].includes(version)) throw new RangeError(`a key of version ${version}`)
  const createdAt = new Date(reader.number(4) * 1_000)
  const daysValid = version < 4 ? reader.number(2) : 0
  const algorithm = reader.number(1)
  if (version > 4) reader.number(4) // how many bytes the numbers have
  const { name, verifier, exchange, rsa } = readNumbers(reader, algorithm)
  const open = Uint8Array.from(body.subarray(0, reader.at))
  const hashed = frame(open, version)
  const print = version < 4 ? md5(rsa ? concatBytes(rsa.n, rsa.e) : open) : version === 4 ? sha1(hashed) : sha256(hashed)
  const id = version < 4 ? (rsa?.n ?? open).subarray(-8) : version === 4 ? print.subarray(-8) : print.subarray(0, 8)
  return {
    version,
    createdAt,
    daysValid,
    algorithm,
    name,
    verifier,
    ...(exchange && { exchange }),
    hashed,
    open,
    fingerprint: toHex(print).toUpperCase(),
    keyId: toHex(id).toUpperCase(),
    ...(isSecret && { kept: Uint8Array.from(body.subarray(open.length)), secret: readSecretState(reader, version) }),
  }
}

/** The bytes of a fingerprint. */
export const toPrintBytes = (fingerprint: string): Bytes =>
  Uint8Array.from(fingerprint.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** A key as it is hashed for its fingerprint and in signatures (RFC 9580 §5.5.4, §5.2.4). */
function frame(open: Bytes, version: number): Bytes {
  if (version < 5) return concatBytes(Uint8Array.of(0x99, open.length >> 8, open.length & 255), open)
  return concatBytes(Uint8Array.of(version === 5 ? 0x9a : 0x9b), toNumberBytes(BigInt(open.length), 4), open)
}

type Numbers = Pick<PgpKey, 'name' | 'verifier' | 'exchange'> & {
  readonly rsa?: { readonly n: Uint8Array; readonly e: Uint8Array }
}

function readNumbers(reader: Reader, algorithm: number): Numbers {
  const known = nameOf(KEY_ALGORITHMS, algorithm)
  switch (algorithm) {
    case 1:
    case 2:
    case 3: {
      const [n, e] = [reader.mpi(), reader.mpi()]
      const verifier = tryKey(() => toRsaKey({ n: toNumber(n), e: toNumber(e) }).key)
      return { name: `${known} ${countBits(toNumber(n))}`, verifier, rsa: { n, e } }
    }
    case 16:
    case 20: {
      const [p, g, y] = [reader.bigMpi(), reader.bigMpi(), reader.bigMpi()]
      return { name: `${known} ${countBits(p)}`, verifier: undefined, exchange: { type: 'elgamal', p, g, y } }
    }
    case 17: {
      const [p, q, g, y] = [reader.bigMpi(), reader.bigMpi(), reader.bigMpi(), reader.bigMpi()]
      return { name: `${known} ${countBits(p)}`, verifier: { type: 'dsa', p, q, g, y } }
    }
    case 18:
    case 19:
    case 22: {
      const oid = Uint8Array.from(reader.take(reader.number(1)))
      const curve = CURVES[toHex(oid)] ?? 'another curve'
      const point = Uint8Array.from(reader.mpi())
      const name = `${known} ${curve}`
      if (algorithm !== 18) return { name, verifier: toCurveKey(algorithm, curve, point) }
      const [, hash, cipher] = reader.take(reader.number(1)) // the first says that nothing else follows
      if (hash === undefined || cipher === undefined) throw new RangeError('an ECDH key without its hash and cipher')
      return { name, verifier: undefined, exchange: { type: 'ecdh', curve, oid, point, hash, cipher } }
    }
    case 25:
    case 26: {
      const point = Uint8Array.from(reader.take(algorithm === 25 ? 32 : 56))
      return { name: known, verifier: undefined, exchange: { type: algorithm === 25 ? 'x25519' : 'x448', point } }
    }
    case 27:
    case 28: {
      const curve = algorithm === 27 ? 'Ed25519' : 'Ed448'
      const point = reader.take(algorithm === 27 ? 32 : 57)
      return { name: known, verifier: tryKey(() => toOkpKey(curve, { point }).key) }
    }
    default:
      reader.rest()
      return { name: known, verifier: undefined }
  }
}

function toCurveKey(algorithm: number, curve: string, point: Uint8Array): Key | undefined {
  if (algorithm === 19 && isEcdsaCurve(curve)) return tryKey(() => toEcKey(curve, { point }).key)
  // One byte in front says that it is no point with two coordinates.
  if (algorithm === 22 && curve === 'Ed25519') return tryKey(() => toOkpKey(curve, { point: point.subarray(1) }).key)
  return undefined
}

/** A key whose numbers do not fit is shown all the same; nothing is checked with it. */
function tryKey(read: () => Key): Key | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const GNU_DUMMY = 101

/** How the secret part is locked (RFC 9580 §3.7.2, §5.5.3), and by which function the passphrase becomes a key. */
function readSecretState(reader: Reader, version: number): SecretState {
  const usage = reader.number(1)
  if (usage === 0) return { kind: 'open' }
  if (version > 4) reader.number(1)
  if (usage < 253) return { kind: 'locked', by: `${nameOf(CIPHERS, usage)}, MD5` }
  const cipher = reader.number(1)
  const mode = usage === 253 ? ` ${nameOf(MODES, reader.number(1))}` : ''
  if (version === 6) reader.number(1)
  const way = reader.number(1)
  if (way === GNU_DUMMY) return { kind: 'absent' }
  return { kind: 'locked', by: `${nameOf(CIPHERS, cipher)}${mode}, ${toWay(reader, way)}` }
}

/** How a passphrase becomes a key (RFC 9580 §3.7.1). */
function toWay(reader: Reader, way: number): string {
  if (way === 4) {
    reader.take(16)
    const [passes, lanes, memory] = [reader.number(1), reader.number(1), reader.number(1)]
    return `Argon2 (t=${passes}, p=${lanes}, m=2^${memory} KiB)`
  }
  reader.number(1) // the hash
  if (way === 0) return 'hashed once, without salt'
  reader.take(8)
  if (way === 1) return 'hashed once, with salt'
  const count = reader.number(1)
  return `${((16 + (count & 15)) << ((count >> 4) + 6)).toLocaleString('en')} bytes hashed`
}
