import 'reflect-metadata'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import type { Extension, Pkcs10CertificateRequest, X509Certificate } from '@peculiar/x509'
import { toHex, type Bytes } from '../../lib/bytes.ts'
import { listAttributes, type Attribute } from './attributes.ts'
import { toKeyText, toSignatureText } from './algorithms.ts'
import { listDer, listParts, toSignedHex } from '../../lib/der.ts'
import { listNames, listUsages, toExtensionText } from './extension-text.ts'
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
  extensions: { name: string; isCritical: boolean; value: string }[]
}

type Options = { readonly now: Date; readonly lang: Lang }

/** The content of a PKCS #7 bundle (RFC 2315 §9.1), one after the other; any other block as it is. */
export async function unpackBlock(block: Block): Promise<Block[]> {
  const isBundle = block.label
    ? /^(?:PKCS7|CMS|PKCS #7 SIGNED DATA)$/.test(block.label)
    : SIGNED_DATA.test(toHex(block.der.subarray(0, 20)))
  if (!isBundle) return [block]
  const { X509Certificates } = await import('@peculiar/x509')
  const bundle = read(() => Array.from(new X509Certificates(block.der)))
  return bundle.map(({ rawData }) => ({ label: 'CERTIFICATE', der: new Uint8Array(rawData) }))
}

/** A sequence that begins with the object identifier of signed data. */
const SIGNED_DATA = /^308[0-4](?:[\da-f]{2}){0,4}?06092a864886f70d010702/

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
        en: 'certificates and certificate requests are read here, keys at /crypto/keys',
        zh: '此处仅解析证书与证书请求，密钥请使用 /crypto/keys',
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

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw toUnreadable(error)
  }
}

function toUnreadable(cause: unknown): AppError {
  const reason = {
    en: 'the bytes are not a certificate or request; part of it may be missing',
    zh: '这些字节不是证书或证书请求，内容可能不完整',
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
    extensions: extensions.map((extension) => ({
      name: EXTENSIONS[extension.type]?.[lang] ?? extension.type,
      isCritical: extension.critical,
      value: toExtensionText(library, extension),
    })),
  }
}

function toSerial(der: Bytes): string {
  const [signed] = listDer(der).flatMap(listParts)
  const [first, second] = signed ? listParts(signed) : []
  const value = first?.tag === 0xa0 ? second : first
  return value ? toSignedHex(value) : ''
}

function toIso(date: Date): string {
  return date.toISOString().replace('.000', '')
}

const EXTENSIONS: Readonly<Record<string, Text>> = {
  '2.5.29.14': { en: 'Subject key identifier', zh: '使用者密钥标识符' },
  '2.5.29.15': { en: 'Key usage', zh: '密钥用法' },
  '2.5.29.17': { en: 'Subject alternative name', zh: '使用者可选名称' },
  '2.5.29.19': { en: 'Basic constraints', zh: '基本约束' },
  '2.5.29.18': { en: 'Issuer alternative name', zh: '颁发者可选名称' },
  '2.5.29.30': { en: 'Name constraints', zh: '名称约束' },
  '2.5.29.31': { en: 'CRL distribution points', zh: 'CRL 分发点' },
  '2.5.29.32': { en: 'Certificate policies', zh: '证书策略' },
  '2.5.29.35': { en: 'Authority key identifier', zh: '颁发机构密钥标识符' },
  '2.5.29.33': { en: 'Policy mappings', zh: '策略映射' },
  '2.5.29.36': { en: 'Policy constraints', zh: '策略约束' },
  '2.5.29.46': { en: 'Freshest CRL', zh: '最新 CRL' },
  '2.5.29.54': { en: 'Inhibit anyPolicy', zh: '禁止任意策略' },
  '2.5.29.37': { en: 'Extended key usage', zh: '扩展密钥用法' },
  '1.3.6.1.5.5.7.1.1': { en: 'Authority information access', zh: '颁发机构信息访问' },
  '1.3.6.1.5.5.7.1.11': { en: 'Subject information access', zh: '使用者信息访问' },
  '1.3.6.1.5.5.7.1.24': { en: 'TLS feature (OCSP must-staple)', zh: 'TLS 特性（OCSP 必须装订）' },
  '1.3.6.1.5.5.7.48.1.5': { en: 'OCSP no check', zh: 'OCSP 免检' },
  '1.3.6.1.4.1.311.20.2': { en: 'Certificate template name (Microsoft)', zh: '证书模板名称（微软）' },
  '1.3.6.1.4.1.311.21.1': { en: 'CA version (Microsoft)', zh: 'CA 版本（微软）' },
  '1.3.6.1.4.1.311.21.7': { en: 'Certificate template (Microsoft)', zh: '证书模板（微软）' },
  '2.16.840.1.113730.1.1': { en: 'Netscape certificate type', zh: 'Netscape 证书类型' },
  '2.16.840.1.113730.1.13': { en: 'Netscape comment', zh: 'Netscape 注释' },
  '1.3.6.1.4.1.11129.2.4.2': { en: 'Certificate transparency timestamps', zh: '证书透明度时间戳' },
}
