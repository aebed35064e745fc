import type { Bytes } from '../../lib/bytes.ts'
import { concatBytes } from '../../lib/bytes.ts'
import { firstBerToDer } from '../../lib/ber.ts'
import { DER, listParts, needDer, readFirst, toOid, toSignedHex, type DerValue } from '../../lib/der.ts'

/** Signed data of CMS (RFC 5652 §5.1), of which PKCS #7 (RFC 2315 §9.1) and GM/T 0010 §8 are variants. */
export type SignedData = {
  readonly contentType: string
  /** What is signed, where it is in it. */
  readonly content: Uint8Array | undefined
  /** Certificates as DER. */
  readonly certificates: readonly Uint8Array[]
  readonly signers: readonly Signer[]
}

/** One signature (RFC 5652 §5.3). */
export type Signer = {
  /** How it names the certificate: by the issuer’s name as DER and the serial number, or by the number of the key. */
  readonly by: { readonly issuer: Uint8Array; readonly serial: string } | { readonly keyId: Uint8Array }
  readonly hashOid: string
  /** What is signed in place of the content, as the set that is hashed; and the first value of each. */
  readonly signed: { readonly set: Bytes; readonly values: ReadonlyMap<string, DerValue> } | undefined
  /** What was added to it later, by whomever. */
  readonly unsigned: ReadonlyMap<string, DerValue>
  readonly algorithm: DerValue
  readonly signature: Uint8Array
}

const SIGNED_DATA = new Set(['1.2.840.113549.1.7.2', '1.2.156.10197.6.1.4.2.2'])
/** Certificates that are read of one signature. */
const MAX_CERTIFICATES = 30
const SET = 0x31
/** Tags within signed data and within a signer that both begin at 0. */
const [FIRST, SECOND, KEY_ID] = [0xa0, 0xa1, 0x80]

/**
 * Reads signed data; zeros may stand behind it, and lengths may be those of BER. Nothing where it is CMS of another kind.
 * Throws a RangeError where the bytes end too early or are none.
 */
export function readSignedData(bytes: Uint8Array): SignedData | undefined {
  try {
    return read(readFirst(bytes))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return read(readFirst(firstBerToDer(bytes)))
  }
}

function read(whole: DerValue): SignedData | undefined {
  const [kind, wrapped] = listParts(needDer(whole, DER.sequence))
  if (!SIGNED_DATA.has(toOid(needDer(kind, DER.oid)))) return undefined
  const [signed] = listParts(needDer(wrapped, FIRST))
  const parts = listParts(needDer(signed, DER.sequence))
  const [type, held] = listParts(needDer(parts[2], DER.sequence))
  const signers = parts.findLast(({ tag }) => tag === SET)
  // Of PKCS #7 the content may be any value; what is hashed is what it holds (RFC 5652 §5.2.1).
  const [content] = held ? listParts(held) : []
  return {
    contentType: toOid(needDer(type, DER.oid)),
    content: content?.content,
    certificates: parts
      .slice(3)
      .filter(({ tag }) => tag === FIRST)
      .flatMap(listParts)
      .filter(({ tag }) => tag === DER.sequence)
      .slice(0, MAX_CERTIFICATES)
      .map(({ raw }) => raw),
    signers: listParts(needDer(signers, SET)).map(readSigner),
  }
}

export function readSigner(signer: DerValue): Signer {
  const [, id, hash, ...rest] = listParts(needDer(signer, DER.sequence))
  const signed = rest[0]?.tag === FIRST ? rest.shift() : undefined
  const [algorithm, signature, unsigned] = rest
  return {
    by: readId(id),
    hashOid: toOid(needDer(listParts(needDer(hash, DER.sequence))[0], DER.oid)),
    // The tag of a set stands in place of its own when it is hashed (RFC 5652 §5.4).
    signed: signed && { set: concatBytes(Uint8Array.of(SET), signed.raw.subarray(1)), values: readAttributes(signed) },
    unsigned: unsigned?.tag === SECOND ? readAttributes(unsigned) : new Map(),
    algorithm: needDer(algorithm, DER.sequence),
    signature: needDer(signature, DER.octets).content,
  }
}

function readId(id: DerValue | undefined): Signer['by'] {
  if (id?.tag === KEY_ID) return { keyId: id.content }
  const [issuer, serial] = listParts(needDer(id, DER.sequence))
  return { issuer: needDer(issuer, DER.sequence).raw, serial: toSignedHex(needDer(serial, DER.integer)) }
}

function readAttributes(attributes: DerValue): ReadonlyMap<string, DerValue> {
  return new Map(
    listParts(attributes).flatMap((attribute): [string, DerValue][] => {
      const [type, values] = listParts(attribute)
      const [value] = values ? listParts(values) : []
      return value ? [[toOid(needDer(type, DER.oid)), value]] : []
    }),
  )
}
