import { formatAddress, parseAddress } from '@octet/core/ip/address.ts'
import { quote } from './character-string.ts'
import { DnsFormatError } from './format-error.ts'
import type { Reader } from './reader.ts'

/** One parameter of an SVCB or HTTPS record (RFC 9460 §2.1, §7). */
export type SvcParam = { readonly key: string; readonly value: string }

const KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath', 'ohttp']

/** Throws {@link DnsFormatError} where the whole record is to be refused: keys out of order, or a value cut short (RFC 9460 §2.2). */
export function readSvcParams(reader: Reader): SvcParam[] {
  const params: SvcParam[] = []
  let before = -1
  while (reader.left > 0) {
    const number = reader.u16()
    if (number <= before)
      throw new DnsFormatError({ en: 'the keys of a service are out of order', zh: '服务参数的键未按序排列' }, reader.offset)
    before = number
    const bytes = Buffer.from(reader.bytes(reader.u16()))
    params.push({ key: KEYS[number] ?? `key${number}`, value: toValue(number, bytes) })
  }
  return params
}

export function writeSvcParams(params: readonly SvcParam[]): Uint8Array {
  const parts = params
    .map(({ key, value }) => ({ number: toNumber(key), value }))
    .sort((a, b) => a.number - b.number)
    .map(({ number, value }) => {
      const bytes = toBytes(number, value)
      return Buffer.concat([u16(number), u16(bytes.length), bytes])
    })
  return Uint8Array.from(Buffer.concat(parts))
}

/** `alpn="h2,h3" port=8443` */
export function toSvcText(params: readonly SvcParam[]): string {
  return params
    .map(({ key, value }) => (value === '' ? key : `${key}=${/^(alpn|dohpath|key)/.test(key) ? quote(value) : value}`))
    .join(' ')
}

function toValue(number: number, bytes: Buffer): string {
  switch (KEYS[number]) {
    case 'mandatory':
      return chunk(bytes, 2)
        .map((part) => KEYS[part.readUInt16BE()] ?? `key${part.readUInt16BE()}`)
        .join(',')
    case 'alpn':
      return readAlpn(bytes)
        .map((id) => id.replaceAll(/[\\,]/g, String.raw`\$&`))
        .join(',')
    case 'port':
      return chunk(bytes, 2, 1)
        .map((part) => part.readUInt16BE())
        .join('')
    case 'ipv4hint':
      return chunk(bytes, 4)
        .map((part) => part.join('.'))
        .join(',')
    case 'ipv6hint':
      return chunk(bytes, 16)
        .map((part) => formatAddress({ version: 6, value: BigInt(`0x${part.toString('hex')}`) }))
        .join(',')
    case 'ech':
      return bytes.toString('base64')
    case 'no-default-alpn':
    case 'ohttp':
      if (bytes.length > 0) throw toBroken()
      return ''
    default:
      return bytes.toString('latin1')
  }
}

function toBytes(number: number, value: string): Buffer {
  const parts = value.split(',')
  switch (KEYS[number]) {
    case 'mandatory':
      return Buffer.concat(parts.map((key) => u16(toNumber(key))))
    case 'alpn':
      return Buffer.concat(splitList(value).map((id) => Buffer.concat([Buffer.of(id.length), Buffer.from(id, 'latin1')])))
    case 'port':
      return u16(Number(value))
    case 'ipv4hint':
      return Buffer.from(parts.flatMap((address) => address.split('.').map(Number)))
    case 'ipv6hint':
      return Buffer.concat(parts.map((address) => Buffer.from(parseAddress(address).value.toString(16).padStart(32, '0'), 'hex')))
    case 'ech':
      return Buffer.from(value, 'base64')
    default:
      return Buffer.from(value, 'latin1')
  }
}

function toNumber(key: string): number {
  const index = KEYS.indexOf(key)
  return index >= 0 ? index : Number(key.slice('key'.length))
}

/** The items of a list; a backslash keeps the comma or backslash behind it (RFC 9460 appendix A.1). */
function splitList(value: string): string[] {
  return [...value.matchAll(/(?:^|,)((?:\\.|[^\\,])*)/gs)].map((match) => match[1]!.replaceAll(/\\(.)/gs, '$1'))
}

function readAlpn(bytes: Buffer): string[] {
  const ids: string[] = []
  if (bytes.length === 0) throw toBroken()
  for (let offset = 0; offset < bytes.length; offset += 1 + bytes[offset]!)
    if (bytes[offset] === 0 || offset + 1 + bytes[offset]! > bytes.length) throw toBroken()
    else ids.push(bytes.toString('latin1', offset + 1, offset + 1 + bytes[offset]!))
  return ids
}

/** The items of a list, one at least and no half ones; of one that has a number of items, that many. */
function chunk(bytes: Buffer, size: number, count?: number): Buffer[] {
  if (bytes.length === 0 || bytes.length % size !== 0 || (count && bytes.length !== size * count)) throw toBroken()
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}

const toBroken = (): DnsFormatError =>
  new DnsFormatError({ en: 'the value of a service parameter is broken', zh: '服务参数的值格式错误' }, 0)

function u16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff)
}
