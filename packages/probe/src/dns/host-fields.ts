import { BITS, formatAddress, parseAddress } from '@octet/core/ip/address.ts'
import { DnsFormatError } from './format-error.ts'
import { writeName } from './names.ts'
import type { Reader } from './reader.ts'

const FAMILIES: Readonly<Record<number, 4 | 6>> = { 1: 4, 2: 6 }

/** Address prefixes, `!` before one that is excluded: `1:192.0.2.0/24`, `!2:2001:db8::/32` (RFC 3123 §4, §5). */
export function readPrefixes(reader: Reader): string[] {
  const prefixes: string[] = []
  while (reader.left > 0) {
    const [family, prefix, length] = [reader.u16(), reader.u8(), reader.u8()]
    const version = FAMILIES[family]
    const given = reader.bytes(length & 0x7f)
    if (!version || given.length > BITS[version] / 8 || prefix > BITS[version])
      throw new DnsFormatError({ en: `address family ${family} is not known`, zh: `未知的地址族 ${family}` }, reader.offset)
    const bytes = Buffer.alloc(BITS[version] / 8)
    bytes.set(given)
    const address = formatAddress({ version, value: BigInt(`0x${bytes.toString('hex')}`) })
    prefixes.push(`${length & 0x80 ? '!' : ''}${family}:${address}/${prefix}`)
  }
  return prefixes
}

/** The wire form of what {@link readPrefixes} gives; zero bytes at the end of an address are left out. */
export function writePrefixes(prefixes: readonly string[]): Uint8Array {
  const parts = prefixes.map((text) => {
    const [, no, family, host, prefix] = /^(!?)(\d+):(.*)\/(\d+)$/.exec(text) ?? []
    const { version, value } = parseAddress(host ?? '')
    const bytes = Buffer.from(value.toString(16).padStart(BITS[version] / 4, '0'), 'hex')
    const used = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)
    return Buffer.concat([Buffer.of(0, Number(family), Number(prefix), used.length | (no ? 0x80 : 0)), used])
  })
  return Uint8Array.from(Buffer.concat(parts))
}

/** A host identity: algorithm, tag in hexadecimal, key in Base64, names of rendezvous servers (RFC 8005 §5, §6). */
export function readHip(reader: Reader): string {
  const [tagSize, algorithm, keySize] = [reader.u8(), reader.u8(), reader.u16()]
  const tag = Buffer.from(reader.bytes(tagSize)).toString('hex').toUpperCase()
  const key = Buffer.from(reader.bytes(keySize)).toString('base64')
  const servers: string[] = []
  while (reader.left > 0) servers.push(reader.name())
  return [algorithm, tag, key, ...servers].join(' ')
}

/** The wire form of what {@link readHip} gives. */
export function writeHip(text: string): Uint8Array {
  const [algorithm, tagText = '', keyText = '', ...servers] = text.split(' ')
  const [tag, key] = [Buffer.from(tagText, 'hex'), Buffer.from(keyText, 'base64')]
  const head = Buffer.of(tag.length, Number(algorithm), key.length >> 8, key.length & 0xff)
  return Uint8Array.from(Buffer.concat([head, tag, key, ...servers.map(writeName)]))
}
