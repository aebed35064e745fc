import { createHash, verify, X509Certificate, type KeyObject } from 'node:crypto'
import { isAppError } from '@octet/core/errors.ts'
import type { TlsReport } from '@octet/core/probe/tls.ts'
import type { Fetcher } from '../http/fetch.ts'
import { readCertificateParts } from './certificate-parts.ts'
import { readDer, toIsoTime, toOid, writeDer, type Der } from './der.ts'

export type OcspStatus = NonNullable<TlsReport['ocsp']>
type Parsed = Pick<OcspStatus, 'status' | 'checkedAt' | 'nextUpdate' | 'revokedAt' | 'isVerified'>

const SHA1_ALGORITHM = writeDer(0x30, writeDer(0x06, Buffer.from('2b0e03021a', 'hex')), writeDer(0x05))
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
/** Hash of a signature algorithm; null where the key says it. */
const HASHES: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
}
const ASK_MS = 2500
const MAX_ANSWER_BYTES = 20_000

/**
 * The revocation state of a certificate in an OCSP answer (RFC 6960 §4.2.1), and whether the issuer, or a responder that the
 * issuer named, signed it. Undefined when the bytes hold no answer about this certificate.
 */
export function parseOcsp(answer: Uint8Array, leaf: Uint8Array, issuer: Uint8Array): Parsed | undefined {
  try {
    const [status, wrapped] = readDer(readDer(answer)[0]!.content)
    if (status?.content[0] !== 0 || !wrapped) return undefined
    const [, octets] = readDer(readDer(wrapped.content)[0]!.content)
    const [tbs, algorithm, signature, certificates] = readDer(readDer(octets!.content)[0]!.content)
    const single = findSingle(tbs!, leaf)
    if (!single) return undefined
    const [, state, thisUpdate, ...rest] = single
    const next = rest.find(({ tag }) => tag === 0xa0)
    const kind = state!.tag & 0x1f
    return {
      status: kind === 0 ? 'good' : kind === 1 ? 'revoked' : 'unknown',
      checkedAt: toIsoTime(thisUpdate!),
      nextUpdate: next ? toIsoTime(readDer(next.content)[0]!) : null,
      revokedAt: kind === 1 ? toIsoTime(readDer(state!.content)[0]!) : null,
      isVerified: isSigned({ tbs: tbs!, algorithm: algorithm!, signature: signature!, certificates }, issuer),
    }
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined // garbage is no answer
    throw error
  }
}

/** Asks the responder that the certificate names. Undefined when there is none or it does not answer. */
export async function askOcsp(
  { leaf, issuer }: { leaf: Uint8Array; issuer: Uint8Array },
  { fetcher, signal, timeoutMs }: { fetcher: Fetcher; signal: AbortSignal | undefined; timeoutMs: number },
): Promise<(Parsed & { url: string }) | undefined> {
  const [responder] = readCertificateParts(leaf).ocspUrls
  if (!responder) return undefined
  const question = encodeURIComponent(Buffer.from(toQuestion(leaf, issuer)).toString('base64'))
  const url = `${responder.replace(/\/$/, '')}/${question}` // RFC 6960 §A.1
  try {
    const { body, status } = await fetcher.fetch(url, {
      maxBytes: MAX_ANSWER_BYTES,
      signal,
      timeoutMs: Math.min(ASK_MS, timeoutMs),
    })
    const parsed = status === 200 ? parseOcsp(body, leaf, issuer) : undefined
    return parsed && { ...parsed, url: responder }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return undefined
  }
}

/** The question of RFC 6960 §4.1.1 about one certificate. */
function toQuestion(leaf: Uint8Array, issuer: Uint8Array): Uint8Array {
  const { serial, issuerName } = readCertificateParts(leaf)
  const sha1 = (bytes: Uint8Array) => writeDer(0x04, createHash('sha1').update(bytes).digest())
  const id = writeDer(0x30, SHA1_ALGORITHM, sha1(issuerName), sha1(readCertificateParts(issuer).keyBits), writeDer(0x02, serial))
  return writeDer(0x30, writeDer(0x30, writeDer(0x30, writeDer(0x30, id))))
}

/** The part about our certificate, found by its serial number. */
function findSingle(tbs: Der, leaf: Uint8Array): Der[] | undefined {
  const { serial } = readCertificateParts(leaf)
  const responses = readDer(tbs.content).find(({ tag }) => tag === 0x30)
  for (const { content } of readDer(responses!.content)) {
    const single = readDer(content)
    if (Buffer.compare(readDer(single[0]!.content).at(-1)!.content, serial) === 0) return single
  }
  return undefined
}

type Signed = { tbs: Der; algorithm: Der; signature: Der; certificates: Der | undefined }

function isSigned({ tbs, algorithm, signature, certificates }: Signed, issuer: Uint8Array): boolean {
  const hash = HASHES[toOid(readDer(algorithm.content)[0]!.content)]
  if (hash === undefined) return false
  const authority = new X509Certificate(issuer)
  const named = certificates ? readDer(readDer(certificates.content)[0]!.content) : []
  const responders = named.flatMap(({ whole }): KeyObject[] => {
    const one = new X509Certificate(whole)
    const isNamed = one.checkIssued(authority) && one.verify(authority.publicKey) && one.keyUsage?.includes(OCSP_SIGNING)
    return isNamed ? [one.publicKey] : []
  })
  return [authority.publicKey, ...responders].some((key) => verify(hash, tbs.whole, key, signature.content.subarray(1)))
}
