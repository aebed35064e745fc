import { findAddress, formatAddress, BITS } from '@octet/core/ip/address.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { concatBytes, parseHex, type Bytes } from '../../lib/bytes.ts'
import { listParts, readFirst, toText, writeDer, DER } from '../../lib/der.ts'
import { findUrl } from '../../lib/find-url.ts'
import { findAsciiHost } from '../../lib/idn.ts'
import { splitNames } from '../../lib/name-list.ts'

/** A subject alternative name (RFC 5280 §4.2.1.6), as a certificate has it. */
export type AlternativeName = { readonly kind: NameKind; readonly value: string }
type NameKind = keyof typeof TAGS

const TAGS = { email: 0x81, DNS: 0x82, URI: 0x86, IP: 0x87 } as const
const KINDS = Object.keys(TAGS) as NameKind[]
/** Far more than any program wants in a certificate. */
const MAX_NAMES = 200

/**
 * The names of a pasted list: host names, with a star for the first part or in Unicode, addresses, mail addresses and URLs.
 * What OpenSSL writes before them (`DNS:`, `IP:`, `email:`, `URI:`) may stand there. Throws `bad_input`, `too_large`.
 */
export function readAlternativeNames(text: string): AlternativeName[] {
  const names = splitNames(text).map(readName)
  if (names.length > MAX_NAMES) throw new AppError('too_large', { field: 'names', limit: MAX_NAMES, got: names.length })
  return [...new Map(names.map((name) => [toOpensslName(name), name])).values()]
}

function readName(text: string): AlternativeName {
  const found = findAlternativeName(text)
  if (found) return found
  throw new AppError('bad_input', { field: 'names', expected: A_NAME, got: text.slice(0, 100) })
}

/** The name that a word is; nothing where it is none. */
export function findAlternativeName(text: string): AlternativeName | undefined {
  const [, prefix = '', rest = text] = /^(DNS|IP|email|URI):(?!\/\/)(.+)$/i.exec(text) ?? []
  const wanted = KINDS.find((kind) => kind.toLowerCase() === prefix.toLowerCase())
  return findName(rest, wanted)
}

const A_NAME: Text = {
  en: 'a host name such as example.com or *.example.com, an address, a mail address or a URL, without a port or a path',
  zh: '域名（如 example.com、*.example.com）、IP 地址、邮箱或 URL；域名与地址不带端口和路径',
}

function findName(text: string, wanted: NameKind | undefined): AlternativeName | undefined {
  const address = findAddress(text.replace(/^\[(.*)\]$/, '$1'))
  if (address) return wanted === undefined || wanted === 'IP' ? { kind: 'IP', value: formatAddress(address) } : undefined
  if (wanted === 'IP') return undefined
  if (wanted === 'URI' || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return findUri(text, wanted)
  if (wanted === 'email' || text.includes('@')) return findMail(text, wanted)
  const host = findDnsName(text)
  return host === undefined ? undefined : { kind: 'DNS', value: host }
}

/** Whole, with a scheme, and in ASCII (RFC 5280 §7.4). Of the address of a page the host is meant, unless it is said otherwise. */
function findUri(text: string, wanted: NameKind | undefined): AlternativeName | undefined {
  const url = wanted === undefined || wanted === 'URI' ? findUrl(text) : undefined
  if (url && wanted === undefined && /^https?:$/.test(url.protocol)) return findName(url.hostname, undefined)
  return url && { kind: 'URI', value: url.href }
}

/** The part before the sign in ASCII; others need another kind of name (RFC 9598), which few programs know. */
function findMail(text: string, wanted: NameKind | undefined): AlternativeName | undefined {
  const [, local, domain = ''] = /^([\w!#$%&'*+/=?^`{|}~.-]{1,64})@([^@]+)$/.exec(text) ?? []
  const host = local === undefined || (wanted !== undefined && wanted !== 'email') ? undefined : findDnsName(domain)
  return host === undefined || host.startsWith('*') ? undefined : { kind: 'email', value: `${local}@${host}` }
}

/** Labels of a host name in ASCII (RFC 1034 §3.5), with the underscore that some names have. */
const LABEL = /^(?!-)[a-z\d_-]{1,63}(?<!-)$/
const MAX_HOST = 253

/** A host name in ASCII, a star only as its first label (RFC 9525 §6.3); nothing where it is none. */
function findDnsName(text: string): string | undefined {
  const [, star = '', rest = ''] = /^(\*\.)?(.+?)\.?$/.exec(text) ?? []
  const host = findAsciiHost(rest)
  // Digits alone at the end are meant as an address, which this is not.
  const isName = host !== undefined && host.length <= MAX_HOST && /(?:^|\.)(?!\d+$)[^.]+$/.test(host)
  return isName && host.split('.').every((label) => LABEL.test(label)) ? star + host : undefined
}

/** The value of the extension. */
export function writeAlternativeNames(names: readonly AlternativeName[]): Bytes {
  return writeDer(DER.sequence, ...names.map(({ kind, value }) => writeDer(TAGS[kind], toContent(kind, value))))
}

function toContent(kind: NameKind, value: string): Bytes {
  const address = kind === 'IP' ? findAddress(value) : undefined
  if (!address) return concatBytes(new TextEncoder().encode(value))
  return parseHex(address.value.toString(16).padStart(BITS[address.version] / 4, '0'), 'names')
}

/** The names in the value of an extension that another program wrote; of other kinds only that they are there. */
export function listNameTexts(value: Uint8Array): string[] {
  return listParts(readFirst(value)).map((name) => {
    const kind = KINDS.find((one) => TAGS[one] === name.tag)
    if (kind === undefined) return `[${name.tag & 0x1f}]`
    return kind === 'IP' ? toAddressText(name.content) : toText(name)
  })
}

function toAddressText(bytes: Uint8Array): string {
  const version = bytes.length === 4 ? 4 : 6
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return bytes.length === BITS[version] / 8 ? formatAddress({ version, value }) : `[${bytes.length}]`
}

/** A name as the configuration of OpenSSL has it. */
export const toOpensslName = ({ kind, value }: AlternativeName): string => `${kind}:${value}`
