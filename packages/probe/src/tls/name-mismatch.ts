import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { toCheck, type Check } from '../check.ts'

/** `DNS:w*.example.com`: a wildcard that is not the whole first label. */
const ODD_WILDCARD = /^DNS:(?!\*\.[^*]*$).*\*/

/**
 * Why a certificate does not name a host, as browsers see it; undefined where it does. Node also takes the subject's CN where no
 * alternative name is one of DNS, and a wildcard that is part of a label (RFC 9525 §6.3 knows neither).
 */
export function findNameMismatch(host: string, leaf: PeerCertificate): string | undefined {
  if (!leaf.subjectaltname) return 'the certificate has no subjectAltName'
  return isNamed(host, leaf, (name) => !ODD_WILDCARD.test(name))
    ? undefined
    : `${host} is not among the names of the certificate: ${leaf.subjectaltname}`
}

/** `DNS:www.example.com.`, which Chromium, curl and OpenSSL read without its dot, and Firefox and Go do not read at all. */
const FINAL_DOT = /^DNS:.*\.$/

/** Of a certificate that names a host only by a name with a final dot, on which browsers do not agree (RFC 5280 §4.2.1.6 has none). */
export function checkFinalDot(host: string, leaf: PeerCertificate): Check[] {
  if (findNameMismatch(host, leaf) !== undefined) return []
  if (isNamed(host, leaf, (name) => !ODD_WILDCARD.test(name) && !FINAL_DOT.test(name))) return []
  return [
    toCheck(
      'name',
      'bad',
      'the name in the certificate ends in a dot, which it may not: Chrome takes it, Firefox and others refuse it',
      '证书中的域名以点结尾，不合规范：Chrome 接受，Firefox 等会拒绝',
    ),
  ]
}

function isNamed(host: string, leaf: PeerCertificate, isRead: (name: string) => boolean): boolean {
  const { subjectaltname = '' } = leaf
  // names with odd characters are in quotes, and may hold anything
  const names = subjectaltname.includes('"') ? subjectaltname : subjectaltname.split(', ').filter(isRead).join(', ')
  const subject = {} as PeerCertificate['subject'] // Node's types know of no certificate without a CN
  return checkServerIdentity(host, { ...leaf, subject, subjectaltname: names }) === undefined
}
