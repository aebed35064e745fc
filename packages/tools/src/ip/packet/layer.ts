import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { formatIpv6 } from '@octet/core/ip/ipv6.ts'
import type { Text } from '@octet/core/text.ts'
import { toHex } from '../../lib/bytes.ts'

/** Words of either language, or a text that is the same in both. */
export type Words = Text | string

/** A value of a header: where it stands (bytes from the start of the packet), what it says and what that means. */
export type Field = {
  readonly offset: number
  readonly sizeBytes: number
  readonly name: Words
  readonly value: string
  readonly meaning?: Words | undefined
}

/** What follows a header: how it is read, from where to where. */
export type Next = {
  readonly kind: Kind
  readonly at: number
  readonly end: number
  /** The number it is announced by, where its kind goes by one. */
  readonly code?: number
  /** The beginning of another packet, which an error message sends back: it says nothing of this one. */
  readonly isQuoted?: boolean
}

/** A checksum over parts of the IP header, of which transport protocols want one (RFC 9293 §3.1, RFC 8200 §8.1). */
export type Addresses = { readonly source: Uint8Array; readonly destination: Uint8Array }

/** What the layers of one packet tell each other, and what its line in the list says. */
export type Packet = {
  readonly bytes: Uint8Array
  source: string
  destination: string
  protocol: string
  info: Words
  /** Of the innermost IP header; undefined where there is none, and where it is a fragment. */
  addresses?: Addresses | undefined
  ports?: readonly [source: number, destination: number]
}

/** Reads the header at `layer.at`, and says what comes behind it. */
export type Dissector = (layer: Layer, packet: Packet) => Next | undefined

export const KINDS = [
  'ethernet',
  'sll',
  'sll2',
  'loopback',
  'ether-type',
  'arp',
  'ip',
  'ipv6-next',
  'icmp',
  'icmpv6',
  'igmp',
  'tcp',
  'udp',
  'sctp',
  'gre',
  'esp',
  'ah',
  'dns',
  'dns-tcp',
  'dhcp',
  'ntp',
  'tls',
  'http',
  'quic',
  'stun',
  'wireguard',
  'vxlan',
  'geneve',
  'gtp',
  'llc',
  'lldp',
  'pppoe',
  'ppp',
  'eapol',
  'dhcpv6',
  'ospf',
  'vrrp',
  'bgp',
  'rip',
  'snmp',
  'radius',
  'tftp',
  'syslog',
  'ike',
  'mqtt',
  'coap',
  'text',
  'data',
  'padding',
] as const
export type Kind = (typeof KINDS)[number]

/** A header ends before its last value. */
export class CutShort extends Error {
  override readonly name = 'CutShort'
}

/** One layer of a packet, filled while it is read. Offsets are those of the packet. */
export class Layer {
  readonly fields: Field[] = []
  readonly faults: Words[] = []
  name: Words = ''
  at: number
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** Of the number that the layer before names it by, such as an EtherType; for kinds that go by one. */
  readonly code: number

  constructor(bytes: Uint8Array, start: number, end: number, code = 0) {
    this.bytes = bytes
    this.start = start
    this.at = start
    this.end = Math.min(end, bytes.length)
    this.code = code
  }

  get left(): number {
    return this.end - this.at
  }

  /** A number of `size` bytes, the highest first, without a field. Throws {@link CutShort}. */
  peek(at: number, size: number): number {
    if (at + size > this.end) throw new CutShort()
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + this.bytes[at + i]!
    return value
  }

  /** Reads a number as a field. */
  int(name: Words, size: number, mean?: (value: number) => Words | undefined): number {
    const value = this.peek(this.at, size)
    this.add(name, size, String(value), mean?.(value))
    return value
  }

  /** Reads a number as a field in hexadecimal, as codes and checksums are written. */
  hex(name: Words, size: number, mean?: (value: number) => Words | undefined): number {
    const value = this.peek(this.at, size)
    this.add(name, size, toHexNumber(value, size), mean?.(value))
    return value
  }

  mac(name: Words, mean?: (text: string) => Words | undefined): string {
    const text = toHex(this.take(6), ':')
    this.put(name, this.at - 6, 6, text, mean?.(text))
    return text
  }

  ipv4(name: Words): string {
    const text = formatIpv4(this.peek(this.at, 4))
    this.add(name, 4, text)
    return text
  }

  ipv6(name: Words): string {
    const text = toIpv6Text(this.take(16))
    this.put(name, this.at - 16, 16, text)
    return text
  }

  /** Reads bytes as a field in hexadecimal, the first `shown` of them. */
  raw(name: Words, size: number, meaning?: Words, shown = 32): Uint8Array {
    const bytes = this.take(size)
    this.put(name, this.at - size, size, toHex(bytes.subarray(0, shown)) + (size > shown ? '…' : ''), meaning)
    return bytes
  }

  /** Reads bytes as a field of text, up to their first zero. */
  text(name: Words, size: number, meaning?: Words): string {
    const bytes = this.take(size)
    const end = bytes.indexOf(0)
    const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end))
    this.put(name, this.at - size, size, text, meaning)
    return text
  }

  /** Passes over bytes. Throws {@link CutShort}. */
  take(size: number): Uint8Array {
    if (size < 0 || this.at + size > this.end) throw new CutShort()
    const bytes = this.bytes.subarray(this.at, this.at + size)
    this.at += size
    return bytes
  }

  /** A field for the next bytes, behind which it goes on. Throws {@link CutShort}. */
  add(name: Words, size: number, value: string, meaning?: Words): void {
    if (this.at + size > this.end) throw new CutShort()
    this.put(name, this.at, size, value, meaning)
    this.at += size
  }

  /** A field anywhere, such as for some bits of a byte. */
  put(name: Words, offset: number, sizeBytes: number, value: string, meaning?: Words): void {
    this.fields.push({ offset, sizeBytes, name, value, ...(meaning !== undefined && { meaning }) })
  }
}

export const toHexNumber = (value: number, size: number): string => `0x${value.toString(16).padStart(size * 2, '0')}`

/** 16 bytes in the spelling of RFC 5952. */
export function toIpv6Text(bytes: Uint8Array): string {
  return formatIpv6(BigInt(`0x${toHex(bytes)}`))
}

/** A number with the name it has in a table; unknown ones stand for themselves. */
export const nameOf =
  (table: Readonly<Record<number, Words>>) =>
  (value: number): Words | undefined =>
    Object.hasOwn(table, value) ? table[value] : undefined

/** The names of the bits that are set. */
export function flagsOf(value: number, table: readonly (readonly [bit: number, name: string])[]): string {
  return table
    .filter(([bit]) => value & bit)
    .map(([, name]) => name)
    .join(', ')
}

/** Two parts of a line, in each language. */
export function joinWords(first: Words, second: Words | undefined): Words {
  if (second === undefined || second === '') return first
  if (first === '') return second
  const of = (words: Words, lang: 'en' | 'zh') => (typeof words === 'string' ? words : words[lang])
  return { en: `${of(first, 'en')}, ${of(second, 'en')}`, zh: `${of(first, 'zh')}，${of(second, 'zh')}` }
}
