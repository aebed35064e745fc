import { X509Certificate } from 'node:crypto'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import type { TlsReport } from '@octet/core/probe/tls.ts'

const DAY_MS = 86_400_000

/** A certificate as a report shows it. */
export function describeCertificate(raw: Buffer, now: Date): TlsReport['certificates'][number] {
  const certificate = new X509Certificate(raw)
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  const size = asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve ?? ''
  const validTo = new Date(certificate.validTo)
  return {
    subject: toName(certificate.subject),
    issuer: toName(certificate.issuer),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: validTo.toISOString(),
    daysLeft: Math.floor((validTo.getTime() - now.getTime()) / DAY_MS),
    names: (certificate.subjectAltName ?? '').split(', ').filter(Boolean).slice(0, 200).map(toAltName),
    signature: certificate.signatureAlgorithm ?? '',
    key: `${(asymmetricKeyType ?? '').toUpperCase()} ${size}`.trim(),
    serial: certificate.serialNumber,
    fingerprint: certificate.fingerprint256,
    isSelfIssued: certificate.subject === certificate.issuer,
    pem: certificate.toString(),
  }
}

/** `DNS:a.example` → `a.example`, `IP Address:0:0:0:0:0:0:0:1` → `::1`; other kinds of names keep theirs. */
function toAltName(text: string): string {
  const [, kind, name = text] = /^(DNS|IP Address):(.*)$/s.exec(text) ?? []
  const address = kind === 'IP Address' ? findAddress(name) : undefined
  return address ? formatAddress(address) : name
}

/** `CN=a\nO=b` → `CN=a, O=b` */
function toName(lines: string | undefined): string {
  return (lines ?? '').split('\n').join(', ').slice(0, 500)
}
