import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../../lib/bytes.ts'
import { CutShort, joinWords, nameOf, toHexNumber, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'
import { CIPHER_SUITES, EXTENSIONS, GROUPS, SIGNATURES } from '../tls-names.ts'

const CONTENT: Readonly<Record<number, Words>> = {
  20: 'Change Cipher Spec',
  21: { en: 'Alert', zh: '警报' },
  22: { en: 'Handshake', zh: '握手' },
  23: { en: 'Application data', zh: '应用数据' },
  24: 'Heartbeat',
}
const HANDSHAKE: Readonly<Record<number, string>> = {
  0: 'HelloRequest',
  1: 'ClientHello',
  2: 'ServerHello',
  4: 'NewSessionTicket',
  8: 'EncryptedExtensions',
  11: 'Certificate',
  12: 'ServerKeyExchange',
  13: 'CertificateRequest',
  14: 'ServerHelloDone',
  15: 'CertificateVerify',
  16: 'ClientKeyExchange',
  20: 'Finished',
  22: 'CertificateStatus',
}
const VERSIONS: Readonly<Record<number, string>> = {
  0x0300: 'SSL 3.0',
  0x0301: 'TLS 1.0',
  0x0302: 'TLS 1.1',
  0x0303: 'TLS 1.2',
  0x0304: 'TLS 1.3',
}
const ALERTS: Readonly<Record<number, string>> = {
  0: 'close_notify',
  10: 'unexpected_message',
  20: 'bad_record_mac',
  22: 'record_overflow',
  40: 'handshake_failure',
  42: 'bad_certificate',
  43: 'unsupported_certificate',
  44: 'certificate_revoked',
  45: 'certificate_expired',
  46: 'certificate_unknown',
  47: 'illegal_parameter',
  48: 'unknown_ca',
  49: 'access_denied',
  50: 'decode_error',
  51: 'decrypt_error',
  70: 'protocol_version',
  71: 'insufficient_security',
  80: 'internal_error',
  86: 'inappropriate_fallback',
  90: 'user_canceled',
  109: 'missing_extension',
  112: 'unrecognized_name',
  113: 'bad_certificate_status_response',
  116: 'certificate_required',
  120: 'no_application_protocol',
}

/** Values that clients strew in so that servers pass over what they do not know (RFC 8701). */
const isGrease = (value: number): boolean => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff)

/** Records of TLS in one segment (RFC 8446 §5.1); of the handshake what is not encrypted. */
export const tls: Dissector = (layer, packet) => {
  layer.name = 'TLS'
  packet.protocol = 'TLS'
  const said: Words[] = []
  packet.info = ''
  let isSecret = false
  while (layer.left >= 5) {
    const type = layer.peek(layer.at, 1)
    if (type < 20 || type > 24 || layer.peek(layer.at + 1, 1) !== 3) break
    layer.int({ en: 'Record', zh: '记录' }, 1, nameOf(CONTENT))
    layer.hex(W.version, 2, nameOf(VERSIONS))
    const size = layer.int(W.length, 2)
    const end = Math.min(layer.end, layer.at + size)
    const name = type === 22 && !isSecret ? readHandshake(layer, end) : (CONTENT[type] ?? '')
    said.push(name)
    if (type === 20) isSecret = true
    if (type === 21 && size === 2 && layer.at + 2 <= end) {
      layer.int({ en: 'Level', zh: '级别' }, 1, nameOf({ 1: { en: 'warning', zh: '警告' }, 2: { en: 'fatal', zh: '致命' } }))
      const alert = layer.int(W.type, 1, nameOf(ALERTS))
      said.push(ALERTS[alert] ?? '')
    }
    if (layer.at < end) layer.raw(type === 23 || isSecret ? { en: 'Encrypted', zh: '密文' } : W.payload, end - layer.at)
    if (end - layer.start < size && end === layer.end) break
  }
  for (const words of said) packet.info = joinWords(packet.info, words)
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

function readHandshake(layer: Layer, end: number): Words {
  const type = layer.peek(layer.at, 1)
  const name = HANDSHAKE[type]
  if (name === undefined) return { en: 'Encrypted handshake', zh: '加密的握手' }
  layer.int({ en: 'Handshake', zh: '握手' }, 1, () => name)
  layer.int(W.length, 3)
  if (type !== 1 && type !== 2) return name
  const hello = readHello(layer, type === 1, end)
  const fingerprint = toHex(md5(new TextEncoder().encode(type === 1 ? toJa3(hello) : toJa3s(hello))))
  layer.put(type === 1 ? 'JA3' : 'JA3S', layer.start, 0, fingerprint)
  if (type === 1) layer.put('JA4', layer.start, 0, toJa4(hello))
  return hello.serverName ? `${name} (${hello.serverName})` : name
}

/** What fingerprints of a client are made of. */
export type Hello = {
  version: number
  readonly ciphers: readonly number[]
  readonly extensions: number[]
  groups: readonly number[]
  formats: readonly number[]
  signatures: readonly number[]
  protocols: readonly string[]
  versions: readonly number[]
  serverName: string
}

const list = (layer: Layer, at: number, bytes: number, size: number): number[] =>
  Array.from({ length: Math.floor(bytes / size) }, (_, index) => layer.peek(at + index * size, size))

const namesOf = (values: readonly number[], names: Readonly<Record<number, string>>): string =>
  values.map((value) => (isGrease(value) ? 'GREASE' : (names[value] ?? toHexNumber(value, 2)))).join(', ')

/** ClientHello and ServerHello (RFC 8446 §4.1.2, §4.1.3). */
function readHello(layer: Layer, isClient: boolean, end: number): Hello {
  const version = layer.hex(W.version, 2, nameOf(VERSIONS))
  layer.raw({ en: 'Random', zh: '随机数' }, 32)
  const sessionSize = layer.peek(layer.at, 1)
  layer.take(1)
  layer.raw({ en: 'Session', zh: '会话标识' }, sessionSize)
  const cipherBytes = isClient ? layer.peek(layer.at, 2) : 2
  if (isClient) layer.take(2)
  const ciphers = list(layer, layer.at, cipherBytes, 2)
  layer.add(
    isClient ? { en: 'Cipher suites', zh: '密码套件' } : { en: 'Cipher suite', zh: '密码套件' },
    cipherBytes,
    namesOf(ciphers, CIPHER_SUITES),
  )
  if (isClient) layer.raw({ en: 'Compression methods', zh: '压缩方法' }, layer.peek(layer.at, 1) + 1)
  else layer.int({ en: 'Compression method', zh: '压缩方法' }, 1)
  const hello: Hello = {
    version,
    ciphers,
    extensions: [],
    groups: [],
    formats: [],
    signatures: [],
    protocols: [],
    versions: [],
    serverName: '',
  }
  if (layer.at + 2 > end) return hello
  const last = layer.at + 2 + layer.peek(layer.at, 2)
  layer.take(2)
  if (last > layer.end) throw new CutShort()
  while (layer.at + 4 <= last) {
    const kind = layer.peek(layer.at, 2)
    const size = layer.peek(layer.at + 2, 2)
    hello.extensions.push(kind)
    const name = isGrease(kind) ? 'GREASE' : (EXTENSIONS[kind] ?? toHexNumber(kind, 2))
    const value = readExtension(layer, kind, { at: layer.at + 4, size, isClient, hello })
    layer.add(name, 4 + size, value ?? toShort(layer.bytes.subarray(layer.at + 4, layer.at + 4 + size)))
  }
  return hello
}

/** Bytes of an extension that are shown. */
const MAX_SHOWN = 32
const toShort = (bytes: Uint8Array): string => toHex(bytes.subarray(0, MAX_SHOWN)) + (bytes.length > MAX_SHOWN ? '…' : '')

type ExtensionOptions = { readonly at: number; readonly size: number; readonly isClient: boolean; readonly hello: Hello }

/** What an extension says, for those whose values have names; it also goes into the hello. */
function readExtension(layer: Layer, kind: number, { at, size, isClient, hello }: ExtensionOptions): string | undefined {
  if (size === 0) return ''
  switch (kind) {
    case 0:
      hello.serverName = new TextDecoder().decode(layer.bytes.subarray(at + 5, at + size))
      return hello.serverName
    case 10:
      hello.groups = list(layer, at + 2, size - 2, 2)
      return namesOf(hello.groups, GROUPS)
    case 11:
      hello.formats = list(layer, at + 1, size - 1, 1)
      return hello.formats.join(', ')
    case 13:
      hello.signatures = list(layer, at + 2, size - 2, 2)
      return namesOf(hello.signatures, SIGNATURES)
    case 16:
      hello.protocols = readProtocols(layer, at + 2, at + size)
      return hello.protocols.join(', ')
    case 43:
      hello.versions = isClient ? list(layer, at + 1, size - 1, 2) : list(layer, at, size, 2)
      return namesOf(hello.versions, VERSIONS)
    case 51: {
      if (!isClient) return namesOf(list(layer, at, 2, 2), GROUPS)
      const groups: number[] = []
      for (let share = at + 2; share + 4 <= at + size; share += 4 + layer.peek(share + 2, 2)) groups.push(layer.peek(share, 2))
      return namesOf(groups, GROUPS)
    }
    default:
      return undefined
  }
}

function readProtocols(layer: Layer, from: number, end: number): string[] {
  const names: string[] = []
  for (let at = from; at < end; at += 1 + layer.peek(at, 1))
    names.push(new TextDecoder('latin1').decode(layer.bytes.subarray(at + 1, at + 1 + layer.peek(at, 1))))
  return names
}

const real = (values: readonly number[]): number[] => values.filter((value) => !isGrease(value))

/** The text whose MD5 is the fingerprint JA3 (Althouse, Atkinson, Atkins, 2017). */
export function toJa3({ version, ciphers, extensions, groups, formats }: Hello): string {
  return [String(version), ...[ciphers, extensions, groups].map((values) => real(values).join('-')), formats.join('-')].join(',')
}

/** The same of a server (Althouse, 2018). */
function toJa3s({ version, ciphers, extensions }: Hello): string {
  return [version, ...ciphers, extensions.join('-')].join(',')
}

const JA4_VERSIONS: Readonly<Record<number, string>> = { 0x0300: 's3', 0x0301: '10', 0x0302: '11', 0x0303: '12', 0x0304: '13' }

/** The fingerprint JA4 of a client over TCP (FoxIO, “JA4: TLS client fingerprinting”). */
export function toJa4({ version, versions, ciphers, extensions, protocols, signatures }: Hello): string {
  const newest = Math.max(0, ...real(versions)) || version
  const count = (values: readonly number[]) => String(Math.min(99, real(values).length)).padStart(2, '0')
  const hex = (values: readonly number[]) => real(values).map((value) => value.toString(16).padStart(4, '0'))
  const hash = (text: string) => (text === '' ? '0'.repeat(12) : toHex(sha256(new TextEncoder().encode(text))).slice(0, 12))
  const [protocol = ''] = protocols
  const ends = /^[\da-z].*[\da-z]$|^[\da-z]$/i.test(protocol)
    ? `${protocol[0]}${protocol.at(-1)}`
    : protocol === ''
      ? '00'
      : toHexEnds(protocol)
  const head = [
    't',
    JA4_VERSIONS[newest] ?? '00',
    extensions.includes(0) ? 'd' : 'i',
    count(ciphers),
    count(extensions),
    ends,
  ].join('')
  const named = hex(extensions)
    .filter((name) => name !== '0000' && name !== '0010')
    .sort()
    .join(',')
  const signed = hex(signatures).join(',')
  return `${head}_${hash(hex(ciphers).sort().join(','))}_${hash(signed === '' ? named : `${named}_${signed}`)}`
}

function toHexEnds(text: string): string {
  const hex = toHex(new TextEncoder().encode(text))
  return `${hex[0]}${hex.at(-1)}`
}
