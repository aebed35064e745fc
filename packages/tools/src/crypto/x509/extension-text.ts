import type { Extension, GeneralName } from '@peculiar/x509'
import { toHex } from '../../lib/bytes.ts'
import { listDer, listParts, toAscii, type DerValue } from '../../lib/der.ts'

type Library = typeof import('@peculiar/x509')

const MAX_HEX = 400

/** What an extension says, a line each; its bytes in hex where nobody knows. */
export function toExtensionText(library: Library, extension: Extension): string {
  const bytes = new Uint8Array(extension.value)
  return (find(() => toKnownText(library, extension, bytes)) ?? toHex(bytes).slice(0, MAX_HEX)) || '—'
}

/** What cannot be read as it should be is shown as bytes. */
function find(read: () => string | undefined): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function toKnownText(library: Library, extension: Extension, bytes: Uint8Array): string | undefined {
  if (extension instanceof library.BasicConstraintsExtension) {
    const { ca, pathLength } = extension
    return `CA: ${ca ? 'TRUE' : 'FALSE'}${pathLength === undefined ? '' : `, pathlen: ${pathLength}`}`
  }
  if (extension instanceof library.KeyUsagesExtension || extension instanceof library.ExtendedKeyUsageExtension)
    return listUsages(library, extension).join(', ')
  if (extension instanceof library.SubjectAlternativeNameExtension || extension instanceof library.IssuerAlternativeNameExtension)
    return extension.names.items.map(toName).join('\n')
  if (extension instanceof library.SubjectKeyIdentifierExtension) return extension.keyId
  if (extension instanceof library.AuthorityKeyIdentifierExtension) return extension.keyId
  if (extension instanceof library.CertificatePolicyExtension) return extension.policies.join('\n')
  if (extension instanceof library.AuthorityInfoAccessExtension)
    return [
      ...extension.ocsp.map((name) => `OCSP: ${name.value}`),
      ...extension.caIssuers.map((name) => `CA issuers: ${name.value}`),
    ].join('\n')
  return READERS[extension.type]?.(listDer(bytes))
}

const toName = ({ type, value }: GeneralName): string => `${type}: ${value}`

/** By object identifier, what the library leaves as bytes. */
const READERS: Readonly<Record<string, (values: DerValue[]) => string>> = {
  // Names of RFC 5280 §4.2.1.13 stand behind tags [0] [0]; those that are addresses of the web are IA5 texts of tag [6].
  '2.5.29.31': (points) => points.flatMap(listParts).flatMap(listUrls).join('\n'),
  '2.5.29.30': (values) => values.flatMap(listParts).flatMap(toConstraints).join('\n'),
  '1.3.6.1.5.5.7.1.24': (values) =>
    values
      .flatMap(listParts)
      .map(({ content: [feature] }) => (feature === 5 ? 'status_request (OCSP must-staple)' : String(feature)))
      .join(', '),
  '1.3.6.1.4.1.11129.2.4.2': ([list]) => (list ? toTimestamps(list.content) : ''),
  '1.3.6.1.5.5.7.48.1.5': () => '—',
}

const URL_TAG = 0x86

function listUrls(value: DerValue): string[] {
  if (value.tag === URL_TAG) return [toAscii(value)]
  return value.tag === 0x30 || (value.tag & 0xe0) === 0xa0 ? listParts(value).flatMap(listUrls) : []
}

/** Permitted and excluded subtrees (RFC 5280 §4.2.1.10). */
function toConstraints({ tag, content }: DerValue): string[] {
  const word = tag === 0xa0 ? 'permitted' : 'excluded'
  return listDer(content).map((subtree) => {
    const [base] = listParts(subtree)
    return `${word} ${base ? toBase(base) : ''}`
  })
}

const BASES: Readonly<Record<number, string>> = { 0x81: 'email', 0x82: 'dns', 0x86: 'url' }

function toBase(base: DerValue): string {
  const { tag, content } = base
  if (tag === 0x87) return `ip: ${toRange(content)}`
  return BASES[tag] ? `${BASES[tag]}: ${toAscii(base)}` : toHex(content)
}

/** An address with its mask, of four or sixteen bytes each. */
function toRange(bytes: Uint8Array): string {
  const half = bytes.length / 2
  const prefix = [...bytes.subarray(half)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const address = bytes.subarray(0, half)
  const text = half === 4 ? [...address].join('.') : toHex(address).replaceAll(/(.{4})(?=.)/g, '$1:')
  return /^1*0*$/.test(prefix) ? `${text}/${prefix.lastIndexOf('1') + 1}` : `${text} ${toHex(bytes.subarray(half))}`
}

/** The logs that saw a certificate, and when (RFC 6962 §3.3). */
function toTimestamps(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lines: string[] = []
  for (let at = 2; at < view.byteLength; at += 2 + view.getUint16(at)) {
    const log = toHex(bytes.subarray(at + 3, at + 35))
    lines.push(`${new Date(Number(view.getBigUint64(at + 35))).toISOString()} ${log}`)
  }
  return lines.join('\n')
}

/** Bits of key usage (RFC 5280 §4.2.1.3). */
const USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const
const EXTENDED: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'serverAuth',
  '1.3.6.1.5.5.7.3.2': 'clientAuth',
  '1.3.6.1.5.5.7.3.3': 'codeSigning',
  '1.3.6.1.5.5.7.3.4': 'emailProtection',
  '1.3.6.1.5.5.7.3.8': 'timeStamping',
  '1.3.6.1.5.5.7.3.9': 'OCSPSigning',
  '2.5.29.37.0': 'anyExtendedKeyUsage',
}

/** What a key may be used for, by its two extensions. */
export function listUsages(library: Library, extension: Extension): string[] {
  if (extension instanceof library.KeyUsagesExtension) return USAGES.filter((_, bit) => (extension.usages as number) & (1 << bit))
  return extension instanceof library.ExtendedKeyUsageExtension
    ? extension.usages.map((usage) => EXTENDED[String(usage)] ?? String(usage))
    : []
}
