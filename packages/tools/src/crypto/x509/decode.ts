import 'reflect-metadata'
import { AppError } from '@octet/core/errors.ts'
import type { Extension, Pkcs10CertificateRequest, X509Certificate } from '@peculiar/x509'
import { toHex, type Bytes } from '../../lib/bytes.ts'
import { toKeyText, toSignatureText } from './algorithms.ts'
import { listUsages, toExtensionText } from './extension-text.ts'
import { refuse } from './pem-blocks.ts'

type Library = typeof import('@peculiar/x509')

/** What a certificate (RFC 5280) or a request (PKCS #10, RFC 2986) says. */
export type Decoded = {
  type: 'certificate' | 'request'
  subject: string
  issuer?: string
  serial?: string
  notBefore?: string
  notAfter?: string
  daysLeft?: number
  names: string[]
  publicKey: string
  signatureAlgorithm: string
  isCa?: boolean
  isSelfSigned?: boolean
  usages: string[]
  sha256: string
  sha1: string
  spkiSha256: string
  extensions: { name: string; isCritical: boolean; value: string }[]
}

/** Reads one block. Private keys are refused: they have no place on a page. */
export async function decodeBlock({ label, der }: { label: string; der: Bytes }, now: Date): Promise<Decoded> {
  if (/PRIVATE KEY/.test(label))
    throw refuse(
      { en: 'this is a private key; keep it secret, there is nothing to decode', zh: '这是私钥，请妥善保密，无需解析' },
      label,
    )
  const library = await import('@peculiar/x509')
  if (/REQUEST/.test(label))
    return toRequest(
      library,
      read(() => new library.Pkcs10CertificateRequest(der)),
      der,
    )
  if (label && !/CERTIFICATE/.test(label))
    throw refuse({ en: 'certificates and certificate requests are read here', zh: '此处仅解析证书与证书请求' }, label)
  if (label)
    return toCertificate(
      library,
      read(() => new library.X509Certificate(der)),
      { der, now },
    )
  // Without a label the content decides.
  const certificate = find(() => new library.X509Certificate(der))
  return certificate
    ? toCertificate(library, certificate, { der, now })
    : toRequest(
        library,
        read(() => new library.Pkcs10CertificateRequest(der)),
        der,
      )
}

function find<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new AppError(
      'unsupported_value',
      {
        got: 'DER',
        reason: {
          en: 'the bytes are not a certificate or request; part of it may be missing',
          zh: '这些字节不是证书或证书请求，内容可能不完整',
        },
      },
      { cause: error },
    )
  }
}

async function toCertificate(
  library: Library,
  certificate: X509Certificate,
  { der, now }: { der: Bytes; now: Date },
): Promise<Decoded> {
  const usage = certificate.getExtension(library.KeyUsagesExtension)
  const constraints = certificate.getExtension(library.BasicConstraintsExtension)
  return {
    type: 'certificate',
    subject: certificate.subject,
    issuer: certificate.issuer,
    serial: certificate.serialNumber,
    notBefore: toIso(certificate.notBefore),
    notAfter: toIso(certificate.notAfter),
    daysLeft: Math.floor((certificate.notAfter.getTime() - now.getTime()) / 86_400_000),
    // Without the usage to sign certificates the mark alone does not make an authority (RFC 5280 §4.2.1.9).
    isCa: (constraints?.ca ?? false) && (usage === null || (usage.usages & library.KeyUsageFlags.keyCertSign) !== 0),
    isSelfSigned: certificate.subject === certificate.issuer,
    ...(await toShared(library, certificate, der)),
  }
}

async function toRequest(library: Library, request: Pkcs10CertificateRequest, der: Bytes): Promise<Decoded> {
  return { type: 'request', subject: request.subject, ...(await toShared(library, request, der)) }
}

async function toShared(library: Library, source: X509Certificate | Pkcs10CertificateRequest, der: Bytes) {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const { sha1 } = await import('@noble/hashes/legacy.js')
  // The library's list is a class of its own; a plain one is wanted.
  const extensions = Array.from<Extension>(source.extensions)
  const names = extensions.find((extension) => extension instanceof library.SubjectAlternativeNameExtension)
  return {
    names: names ? names.names.items.map(({ type, value }) => `${type}: ${value}`) : [],
    publicKey: toKeyText(source.publicKey),
    signatureAlgorithm: toSignatureText(source.signatureAlgorithm),
    usages: extensions.flatMap((extension) => listUsages(library, extension)),
    sha256: toHex(sha256(der), ':').toUpperCase(),
    sha1: toHex(sha1(der), ':').toUpperCase(),
    spkiSha256: toHex(sha256(new Uint8Array(source.publicKey.rawData))),
    extensions: extensions.map((extension) => ({
      name: EXTENSIONS[extension.type] ?? extension.type,
      isCritical: extension.critical,
      value: toExtensionText(library, extension),
    })),
  }
}

function toIso(date: Date): string {
  return date.toISOString().replace('.000', '')
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  '2.5.29.14': 'Subject key identifier',
  '2.5.29.15': 'Key usage',
  '2.5.29.17': 'Subject alternative name',
  '2.5.29.19': 'Basic constraints',
  '2.5.29.18': 'Issuer alternative name',
  '2.5.29.30': 'Name constraints',
  '2.5.29.31': 'CRL distribution points',
  '2.5.29.32': 'Certificate policies',
  '2.5.29.35': 'Authority key identifier',
  '2.5.29.37': 'Extended key usage',
  '1.3.6.1.5.5.7.1.1': 'Authority information access',
  '1.3.6.1.5.5.7.1.24': 'TLS feature (OCSP must-staple)',
  '1.3.6.1.5.5.7.48.1.5': 'OCSP no check',
  '1.3.6.1.4.1.11129.2.4.2': 'Certificate transparency timestamps',
}
