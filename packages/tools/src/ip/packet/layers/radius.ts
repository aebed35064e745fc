import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { toHex, toUint } from '../../../lib/bytes.ts'
import { joinWords, nameOf, toIpv6Text, type Dissector } from '../layer.ts'
import { W } from '../words.ts'
import { toTextOrHex } from './text.ts'

const RADIUS_CODES: Readonly<Record<number, string>> = {
  1: 'Access-Request',
  2: 'Access-Accept',
  3: 'Access-Reject',
  4: 'Accounting-Request',
  5: 'Accounting-Response',
  11: 'Access-Challenge',
  12: 'Status-Server',
  40: 'Disconnect-Request',
  41: 'Disconnect-ACK',
  42: 'Disconnect-NAK',
  43: 'CoA-Request',
  44: 'CoA-ACK',
  45: 'CoA-NAK',
}

/** Attributes and what they hold (RFC 2865 §5, RFC 2866 §5, RFC 2869 §5, RFC 3162, RFC 3580). */
const RADIUS_ATTRIBUTES: Readonly<Record<number, readonly [name: string, form: 'text' | 'number' | 'address' | 'hex']>> = {
  1: ['User-Name', 'text'],
  2: ['User-Password', 'hex'],
  3: ['CHAP-Password', 'hex'],
  4: ['NAS-IP-Address', 'address'],
  5: ['NAS-Port', 'number'],
  6: ['Service-Type', 'number'],
  7: ['Framed-Protocol', 'number'],
  8: ['Framed-IP-Address', 'address'],
  9: ['Framed-IP-Netmask', 'address'],
  11: ['Filter-Id', 'text'],
  12: ['Framed-MTU', 'number'],
  18: ['Reply-Message', 'text'],
  24: ['State', 'hex'],
  25: ['Class', 'hex'],
  26: ['Vendor-Specific', 'hex'],
  27: ['Session-Timeout', 'number'],
  28: ['Idle-Timeout', 'number'],
  30: ['Called-Station-Id', 'text'],
  31: ['Calling-Station-Id', 'text'],
  32: ['NAS-Identifier', 'text'],
  40: ['Acct-Status-Type', 'number'],
  41: ['Acct-Delay-Time', 'number'],
  42: ['Acct-Input-Octets', 'number'],
  43: ['Acct-Output-Octets', 'number'],
  44: ['Acct-Session-Id', 'text'],
  46: ['Acct-Session-Time', 'number'],
  49: ['Acct-Terminate-Cause', 'number'],
  61: ['NAS-Port-Type', 'number'],
  64: ['Tunnel-Type', 'hex'],
  65: ['Tunnel-Medium-Type', 'hex'],
  79: ['EAP-Message', 'hex'],
  80: ['Message-Authenticator', 'hex'],
  81: ['Tunnel-Private-Group-ID', 'text'],
  87: ['NAS-Port-Id', 'text'],
  95: ['NAS-IPv6-Address', 'address'],
  97: ['Framed-IPv6-Prefix', 'hex'],
}

/** Who may go in, and how long they were (RFC 2865 §3, RFC 2866, RFC 5176). Passwords stay as they were hidden. */
export const radius: Dissector = (layer, packet) => {
  layer.name = 'RADIUS'
  packet.protocol = 'RADIUS'
  const code = layer.int(W.code, 1, nameOf(RADIUS_CODES))
  const id = layer.int(W.identifier, 1)
  const length = layer.int(W.length, 2)
  const end = Math.min(layer.end, layer.start + length)
  layer.raw({ en: 'Authenticator', zh: '认证字' }, 16)
  packet.info = joinWords(nameOf(RADIUS_CODES)(code) ?? `code ${code}`, `id ${id}`)
  while (layer.at + 2 <= end) {
    const [kind, size] = [layer.peek(layer.at, 1), layer.peek(layer.at + 1, 1)]
    if (size < 2) throw new RangeError('length of an attribute')
    const bytes = layer.take(size).subarray(2)
    const [name, form] = RADIUS_ATTRIBUTES[kind] ?? [undefined, 'hex']
    const text = toAttributeText(form, bytes)
    layer.put(name ?? { en: `Attribute ${kind}`, zh: `属性 ${kind}` }, layer.at - size, size, text)
    if (kind === 1) packet.info = joinWords(packet.info, text)
  }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

function toAttributeText(form: 'text' | 'number' | 'address' | 'hex', bytes: Uint8Array): string {
  const number = toUint(bytes)
  if (form === 'text') return toTextOrHex(bytes)
  if (form === 'number' && bytes.length === 4) return String(number)
  if (form === 'address' && bytes.length === 4) return formatIpv4(number)
  if (form === 'address' && bytes.length === 16) return toIpv6Text(bytes)
  return toHex(bytes)
}
