import { toHex } from '../../../lib/bytes.ts'
import { CutShort, nameOf, toIpv6Text, type Dissector, type Layer, type Words } from '../layer.ts'
import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { W } from '../words.ts'
import { VALUES } from './dns-values.ts'

const TYPES: Readonly<Record<number, string>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  13: 'HINFO',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  29: 'LOC',
  33: 'SRV',
  35: 'NAPTR',
  39: 'DNAME',
  41: 'OPT',
  43: 'DS',
  44: 'SSHFP',
  46: 'RRSIG',
  47: 'NSEC',
  48: 'DNSKEY',
  50: 'NSEC3',
  51: 'NSEC3PARAM',
  52: 'TLSA',
  53: 'SMIMEA',
  55: 'HIP',
  59: 'CDS',
  60: 'CDNSKEY',
  61: 'OPENPGPKEY',
  62: 'CSYNC',
  63: 'ZONEMD',
  64: 'SVCB',
  65: 'HTTPS',
  251: 'IXFR',
  252: 'AXFR',
  255: 'ANY',
  257: 'CAA',
}
const OPCODES: Readonly<Record<number, string>> = { 0: 'QUERY', 1: 'IQUERY', 2: 'STATUS', 4: 'NOTIFY', 5: 'UPDATE', 6: 'DSO' }
const RCODES: Readonly<Record<number, string>> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  8: 'NXRRSET',
  9: 'NOTAUTH',
  10: 'NOTZONE',
}
const FLAGS = [
  [0x0400, 'AA'],
  [0x0200, 'TC'],
  [0x0100, 'RD'],
  [0x0080, 'RA'],
  [0x0020, 'AD'],
  [0x0010, 'CD'],
] as const

const toTypeName = (type: number): string => TYPES[type] ?? `TYPE${type}`

/** Labels of a name and pointers in it (RFC 1035 §3.1, §4.1.4): more are no name. */
const MAX_STEPS = 128
const MAX_RECORDS = 500

/** RFC 1035 §4; also multicast DNS (RFC 6762) and LLMNR (RFC 4795), whose messages are the same. */
export const dns: Dissector = (layer, packet) => {
  const isMulticast = packet.ports?.includes(5353) === true
  layer.name = isMulticast ? 'mDNS' : packet.ports?.includes(5355) ? 'LLMNR' : 'DNS'
  packet.protocol = String(layer.name)
  const start = layer.at
  const id = layer.hex(W.identifier, 2)
  const word = layer.peek(layer.at, 2)
  const isAnswer = (word & 0x8000) !== 0
  const set = FLAGS.filter(([bit]) => word & bit).map(([, name]) => name)
  const rcode = RCODES[word & 15] ?? `rcode ${word & 15}`
  const what = [isAnswer ? 'QR' : '', OPCODES[(word >> 11) & 15] ?? `opcode ${(word >> 11) & 15}`, ...set, isAnswer ? rcode : '']
  layer.hex(W.flags, 2, () => what.filter(Boolean).join(', '))
  packet.info = isAnswer ? { en: 'Answer', zh: '应答' } : { en: 'Query', zh: '查询' }
  const counts = SECTIONS.map(({ count }) => layer.int(count, 2))
  const answers: string[] = []
  let asked = ''
  let left = MAX_RECORDS
  for (const [at, { record }] of SECTIONS.entries())
    for (let index = 0; index < counts[at]! && left-- > 0; index++) {
      const from = layer.at
      const name = readName(layer, start)
      const type = layer.peek(layer.at, 2)
      const typeName = toTypeName(type)
      layer.take(4)
      if (at === 0) {
        layer.put(record, from, layer.at - from, `${name} ${typeName}`)
        asked ||= `${typeName} ${name}`
        continue
      }
      const seconds = layer.peek(layer.at, 4)
      const size = layer.peek(layer.at + 4, 2)
      layer.take(6)
      const end = layer.at + size
      if (end > layer.end) throw new CutShort()
      const value = readValue(layer, { type, end, start })
      layer.at = end
      const isOpt = type === 41
      const udpSize = layer.bytes[from + 3]! * 256 + layer.bytes[from + 4]!
      const shown = isOpt ? `EDNS, UDP ${udpSize} B${value && `, ${value}`}` : `${name} ${seconds} ${typeName} ${value}`
      layer.put(record, from, end - from, shown)
      if (at === 1) answers.push(`${typeName} ${value}`)
    }
  const ending = answers.length > 0 ? `: ${answers.slice(0, 4).join(', ')}` : ''
  const state = isAnswer ? (rcode === 'NOERROR' ? '' : ` ${rcode}`) : ''
  const line = `0x${id.toString(16).padStart(4, '0')} ${asked}${state}${ending}`
  packet.info = isAnswer ? { en: `Answer ${line}`, zh: `应答 ${line}` } : { en: `Query ${line}`, zh: `查询 ${line}` }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

const SECTIONS: readonly { readonly count: Words; readonly record: Words }[] = [
  { count: { en: 'Questions', zh: '问题数' }, record: { en: 'Question', zh: '问题' } },
  { count: { en: 'Answers', zh: '回答数' }, record: { en: 'Answer', zh: '回答' } },
  { count: { en: 'Authority records', zh: '权威记录数' }, record: { en: 'Authority', zh: '权威' } },
  { count: { en: 'Additional records', zh: '附加记录数' }, record: { en: 'Additional', zh: '附加' } },
]

/** The same over TCP, behind its length (RFC 1035 §4.2.2). */
export const dnsTcp: Dissector = (layer, packet) => {
  layer.int(W.length, 2)
  return dns(layer, packet)
}

/** A name from `layer.at` on, behind which it goes on; pointers lead back to what stands before. */
function readName(layer: Layer, start: number): string {
  const labels: string[] = []
  let [at, end] = [layer.at, -1]
  for (let step = 0; step < MAX_STEPS; step++) {
    const length = layer.peek(at, 1)
    if (length >= 0xc0) {
      if (end < 0) end = at + 2
      const to = start + (layer.peek(at, 2) & 0x3fff)
      if (to >= at) throw new RangeError('a pointer that leads forward')
      at = to
      continue
    }
    if (length > 63) throw new RangeError('length of a label')
    at += 1
    if (length === 0) {
      layer.at = end < 0 ? at : end
      return labels.length === 0 ? '.' : labels.join('.')
    }
    if (at + length > layer.end) throw new CutShort()
    labels.push(escapeLabel(layer.bytes.subarray(at, at + length)))
    at += length
  }
  throw new RangeError('a name without an end')
}

/** As in a zone file (RFC 1035 §5.1): dots and what cannot be printed behind a backslash. */
const escapeLabel = (label: Uint8Array): string =>
  Array.from(label, (byte) =>
    byte === 0x2e || byte === 0x5c
      ? `\\${String.fromCharCode(byte)}`
      : byte > 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : `\\${String(byte).padStart(3, '0')}`,
  ).join('')

/** What a record says, for the types that a packet is usually looked at for; others in hexadecimal (RFC 3597). */
function readValue(layer: Layer, { type, end, start }: { type: number; end: number; start: number }): string {
  const at = layer.at
  const bytes = layer.bytes.subarray(at, end)
  if (type === 1 && bytes.length === 4) return formatIpv4(layer.peek(at, 4))
  if (type === 28 && bytes.length === 16) return toIpv6Text(bytes)
  if (type === 2 || type === 5 || type === 12 || type === 39) return readName(layer, start)
  if (type === 15) {
    layer.take(2)
    return `${layer.peek(at, 2)} ${readName(layer, start)}`
  }
  if (type === 33) {
    layer.take(6)
    return `${layer.peek(at, 2)} ${layer.peek(at + 2, 2)} ${layer.peek(at + 4, 2)} ${readName(layer, start)}`
  }
  if (type === 6) {
    const names = `${readName(layer, start)} ${readName(layer, start)}`
    return [names, ...[0, 4, 8, 12, 16].map((offset) => layer.peek(layer.at + offset, 4))].join(' ')
  }
  if (type === 16) return readTexts(bytes)
  if (type === 41) return readEdns(layer, end)
  const write = VALUES[type]
  if (write) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const nameAt = (offset: number) => {
      // The lengths before it are the sender's.
      if (offset > bytes.length) throw new RangeError('a name behind its record')
      layer.at = at + offset
      const name = readName(layer, start)
      return { name, end: layer.at - at }
    }
    try {
      return write({ view, bytes, readName: nameAt, nameType: toTypeName })
    } catch (error) {
      throw error instanceof RangeError ? new RangeError('length of a record') : error
    }
  }
  return bytes.length === 0 ? '' : `\\# ${bytes.length} ${toHex(bytes.subarray(0, 64))}${bytes.length > 64 ? '…' : ''}`
}

function readTexts(bytes: Uint8Array): string {
  const texts: string[] = []
  for (let at = 0; at < bytes.length; at += bytes[at]! + 1)
    texts.push(JSON.stringify(new TextDecoder().decode(bytes.subarray(at + 1, at + 1 + bytes[at]!))))
  return texts.join(' ')
}

const EDNS_OPTIONS: Readonly<Record<number, string>> = {
  3: 'NSID',
  8: 'client subnet',
  10: 'cookie',
  11: 'keepalive',
  12: 'padding',
  15: 'extended error',
}

/** Options of EDNS by name (IANA, “DNS EDNS0 Option Codes”). */
function readEdns(layer: Layer, end: number): string {
  const found: string[] = []
  for (let at = layer.at; at + 4 <= end;) {
    const code = layer.peek(at, 2)
    found.push(nameOf(EDNS_OPTIONS)(code)?.toString() ?? `option ${code}`)
    at += 4 + layer.peek(at + 2, 2)
  }
  return found.join(', ')
}
