import { isAppError } from '@octet/core/errors.ts'
import { equalBytes, toHex, toBytes, type Bytes } from '../../lib/bytes.ts'
import { DER, listParts, needDer, toOid, toSignedHex } from '../../lib/der.ts'
import type { Key } from '../../lib/keys/key.ts'
import { HASHES } from '../../lib/signatures/hashes.ts'
import { readChainCertificate, type ChainCertificate } from '../../lib/x509/chain.ts'
import { isSameName } from '../../lib/x509/same-name.ts'
import { splitCertificate } from '../../lib/x509/signed-parts.ts'
import { HASH_OIDS, isSignedBy, type Signed } from '../../lib/x509/verify.ts'
import type { Signer } from './signed-data.ts'
import type { State } from './words.ts'

/** Attributes of a signature (RFC 5652 §11). */
const [CONTENT_TYPE, MESSAGE_DIGEST] = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4']
const SM3 = '1.2.156.10197.1.401'
/** SM2 with SM3, and what GM/T 0010 and others write for it: SM2 itself, its use for signatures, and any key of a curve. */
const SM2 = new Set(['1.2.156.10197.1.501', '1.2.156.10197.1.301', '1.2.156.10197.1.301.1', '1.2.840.10045.2.1'])

/** What a signature is over; no content where it is elsewhere. */
export type Subject = { readonly contentType: string; readonly content: Uint8Array | undefined }

/** The outcome for one signature, with the certificate that it names where that is known. */
export type Checked = { readonly state: State; readonly certificate?: ChainCertificate; readonly algorithm: string }

/** Checks a signature as RFC 5652 §5.4 and §5.6 have it: the content, the attributes, and the key of the certificate. */
export async function checkSigner(signer: Signer, subject: Subject, certificates: readonly Uint8Array[]): Promise<Checked> {
  const der = certificates.find((one) => isNamed(signer, one))
  if (!der) return { state: 'noCertificate', algorithm: toHashName(signer.hashOid) }
  const certificate = readChainCertificate(der)
  const state = await toState(signer, subject, certificate)
  return { state, certificate, algorithm: toAlgorithmText(certificate.key, signer) }
}

async function toState(
  { signed, hashOid, algorithm, signature }: Signer,
  { content, contentType }: Subject,
  { der, key }: ChainCertificate,
): Promise<State> {
  if (!content) return 'missing'
  if (signed) {
    const digest = await findDigest(hashOid, content)
    if (!digest) return 'unsupported'
    const said = signed.values.get(MESSAGE_DIGEST)
    const type = signed.values.get(CONTENT_TYPE)
    if (!said || !equalBytes(said.content, digest)) return 'altered'
    if (type && toOid(type) !== contentType) return 'altered'
  }
  const holds = await isSigned(der, key, { content: signed?.set ?? content, algorithm, signature, hash: HASH_OIDS[hashOid] })
  return holds === undefined ? 'unsupported' : holds ? 'valid' : 'wrong'
}

/** Whether the key of a certificate made a signature, also with SM2 (GB/T 32918.2); nothing where it is of no known kind. */
export async function isSigned(der: Uint8Array, key: Key | undefined, signed: Signed): Promise<boolean | undefined> {
  if (key?.type !== 'ec' || key.curve !== 'SM2') return isSignedBy(der, signed)
  if (!SM2.has(toOid(needDer(listParts(signed.algorithm)[0], DER.oid)))) return undefined
  const { sm2 } = await import('sm-crypto-v2')
  try {
    return sm2.doVerifySignature(signed.content, toHex(signed.signature), toHex(key.point), { hash: true, der: true })
  } catch {
    // Bytes that are no two numbers of the curve.
    return false
  }
}

/** The hash of some bytes; nothing where it is none that is worked with. */
export async function findDigest(oid: string, content: Uint8Array): Promise<Bytes | undefined> {
  const name = HASH_OIDS[oid]
  if (name) return toBytes(HASHES[name].hash(content))
  if (oid !== SM3) return undefined
  const { createSM3 } = await import('hash-wasm')
  const hash = await createSM3()
  return toBytes(hash.init().update(content).digest('binary'))
}

const toHashName = (oid: string): string => (oid === SM3 ? 'SM3' : HASH_OIDS[oid] ? HASHES[HASH_OIDS[oid]].name : oid)

function toAlgorithmText(key: Key | undefined, { algorithm, hashOid }: Signer): string {
  const isPss = toOid(needDer(listParts(algorithm)[0], DER.oid)) === '1.2.840.113549.1.1.10'
  const name = key?.type === 'rsa' ? `RSA${isPss ? '-PSS' : ''} ${key.n.toString(2).length}` : key ? key.curve : '?'
  return `${name}, ${toHashName(hashOid)}`
}

function isNamed({ by }: Signer, der: Uint8Array): boolean {
  try {
    if ('keyId' in by) {
      const { subjectKey } = readChainCertificate(der)
      return subjectKey !== undefined && equalBytes(subjectKey, by.keyId)
    }
    const { issuer, serial } = splitCertificate(der)
    return toSignedHex(serial) === by.serial && isSameName(issuer.raw, by.issuer)
  } catch (error) {
    // Attribute certificates and others of old kinds, which name nobody.
    if (error instanceof RangeError || isAppError(error)) return false
    throw error
  }
}
