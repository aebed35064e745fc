import { checkServerIdentity, type PeerCertificate } from 'node:tls'

/** `DNS:w*.example.com`: a wildcard that is not the whole first label. */
const ODD_WILDCARD = /^DNS:(?!\*\.[^*]*$).*\*/

/**
 * Why a certificate does not name a host, as browsers see it; undefined where it does. Node also takes the subject's CN where no
 * alternative name is one of DNS, and a wildcard that is part of a label (RFC 9525 §6.3 knows neither).
 */
export function findNameMismatch(host: string, leaf: PeerCertificate): string | undefined {
  if (!leaf.subjectaltname) return 'the certificate has no subjectAltName'
  // names with odd characters are in quotes, and may hold anything
  const names = leaf.subjectaltname.includes('"')
    ? leaf.subjectaltname
    : leaf.subjectaltname
        .split(', ')
        .filter((name) => !ODD_WILDCARD.test(name))
        .join(', ')
  const subject = {} as PeerCertificate['subject'] // Node's types know of no certificate without a CN
  const isNamed = checkServerIdentity(host, { ...leaf, subject, subjectaltname: names }) === undefined
  return isNamed ? undefined : `${host} is not among the names of the certificate: ${leaf.subjectaltname}`
}
