import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { toHex } from '../../../lib/bytes.ts'
import { ALPHABETS, encodeBits, toBase64 } from '../../../lib/radix-text.ts'
import { toIpv6Text } from '../layer.ts'

/** What a value is read from: a record’s bytes, and names among them, which may point to what stands before. */
export type Source = {
  readonly view: DataView
  readonly bytes: Uint8Array
  /** The name at an offset of the record, and where it ends. */
  readonly readName: (at: number) => { name: string; end: number }
  readonly nameType: (type: number) => string
}

const rest = ({ bytes }: Source, at: number): string => toHex(bytes.subarray(at))
const base64 = ({ bytes }: Source, at: number): string => toBase64(bytes.subarray(at))

/** Records as a zone file has them, by type; those a packet is less often looked at for. Throws RangeError where one is too short. */
export const VALUES: Readonly<Record<number, (source: Source) => string>> = {
  /** HINFO (RFC 1035 §3.3.2) */
  13: (source) => {
    const [cpu, os] = [readText(source, 0), readText(source, 1 + source.view.getUint8(0))]
    return `${cpu.text} ${os.text}`
  },
  /** NAPTR (RFC 3403 §4.1) */
  35: (source) => {
    const { view } = source
    const flags = readText(source, 4)
    const services = readText(source, flags.end)
    const pattern = readText(source, services.end)
    const numbers = `${view.getUint16(0)} ${view.getUint16(2)}`
    return `${numbers} ${flags.text} ${services.text} ${pattern.text} ${source.readName(pattern.end).name}`
  },
  /** DS, CDS (RFC 4034 §5.1, RFC 7344 §3) */
  43: toDigest,
  59: toDigest,
  /** SSHFP (RFC 4255 §3.1) */
  44: (source) => `${source.view.getUint8(0)} ${source.view.getUint8(1)} ${rest(source, 2)}`,
  /** RRSIG (RFC 4034 §3.1) */
  46: (source) => {
    const { view } = source
    const signer = source.readName(18)
    const times = `${toTime(view.getUint32(8))} ${toTime(view.getUint32(12))}`
    const head = `${source.nameType(view.getUint16(0))} ${view.getUint8(2)} ${view.getUint8(3)} ${view.getUint32(4)}`
    return `${head} ${times} ${view.getUint16(16)} ${signer.name} ${base64(source, signer.end)}`
  },
  /** NSEC (RFC 4034 §4.1) */
  47: (source) => {
    const { name, end } = source.readName(0)
    return [name, ...readTypes(source, end)].join(' ')
  },
  /** DNSKEY, CDNSKEY (RFC 4034 §2.1, RFC 7344 §3) */
  48: toKey,
  60: toKey,
  /** NSEC3 (RFC 5155 §3.2) */
  50: (source) => {
    const { view, bytes } = source
    const salt = view.getUint8(4)
    const size = view.getUint8(5 + salt)
    const head = `${view.getUint8(0)} ${view.getUint8(1)} ${view.getUint16(2)} ${toSalt(bytes.subarray(5, 5 + salt))}`
    const next = encodeBits(bytes.subarray(6 + salt, 6 + salt + size), ALPHABETS.base32hex, false).toLowerCase()
    return [head, next, ...readTypes(source, 6 + salt + size)].join(' ')
  },
  /** NSEC3PARAM (RFC 5155 §4.2) */
  51: ({ view, bytes }) => `${view.getUint8(0)} ${view.getUint8(1)} ${view.getUint16(2)} ${toSalt(bytes.subarray(5))}`,
  /** TLSA, SMIMEA (RFC 6698 §2.1, RFC 8162 §2) */
  52: toCertificate,
  53: toCertificate,
  /** SVCB, HTTPS (RFC 9460 §2.2) */
  64: toService,
  65: toService,
  /** CAA (RFC 8659 §4.1) */
  257: ({ view, bytes }) => {
    const size = view.getUint8(1)
    const [tag, value] = [bytes.subarray(2, 2 + size), bytes.subarray(2 + size)].map((part) => new TextDecoder().decode(part))
    return `${view.getUint8(0)} ${tag} ${JSON.stringify(value)}`
  },
}

function toDigest(source: Source): string {
  const { view } = source
  return `${view.getUint16(0)} ${view.getUint8(2)} ${view.getUint8(3)} ${rest(source, 4)}`
}

function toKey(source: Source): string {
  const { view } = source
  return `${view.getUint16(0)} ${view.getUint8(2)} ${view.getUint8(3)} ${base64(source, 4)}`
}

function toCertificate(source: Source): string {
  return `${source.view.getUint8(0)} ${source.view.getUint8(1)} ${source.view.getUint8(2)} ${rest(source, 3)}`
}

const toSalt = (bytes: Uint8Array): string => (bytes.length === 0 ? '-' : toHex(bytes))

/** A text behind its length (RFC 1035 §3.3). */
function readText({ view, bytes }: Source, at: number): { text: string; end: number } {
  const end = at + 1 + view.getUint8(at)
  return { text: JSON.stringify(new TextDecoder().decode(bytes.subarray(at + 1, end))), end }
}

/** Seconds since 1970 as YYYYMMDDHHmmSS (RFC 4034 §3.2). */
const toTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** Windows of 256 types, a bit for each (RFC 4034 §4.1.2). */
function readTypes({ view, bytes, nameType }: Source, start: number): string[] {
  const names: string[] = []
  for (let at = start; at + 2 <= bytes.length;) {
    const [window, size] = [view.getUint8(at), view.getUint8(at + 1)]
    bytes.subarray(at + 2, at + 2 + size).forEach((byte, index) => {
      for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) names.push(nameType(window * 256 + index * 8 + bit))
    })
    at += 2 + size
  }
  return names
}

const SERVICE_KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath', 'ohttp']

function toService(source: Source): string {
  const { view, bytes } = source
  const { name, end } = source.readName(2)
  const params: string[] = []
  for (let at = end; at + 4 <= bytes.length;) {
    const [key, size] = [view.getUint16(at), view.getUint16(at + 2)]
    const value = toServiceValue(key, bytes.subarray(at + 4, at + 4 + size))
    params.push(`${SERVICE_KEYS[key] ?? `key${key}`}${value === '' ? '' : `=${value}`}`)
    at += 4 + size
  }
  return [view.getUint16(0), name, ...params].join(' ')
}

function toServiceValue(key: number, bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const each = (size: number, write: (at: number) => string) =>
    Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => write(i * size)).join(',')
  if (key === 0) return each(2, (at) => SERVICE_KEYS[view.getUint16(at)] ?? `key${view.getUint16(at)}`)
  if (key === 1) {
    const names: string[] = []
    for (let at = 0; at < bytes.length; at += 1 + bytes[at]!)
      names.push(new TextDecoder().decode(bytes.subarray(at + 1, at + 1 + bytes[at]!)))
    return names.join(',')
  }
  if (key === 3 && bytes.length === 2) return String(view.getUint16(0))
  if (key === 4) return each(4, (at) => formatIpv4(view.getUint32(at)))
  if (key === 6) return each(16, (at) => toIpv6Text(bytes.subarray(at, at + 16)))
  if (key === 7) return new TextDecoder().decode(bytes)
  return toBase64(bytes)
}
