import 'reflect-metadata'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Extension, Pkcs10CertificateRequest, X509Certificate } from '@peculiar/x509'
import { toHex, type Bytes } from '../../lib/bytes.ts'
import { listAttributes, type Attribute } from './attributes.ts'
import { toKeyText, toSignatureText } from './algorithms.ts'
import { listDer, listParts, toSignedHex } from '../../lib/der.ts'
import { toExtensionRows, type ExtensionRow } from './extension-rows.ts'
import { listNames, listUsages } from './extension-text.ts'
import { refuse, type Block } from './pem-blocks.ts'

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
  attributes?: Attribute[]
  sha256: string
  sha1: string
  spkiSha256: string
  extensions: ExtensionRow[]
}

type Options = { readonly now: Date; readonly lang: Lang }

/** Whether a block is of a kind that {@link decodeBlock} reads. */
export function isDecodable({ label }: Block): boolean {
  return label === '' || /CERTIFICATE/.test(label)
}

/** Reads one block. Private keys are refused: they have no place on a page. */
export async function decodeBlock(block: Block, options: Options): Promise<Decoded> {
  try {
    return await decode(block, options)
  } catch (error) {
    // The library reads parts of a certificate, its key and its extensions, only when they are asked for.
    throw isAppError(error) ? error : toUnreadable(error)
  }
}

async function decode({ label, der }: Block, options: Options): Promise<Decoded> {
  if (/PRIVATE KEY/.test(label))
    throw refuse(
      {
        en: 'this is a private key; keep it secret. The tool for key pairs reads it: /crypto/keys',
        zh: '这是私钥，请妥善保密；如需解析，请使用密钥对工具：/crypto/keys',
      },
      label,
    )
  const library = await import('@peculiar/x509')
  if (/REQUEST/.test(label))
    return toRequest(
      library,
      read(() => new library.Pkcs10CertificateRequest(der)),
      { der, ...options },
    )
  if (!isDecodable({ label, der }))
    throw refuse(
      {
        en: 'certificates, certificate requests and revocation lists are read here, keys at /crypto/keys',
        zh: '此处仅解析证书、证书请求与吊销列表，密钥请使用 /crypto/keys',
      },
      label,
    )
  if (label)
    return toCertificate(
      library,
      read(() => new library.X509Certificate(der)),
      { der, ...options },
    )
  // Without a label the content decides.
  const certificate = find(() => new library.X509Certificate(der))
  return certificate
    ? toCertificate(library, certificate, { der, ...options })
    : toRequest(
        library,
        read(() => new library.Pkcs10CertificateRequest(der)),
        { der, ...options },
      )
}

function find<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}

export function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw toUnreadable(error)
  }
}

export function toUnreadable(cause: unknown): AppError {
  const reason = {
    en: 'the bytes are not a certificate, a request or a revocation list; part of them may be missing',
    zh: '这些字节不是证书、证书请求或吊销列表，内容可能不完整',
  }
  return new AppError('unsupported_value', { got: 'DER', reason }, { cause })
}

type Source = Options & { readonly der: Bytes }

async function toCertificate(library: Library, certificate: X509Certificate, { der, now, lang }: Source): Promise<Decoded> {
  const usage = certificate.getExtension(library.KeyUsagesExtension)
  const constraints = certificate.getExtension(library.BasicConstraintsExtension)
  return {
    type: 'certificate',
    subject: certificate.subject,
    issuer: certificate.issuer,
    serial: toSerial(der),
    notBefore: toIso(certificate.notBefore),
    notAfter: toIso(certificate.notAfter),
    daysLeft: Math.floor((certificate.notAfter.getTime() - now.getTime()) / 86_400_000),
    // Without the usage to sign certificates the mark alone does not make an authority (RFC 5280 §4.2.1.9).
    isCa: (constraints?.ca ?? false) && (usage === null || (usage.usages & library.KeyUsageFlags.keyCertSign) !== 0),
    isSelfSigned: certificate.subject === certificate.issuer,
    ...(await toShared(library, certificate, { der, lang })),
  }
}

async function toRequest(library: Library, request: Pkcs10CertificateRequest, { der, lang }: Source): Promise<Decoded> {
  const attributes = listAttributes(der, lang)
  return {
    type: 'request',
    subject: request.subject,
    ...(await toShared(library, request, { der, lang })),
    ...(attributes.length > 0 && { attributes }),
  }
}

async function toShared(
  library: Library,
  source: X509Certificate | Pkcs10CertificateRequest,
  { der, lang }: Pick<Source, 'der' | 'lang'>,
) {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const { sha1 } = await import('@noble/hashes/legacy.js')
  // The library's list is a class of its own; a plain one is wanted.
  const extensions = Array.from<Extension>(source.extensions)
  const alternative = extensions.find((extension) => extension instanceof library.SubjectAlternativeNameExtension)
  return {
    names: alternative ? listNames(alternative) : [],
    publicKey: toKeyText(source.publicKey),
    signatureAlgorithm: toSignatureText(source.signatureAlgorithm),
    usages: extensions.flatMap((extension) => listUsages(library, extension)),
    sha256: toHex(sha256(der), ':').toUpperCase(),
    sha1: toHex(sha1(der), ':').toUpperCase(),
    spkiSha256: toHex(sha256(new Uint8Array(source.publicKey.rawData))),
    extensions: toExtensionRows(library, extensions, lang),
  }
}

function toSerial(der: Bytes): string {
  const [signed] = listDer(der).flatMap(listParts)
  const [first, second] = signed ? listParts(signed) : []
  const value = first?.tag === 0xa0 ? second : first
  return value ? toSignedHex(value) : ''
}

/** A time in seconds, as all three kinds of them have it. */
export function toIso(date: Date): string {
  return date.toISOString().replace('.000', '')
}
