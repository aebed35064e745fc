import { X509Certificate } from 'node:crypto'
import { readDer, toOid } from './der.ts'

/** Parts of a certificate (RFC 5280 §4.1) that `X509Certificate` does not hand out. */
export type CertificateParts = {
  /** Content of the serial number's INTEGER. */
  readonly serial: Uint8Array
  /** DER of the issuer's name. */
  readonly issuerName: Uint8Array
  /** The public key's bits, as OCSP hashes them. */
  readonly keyBits: Uint8Array
  /** Values of the extensions by OID. */
  readonly extensions: ReadonlyMap<string, Uint8Array>
  /** OIDs of those that nobody may pass over. */
  readonly critical: readonly string[]
  readonly ocspUrls: readonly string[]
  /** Where the issuer's certificate is. */
  readonly issuerUrls: readonly string[]
}

/** A certificate-transparency log's promise to list the certificate (RFC 6962 §3.2). */
export type Sct = { readonly logId: string; readonly at: string }

const SCT_LIST = '1.3.6.1.4.1.11129.2.4.2'
const TLS_FEATURE = '1.3.6.1.5.5.7.1.24'
const STATUS_REQUEST = 5
const MAX_SCTS = 20

export function readCertificateParts(raw: Uint8Array): CertificateParts {
  const [certificate] = readDer(raw)
  const [tbs] = readDer(certificate!.content)
  const fields = readDer(tbs!.content)
  const at = fields[0]!.tag === 0xa0 ? 1 : 0 // the version stands first unless it is 1
  const [serial, , issuer, , , keyInfo] = fields.slice(at)
  const keyBits = readDer(keyInfo!.content)[1]!.content.subarray(1)
  const wrapped = fields.find(({ tag }) => tag === 0xa3)
  const extensions = wrapped ? readDer(readDer(wrapped.content)[0]!.content).map(({ content }) => readDer(content)) : []
  return {
    serial: serial!.content,
    issuerName: issuer!.whole,
    keyBits,
    extensions: new Map(extensions.map((parts) => [toOid(parts[0]!.content), parts.at(-1)!.content])),
    critical: extensions.filter((parts) => parts.length === 3).map((parts) => toOid(parts[0]!.content)),
    ocspUrls: readUrls(raw, /^OCSP - URI:(http:\/\/\S+)$/gm),
    issuerUrls: readUrls(raw, /^CA Issuers - URI:(http:\/\/\S+)$/gm),
  }
}

function readUrls(raw: Uint8Array, pattern: RegExp): string[] {
  return [...(new X509Certificate(raw).infoAccess ?? '').matchAll(pattern)].map(([, url]) => url!)
}

/** The promises inside a certificate, in its order. */
export function readScts({ extensions }: CertificateParts): Sct[] {
  const extension = extensions.get(SCT_LIST)
  if (!extension) return []
  const list = Buffer.from(readDer(extension)[0]!.content).subarray(2)
  const found: Sct[] = []
  for (let at = 0; at + 2 <= list.length && found.length < MAX_SCTS;) {
    const size = list.readUInt16BE(at)
    const sct = list.subarray(at + 2, at + 2 + size)
    at += 2 + size
    // version 1: log id of 32 bytes, then milliseconds since 1970
    if (sct.length >= 43 && sct[0] === 0)
      found.push({ logId: sct.toString('base64', 1, 33), at: new Date(Number(sct.readBigUInt64BE(33))).toISOString() })
  }
  return found
}

/** Whether the certificate obliges the server to staple an OCSP answer (RFC 7633). */
export function mustStaple({ extensions }: CertificateParts): boolean {
  const features = extensions.get(TLS_FEATURE)
  if (!features) return false
  return readDer(readDer(features)[0]!.content).some(({ content }) => content.at(-1) === STATUS_REQUEST)
}
