import type { Extension, GeneralName } from '@peculiar/x509'
import { formatIpv6 } from '@octet/core/ip/ipv6.ts'
import { toHex } from '../../lib/bytes.ts'
import {
  listBits,
  listDer,
  listParts,
  toAscii,
  toInteger,
  toOid,
  toSignedHex,
  toText,
  toValueText,
  writeDer,
  type DerValue,
} from '../../lib/der.ts'
import { toNameText } from '../../lib/x509/name-text.ts'

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
    return listNames(extension).join('\n')
  if (extension instanceof library.SubjectKeyIdentifierExtension) return extension.keyId
  return READERS[extension.type]?.(listDer(bytes), library)
}

type NamesExtension = Extension & { readonly names: { readonly items: readonly GeneralName[] } }

/** The names of an extension in its order (RFC 5280 §4.2.1.6), those of kinds that the library leaves out among them. */
export function listNames({ names, value }: NamesExtension): string[] {
  const [list] = listDer(new Uint8Array(value))
  const known = names.items.values()
  const found = (list ? listParts(list) : []).map((name) => findOther(name) ?? known.next().value)
  return [...found, ...known].flatMap((name) => (typeof name === 'object' ? toName(name) : (name ?? [])))
}

/** Tags of a name of another kind, of X.400 and of EDI. */
const [OTHER, X400, EDI] = [0xa0, 0xa3, 0xa5]
/** The name of a user and the number of a machine (Microsoft), which the library reads. */
const READ_OTHERS = new Set(['1.3.6.1.4.1.311.20.2.3', '1.3.6.1.4.1.311.25.1'])

function findOther(name: DerValue): string | undefined {
  if (name.tag === X400) return `x400: ${toHex(name.content)}`
  if (name.tag === EDI) return `edi: ${toHex(name.content)}`
  if (name.tag !== OTHER) return undefined
  const [type, wrapped] = listParts(name)
  if (!type || !wrapped || READ_OTHERS.has(toOid(type))) return undefined
  return `other: ${toOid(type)} ${listParts(wrapped).map(toValueText).join(' ')}`
}

function toName(name: GeneralName): string {
  const { type, value } = name
  if (type !== 'dn') return `${type}: ${value}`
  const [wrapped] = listDer(new Uint8Array(name.rawData))
  return `${type}: ${wrapped ? toNameText(wrapped.content) : ''}`
}

type Read = (values: DerValue[], library: Library) => string

/** The methods of RFC 5280 §4.2.2, of RFC 3161 and of RFC 6487 §4.8.8. */
const ACCESS: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.48.1': 'OCSP',
  '1.3.6.1.5.5.7.48.2': 'CA issuers',
  '1.3.6.1.5.5.7.48.3': 'time stamping',
  '1.3.6.1.5.5.7.48.5': 'CA repository',
  '1.3.6.1.5.5.7.48.10': 'RPKI manifest',
  '1.3.6.1.5.5.7.48.11': 'signed object',
  '1.3.6.1.5.5.7.48.13': 'RPKI notify',
}

const readAccess: Read = (values, library) =>
  values
    .flatMap(listParts)
    .map(listParts)
    .map(([method, place]) => {
      const oid = method ? toOid(method) : ''
      return `${ACCESS[oid] ?? oid}: ${place ? toPlace(place, library) : ''}`
    })
    .join('\n')

const readPoints: Read = (values, library) =>
  values
    .flatMap(listParts)
    .flatMap((point) => toPoint(point, library))
    .join('\n')

/** By object identifier, what the library leaves as bytes or does not tell whole. */
const READERS: Readonly<Record<string, Read>> = {
  '2.5.29.20': (values) => values.map(toInteger).join(),
  '2.5.29.27': (values) => values.map(toInteger).join(),
  '2.5.29.28': (values, library) =>
    values
      .flatMap(listParts)
      .flatMap((part) => toScope(part, library))
      .join('\n'),
  '2.5.29.30': (values, library) =>
    values
      .flatMap(listParts)
      .flatMap((subtrees) => toConstraints(subtrees, library))
      .join('\n'),
  '2.5.29.31': readPoints,
  '2.5.29.32': (values) => values.flatMap(listParts).flatMap(toPolicy).join('\n'),
  '2.5.29.33': (values) =>
    values
      .flatMap(listParts)
      .map((mapping) => listParts(mapping).map(toOid).join(' → '))
      .join('\n'),
  '2.5.29.35': ([whole], library) => (whole ? toAuthority(listParts(whole), library) : ''),
  '2.5.29.36': (values) =>
    values
      .flatMap(listParts)
      .map((value) => `${value.tag === 0x80 ? 'requireExplicitPolicy' : 'inhibitPolicyMapping'}: ${toInteger(value)}`)
      .join(', '),
  '2.5.29.46': readPoints,
  '2.5.29.54': (values) => values.map(toInteger).join(),
  '1.3.6.1.5.5.7.1.1': readAccess,
  '1.3.6.1.5.5.7.1.11': readAccess,
  '1.3.6.1.5.5.7.1.24': (values) =>
    values
      .flatMap(listParts)
      .map((value) => FEATURES[String(toInteger(value))] ?? String(toInteger(value)))
      .join(', '),
  '1.3.6.1.4.1.11129.2.4.2': ([list]) => (list ? toTimestamps(list.content) : ''),
  '1.3.6.1.5.5.7.48.1.5': () => '—',
  '1.3.6.1.4.1.311.20.2': (values) => values.map(toText).join(),
  '1.3.6.1.4.1.311.21.1': (values) => values.map(toInteger).join(),
  '1.3.6.1.4.1.311.21.7': (values) => {
    const [oid, ...version] = values.flatMap(listParts)
    return oid ? `${toOid(oid)} ${version.map(toInteger).join('.')}`.trim() : ''
  },
  '2.16.840.1.113730.1.1': (values) => values.flatMap((value) => listBits(value, NETSCAPE)).join(', '),
  '2.16.840.1.113730.1.13': (values) => values.map(toText).join(),
}

/** RFC 7633 §4. */
const FEATURES: Readonly<Record<string, string>> = { 5: 'status_request (OCSP must-staple)', 17: 'status_request_v2' }
const NETSCAPE = ['sslClient', 'sslServer', 'smime', 'objectSigning', 'reserved', 'sslCA', 'smimeCA', 'objectSigningCA'] as const

const readName = ({ raw }: DerValue, library: Library): GeneralName => new library.GeneralName(Uint8Array.from(raw))

/** Where something lies: an address of the web as it is, another name with its kind. */
function toPlace(value: DerValue, library: Library): string {
  const name = readName(value, library)
  return name.type === 'url' ? name.value : toName(name)
}

/** RFC 5280 §4.2.1.13. */
const REASONS = [
  'unused',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'privilegeWithdrawn',
  'aACompromise',
] as const

/** A distribution point: its names, for which reasons, and who signs the list if that is somebody else. */
function toPoint(point: DerValue, library: Library): string[] {
  return listParts(point).flatMap((part) => {
    if (part.tag === 0x81 || part.tag === 0xa1) return [`reasons: ${listBits(part, REASONS).join(', ')}`]
    if (part.tag === 0xa2) return listParts(part).map((name) => `issuer: ${toPlace(name, library)}`)
    return toPointName(part, library)
  })
}

/** The name of a distribution point: whole, or relative to the one who signs the list. */
function toPointName(point: DerValue, library: Library): string[] {
  return listParts(point).flatMap((names) => {
    if (names.tag === 0xa0) return listParts(names).map((name) => toPlace(name, library))
    const relative = writeDer(0x30, writeDer(0x31, names.content))
    return [`relative name: ${toNameText(relative)}`]
  })
}

const SCOPES: Readonly<Record<number, string>> = {
  0x81: 'onlyContainsUserCerts',
  0x82: 'onlyContainsCACerts',
  0x84: 'indirectCRL',
  0x85: 'onlyContainsAttributeCerts',
}

/** Which certificates a revocation list is about (RFC 5280 §5.2.5). */
function toScope(part: DerValue, library: Library): string[] {
  if (part.tag === 0xa0) return toPointName(part, library)
  if (part.tag === 0x83) return [`onlySomeReasons: ${listBits(part, REASONS).join(', ')}`]
  return [`${SCOPES[part.tag] ?? toHex(part.raw)}: ${part.content[0] === 0 ? 'FALSE' : 'TRUE'}`]
}

const ANY_POLICY = '2.5.29.32.0'
const CPS = '1.3.6.1.5.5.7.2.1'

/** A policy with its statement and its notice (RFC 5280 §4.2.1.4). */
function toPolicy(policy: DerValue): string[] {
  const [oid, qualifiers] = listParts(policy)
  const id = oid ? toOid(oid) : ''
  const lines = (qualifiers ? listParts(qualifiers) : []).map((qualifier) => {
    const [kind, value] = listParts(qualifier)
    if (!kind || !value) return ''
    return toOid(kind) === CPS ? `  CPS: ${toText(value)}` : `  notice: ${toNotice(value)}`
  })
  return [id === ANY_POLICY ? `anyPolicy (${id})` : id, ...lines]
}

function toNotice(notice: DerValue): string {
  const parts = listParts(notice).map((part) => {
    if (part.tag !== 0x30) return toText(part)
    const [organisation, numbers] = listParts(part)
    return `(${[organisation ? toText(organisation) : '', ...(numbers ? listParts(numbers).map(toInteger) : [])].join(', ')})`
  })
  return parts.toReversed().join(' ')
}

/** The issuer's key, or its name and serial number (RFC 5280 §4.2.1.1). */
function toAuthority(parts: readonly DerValue[], library: Library): string {
  const lines = parts.flatMap((part) => {
    if (part.tag === 0xa1) return listParts(part).map((name) => `issuer: ${toPlace(name, library)}`)
    return [part.tag === 0x82 ? `serial: ${toSignedHex(part)}` : toHex(part.content)]
  })
  return lines.join('\n')
}

/** Permitted and excluded subtrees (RFC 5280 §4.2.1.10). */
function toConstraints({ tag, content }: DerValue, library: Library): string[] {
  const word = tag === 0xa0 ? 'permitted' : 'excluded'
  return listDer(content).map((subtree) => {
    const [base] = listParts(subtree)
    return `${word} ${base ? toBase(base, library) : ''}`
  })
}

const BASES: Readonly<Record<number, string>> = { 0x81: 'email', 0x82: 'dns', 0x86: 'url' }

function toBase(base: DerValue, library: Library): string {
  const { tag, content } = base
  if (tag === 0x87) return `ip: ${toRange(content)}`
  return BASES[tag] ? `${BASES[tag]}: ${toAscii(base)}` : toName(readName(base, library))
}

/** An address with its mask, of four or sixteen bytes each. */
function toRange(bytes: Uint8Array): string {
  const half = bytes.length / 2
  const prefix = [...bytes.subarray(half)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const address = bytes.subarray(0, half)
  const text = half === 4 ? [...address].join('.') : formatIpv6(BigInt(`0x${toHex(address)}`))
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
  '1.3.6.1.5.5.7.3.5': 'ipsecEndSystem',
  '1.3.6.1.5.5.7.3.6': 'ipsecTunnel',
  '1.3.6.1.5.5.7.3.7': 'ipsecUser',
  '1.3.6.1.5.5.7.3.8': 'timeStamping',
  '1.3.6.1.5.5.7.3.9': 'OCSPSigning',
  '1.3.6.1.5.5.7.3.17': 'ipsecIKE',
  '1.3.6.1.5.5.7.3.31': 'BIMI mark',
  '1.3.6.1.5.2.3.4': 'pkInitClientAuth',
  '1.3.6.1.5.2.3.5': 'pkInitKDC',
  '1.3.6.1.4.1.311.2.1.21': 'msIndividualCodeSigning',
  '1.3.6.1.4.1.311.2.1.22': 'msCommercialCodeSigning',
  '1.3.6.1.4.1.311.10.3.1': 'msTrustListSigning',
  '1.3.6.1.4.1.311.10.3.4': 'msEncryptingFileSystem',
  '1.3.6.1.4.1.311.10.3.12': 'msDocumentSigning',
  '1.3.6.1.4.1.311.20.2.2': 'msSmartcardLogon',
  '2.5.29.37.0': 'anyExtendedKeyUsage',
}

/** What a key may be used for, by its two extensions. */
export function listUsages(library: Library, extension: Extension): string[] {
  if (extension instanceof library.KeyUsagesExtension) return USAGES.filter((_, bit) => (extension.usages as number) & (1 << bit))
  return extension instanceof library.ExtendedKeyUsageExtension
    ? extension.usages.map((usage) => EXTENDED[String(usage)] ?? String(usage))
    : []
}
