import 'reflect-metadata'
import { isAppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Extension, Pkcs10CertificateRequest, X509Certificate } from '@peculiar/x509'
import { toHex } from '../../lib/bytes.ts'
import { listAttributes, type Attribute } from './attributes.ts'
import { toKeyText, toSignatureText } from './algorithms.ts'
import { toSignedHex } from '../../lib/der.ts'
import { readExtension, toExtensionRows, type ExtensionRow } from './extension-rows.ts'
import { listNames, listUsages } from './extension-text.ts'
import { toNameText } from '../../lib/x509/name-text.ts'
import { refuse, toUnreadable, type Block } from '../../lib/x509/blocks.ts'
import { isSameName } from '../../lib/x509/same-name.ts'
import { splitCertificate, splitRequest, type CertificateParts, type SignedParts } from '../../lib/x509/signed-parts.ts'
import { toTimeText } from '../../lib/asn1-time.ts'

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
  if (/REQUEST/.test(label)) return toRequest(splitRequest(der), { der, ...options })
  if (!isDecodable({ label, der }))
    throw refuse(
      {
        en: 'certificates, certificate requests and revocation lists are read here, keys at /crypto/keys',
        zh: '此处仅解析证书、证书请求与吊销列表，密钥请使用 /crypto/keys',
      },
      label,
    )
  if (label) return toCertificate(splitCertificate(der), options)
  // Without a label the content decides.
  const certificate = find(() => splitCertificate(der))
  return certificate ? toCertificate(certificate, options) : toRequest(splitRequest(der), { der, ...options })
}

function find<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}

async function toCertificate(parts: CertificateParts, { now, lang }: Options): Promise<Decoded> {
  const library = await import('@peculiar/x509')
  const notAfter = toTimeText(parts.notAfter)
  const daysLeft = Math.floor((Date.parse(notAfter) - now.getTime()) / 86_400_000)
  const extensions = parts.extensions.map((extension) => readExtension(library, extension))
  const usage = extensions.find((extension) => extension instanceof library.KeyUsagesExtension)
  const constraints = extensions.find((extension) => extension instanceof library.BasicConstraintsExtension)
  return {
    type: 'certificate',
    subject: toNameText(parts.subject.raw),
    issuer: toNameText(parts.issuer.raw),
    serial: toSignedHex(parts.serial),
    notBefore: toTimeText(parts.notBefore),
    notAfter,
    ...(!Number.isNaN(daysLeft) && { daysLeft }),
    // Without the usage to sign certificates the mark alone does not make an authority (RFC 5280 §4.2.1.9).
    isCa: (constraints?.ca ?? false) && (usage === undefined || (usage.usages & library.KeyUsageFlags.keyCertSign) !== 0),
    isSelfSigned: isSameName(parts.subject.raw, parts.issuer.raw),
    ...(await toShared(parts, { source: new library.X509Certificate(parts.bare), extensions, lang })),
  }
}

async function toRequest(parts: SignedParts, { der, lang }: Options & { der: Uint8Array }): Promise<Decoded> {
  const library = await import('@peculiar/x509')
  const extensions = parts.extensions.map((extension) => readExtension(library, extension))
  const attributes = listAttributes(der, lang)
  return {
    type: 'request',
    subject: toNameText(parts.subject.raw),
    ...(await toShared(parts, { source: new library.Pkcs10CertificateRequest(parts.bare), extensions, lang })),
    ...(attributes.length > 0 && { attributes }),
  }
}

type Shared = {
  readonly source: X509Certificate | Pkcs10CertificateRequest
  readonly extensions: readonly Extension[]
  readonly lang: Lang
}

async function toShared(parts: SignedParts, { source, extensions, lang }: Shared) {
  const library = await import('@peculiar/x509')
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const { sha1 } = await import('@noble/hashes/legacy.js')
  const alternative = extensions.find((extension) => extension instanceof library.SubjectAlternativeNameExtension)
  return {
    names: alternative ? listNames(alternative) : [],
    publicKey: toKeyText(source.publicKey),
    signatureAlgorithm: toSignatureText(source.signatureAlgorithm),
    usages: extensions.flatMap((extension) => listUsages(library, extension)),
    sha256: toHex(sha256(parts.whole), ':').toUpperCase(),
    sha1: toHex(sha1(parts.whole), ':').toUpperCase(),
    spkiSha256: toHex(sha256(new Uint8Array(source.publicKey.rawData))),
    extensions: toExtensionRows(library, extensions, lang),
  }
}
