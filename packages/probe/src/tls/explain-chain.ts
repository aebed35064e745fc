import { X509Certificate } from 'node:crypto'
import { readCertificateParts } from './certificate-parts.ts'

const NAME_CONSTRAINTS = '2.5.29.30'
const KEY_USAGE = '2.5.29.15'
const KEY_CERT_SIGN = 0x04

/** Which rule a chain breaks that OpenSSL refuses for a reason that Node does not pass on; by OpenSSL's names. */
export function explainUnspecified(chain: readonly Buffer[]): string {
  const issuers = chain.slice(1).filter((raw) => !isRoot(raw))
  // OpenSSL takes no issuer that may not sign
  if (chain.length === 1 || issuers.some((raw) => !maySign(raw))) return 'KEYUSAGE_NO_CERTSIGN'
  if (issuers.some((raw) => readCertificateParts(raw).extensions.has(NAME_CONSTRAINTS))) return 'PERMITTED_VIOLATION'
  return 'UNSPECIFIED'
}

function isRoot(raw: Buffer): boolean {
  const { subject, issuer } = new X509Certificate(raw)
  return subject === issuer
}

/** A certificate signs others when it is one of an authority, and its key is not for something else alone (RFC 5280 §4.2.1.3). */
function maySign(raw: Buffer): boolean {
  const usage = readCertificateParts(raw).extensions.get(KEY_USAGE)
  // a BIT STRING: tag, length, unused bits, bits
  return new X509Certificate(raw).ca && (usage === undefined || ((usage[3] ?? 0) & KEY_CERT_SIGN) !== 0)
}
