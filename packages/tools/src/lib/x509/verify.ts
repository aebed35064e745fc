import { isAppError } from '@octet/core/errors.ts'
import { DER, listDer, listParts, needDer, readFirst, toInteger, toOid, type DerValue } from '../der.ts'
import { toBytes } from '../bytes.ts'
import { EC_LIBRARIES, EDWARDS_LIBRARIES } from '../keys/curves.ts'
import type { Key } from '../keys/key.ts'
import { readDerKey } from '../keys/read-der.ts'
import { HASHES, type HashName } from '../signatures/hashes.ts'
import { isSignedByRsa, type Signing } from '../signatures/sign-rsa.ts'

/** What is signed, how, and the signature, as certificates and revocation lists have them one after the other (RFC 5280 §4.1.1). */
export type Signed = {
  readonly content: Uint8Array
  readonly algorithm: DerValue
  readonly signature: Uint8Array
  /** The hash, where the algorithm may name the kind of the key alone (RFC 5652 §5.3). */
  readonly hash?: HashName | undefined
}

/** The signed parts of a certificate, a request or a list. Throws a RangeError where the bytes are none. */
export function splitSigned(der: Uint8Array): Signed {
  const [content, algorithm, bits] = listParts(readFirst(der))
  if (!content) throw new RangeError('expected what is signed, got nothing')
  return {
    content: content.raw,
    algorithm: needDer(algorithm, DER.sequence),
    // The first byte tells how many bits of the last are left over: none.
    signature: needDer(bits, DER.bits).content.subarray(1),
  }
}

/** Whether the key of a certificate made a signature; nothing where the key or the algorithm is none that is worked with. */
export function isSignedBy(certificate: Uint8Array, signed: Signed): boolean | undefined {
  const key = findKey(certificate)
  const way = findWay(signed.algorithm, signed.hash)
  return key && way && holds(key, signed, way)
}

function findKey(certificate: Uint8Array): Key | undefined {
  try {
    return readDerKey(certificate).key
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

type Way =
  | { kind: 'rsa'; signing: Signing; saltBytes: number }
  | { kind: 'ec'; hash: HashName }
  | { kind: 'okp'; curve: 'Ed25519' | 'Ed448' }

function holds(key: Key, { content, signature }: Signed, way: Way): boolean {
  const message = toBytes(content)
  try {
    if (key.type === 'rsa' && way.kind === 'rsa')
      return isSignedByRsa(key, message, { signature: toBytes(signature), way: way.signing, saltBytes: way.saltBytes })
    if (key.type === 'ec' && way.kind === 'ec')
      return EC_LIBRARIES[key.curve].verify(signature, HASHES[way.hash].hash(message), key.point, {
        prehash: false,
        lowS: false,
        format: 'der',
      })
    if (key.type === 'okp' && way.kind === 'okp' && key.curve === way.curve)
      return EDWARDS_LIBRARIES[way.curve].verify(signature, message, key.point)
    return false
  } catch {
    // Bytes that are no numbers or points of the curve.
    return false
  }
}

/** Signatures of PKCS #1 v1.5 and of ECDSA by their object identifiers (RFC 8017 §A.2.4, RFC 5758 §3.2). */
export const RSA_SIGNATURES: Readonly<Record<string, HashName>> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}
export const EC_SIGNATURES: Readonly<Record<string, HashName>> = {
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const [PSS, ED25519, ED448] = ['1.2.840.113549.1.1.10', '1.3.101.112', '1.3.101.113']
/** Kinds of keys that stand in place of a way to sign with them. */
const [RSA_KEY, EC_KEY] = ['1.2.840.113549.1.1.1', '1.2.840.10045.2.1']

function findWay(algorithm: DerValue, hash?: HashName): Way | undefined {
  const [kind, parameters] = listParts(algorithm)
  const oid = toOid(needDer(kind, DER.oid))
  const rsa = oid === RSA_KEY ? hash : RSA_SIGNATURES[oid]
  const ec = oid === EC_KEY ? hash : EC_SIGNATURES[oid]
  if (rsa) return { kind: 'rsa', signing: { scheme: 'pkcs1', hash: rsa, mgfHash: rsa, saltLength: 'hash' }, saltBytes: 0 }
  if (ec) return { kind: 'ec', hash: ec }
  if (oid === ED25519 || oid === ED448) return { kind: 'okp', curve: oid === ED448 ? 'Ed448' : 'Ed25519' }
  return oid === PSS ? findPss(parameters ? listParts(parameters) : []) : undefined
}

/** Hashes by their object identifiers (RFC 8017 §A.2.1). */
export const HASH_OIDS: Readonly<Record<string, HashName>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
/** Tags of the parameters of PSS; what is left out is SHA-1 and a salt of 20 bytes (RFC 8017 §A.2.3). */
const [HASH, MASK, SALT] = [0xa0, 0xa1, 0xa2]

function findPss(parameters: readonly DerValue[]): Way | undefined {
  const inside = (tag: number) => parameters.filter((part) => part.tag === tag).flatMap(listParts)[0]
  const [hash, mask, salt] = [inside(HASH), inside(MASK), inside(SALT)]
  const mgf = mask && listParts(mask)[1]
  const [name, mgfName] = [hash ? findHash(hash) : 'sha1', mgf ? findHash(mgf) : 'sha1'] as const
  if (!name || !mgfName) return undefined
  const signing: Signing = { scheme: 'pss', hash: name, mgfHash: mgfName, saltLength: 'hash' }
  return { kind: 'rsa', signing, saltBytes: salt ? Number(toInteger(salt)) : 20 }
}

const findHash = (algorithm: DerValue): HashName | undefined => HASH_OIDS[toOid(needDer(listDer(algorithm.content)[0], DER.oid))]
