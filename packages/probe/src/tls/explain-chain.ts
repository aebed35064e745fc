import { X509Certificate } from 'node:crypto'
import { readCertificateParts } from './certificate-parts.ts'

const NAME_CONSTRAINTS = '2.5.29.30'
const KEY_USAGE = '2.5.29.15'
const KEY_CERT_SIGN = 0x04
const DIGITAL_SIGNATURE = 0x80
/** digitalSignature, keyEncipherment, keyAgreement: what TLS does with a key (RFC 5246 §7.4.2). */
const TLS_USES = DIGITAL_SIGNATURE | 0x20 | 0x08
/** Extensions that OpenSSL heeds when they are critical (X509_supported_extension). */
const KNOWN: ReadonlySet<string> = new Set([
  ...[15, 17, 19, 30, 31, 32, 33, 36, 37, 54].map((last) => `2.5.29.${last}`),
  ...['1.7', '1.8', '1.14', '48.1.5'].map((last) => `1.3.6.1.5.5.7.${last}`),
  '2.16.840.1.113730.1.1',
])

/** What OpenSSL has against a chain, by its names for it: Node passes some on under a wider one, or under none. */
export function explainProblem(problem: string, chain: readonly Buffer[]): string {
  if (problem === 'UNSPECIFIED') return explainUnspecified(chain)
  return problem === 'INVALID_PURPOSE' ? explainPurpose(chain) : problem
}

/** OpenSSL calls an issuer that is no authority one for another purpose, and so a server's key. */
function explainPurpose(chain: readonly Buffer[]): string {
  if (chain.slice(1).some((raw) => !maySign(raw))) return 'INVALID_CA'
  const usage = readUsage(chain[0]!)
  return usage === undefined || (usage & TLS_USES) !== 0 ? 'INVALID_PURPOSE' : 'INVALID_KEY_USAGE'
}

/** Which rule a chain breaks that OpenSSL refuses for a reason that Node does not pass on; by OpenSSL's names. */
export function explainUnspecified(chain: readonly Buffer[]): string {
  if (chain.some((raw) => readCertificateParts(raw).critical.some((oid) => !KNOWN.has(oid))))
    return 'UNHANDLED_CRITICAL_EXTENSION'
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
  const usage = readUsage(raw)
  return new X509Certificate(raw).ca && (usage === undefined || (usage & KEY_CERT_SIGN) !== 0)
}

/** Whether the key of a certificate is for signatures too, by which all but static RSA prove who they are (RFC 5246 §7.4.2). */
export function maySignHandshakes(raw: Buffer): boolean {
  const usage = readUsage(raw)
  return usage === undefined || (usage & DIGITAL_SIGNATURE) !== 0
}

/** The first byte of the key usage; undefined where any is allowed. */
function readUsage(raw: Buffer): number | undefined {
  // a BIT STRING: tag, length, unused bits, bits
  const usage = readCertificateParts(raw).extensions.get(KEY_USAGE)
  return usage && (usage[3] ?? 0)
}
