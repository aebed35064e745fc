import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { findOwn } from '../../lib/find-own.ts'

const UDP = 8
const ETHERNET = 14
const OUTER = { 4: 20, 6: 40 } as const

/** What one layer takes of what a link carries, in bytes. */
export type Layer = {
  readonly name: Text
  /** Header bytes in front, without the outer IP header. */
  readonly bytes: number
  /** It travels in IP packets of its own, over either family. */
  readonly isInIp?: boolean
  /** Only over this family. */
  readonly only?: 4 | 6
  /** It stands in the frame beside the packet: the packet keeps its size, the frame grows by so much. */
  readonly frameBytes?: number
  /** ESP: what stands behind the packet, and the multiple that packet and trailer are filled up to. */
  readonly padding?: { readonly block: number; readonly trailerBytes: number; readonly tagBytes: number }
}

const esp = (name: Text, sizes: { iv: number; block: number; tag: number }, front = 0): Layer => ({
  name,
  bytes: front + 8 + sizes.iv,
  isInIp: true,
  padding: { block: sizes.block, trailerBytes: 2, tagBytes: sizes.tag },
})
const GCM = { iv: 8, block: 4, tag: 16 }
const SHA1 = { iv: 16, block: 16, tag: 12 }
const SHA256 = { iv: 16, block: 16, tag: 16 }

/** The layers that are known, by the word for them. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  // RFC 2516 §4: six bytes of PPPoE, two of PPP.
  pppoe: { name: { en: 'PPPoE', zh: 'PPPoE' }, bytes: 8 },
  // IEEE 802.1Q and 802.1ad: the tag stands in the frame.
  vlan: { name: { en: 'VLAN tag', zh: 'VLAN 标签' }, bytes: 0, frameBytes: 4 },
  qinq: { name: { en: 'Two VLAN tags', zh: 'QinQ 双层标签' }, bytes: 0, frameBytes: 8 },
  // RFC 3032: one label stack entry.
  mpls: { name: { en: 'MPLS label', zh: 'MPLS 标签' }, bytes: 4 },
  // RFC 2003, RFC 4213, RFC 2473.
  ipip: { name: { en: 'IP in IP', zh: 'IP in IP' }, bytes: 0, isInIp: true },
  '6in4': { name: { en: 'IPv6 in IPv4', zh: 'IPv6 in IPv4' }, bytes: 0, isInIp: true, only: 4 },
  'ds-lite': { name: { en: 'IPv4 in IPv6 (DS-Lite)', zh: 'IPv4 in IPv6（DS-Lite）' }, bytes: 0, isInIp: true, only: 6 },
  // RFC 6877: the IPv4 header of 20 bytes becomes one of 40.
  '464xlat': { name: { en: '464XLAT', zh: '464XLAT' }, bytes: 20 },
  // RFC 2784, RFC 2890; with an Ethernet frame inside (gretap, NVGRE of RFC 7637, which always has the key).
  gre: { name: { en: 'GRE', zh: 'GRE' }, bytes: 4, isInIp: true },
  'gre-key': { name: { en: 'GRE with key', zh: 'GRE（带 key）' }, bytes: 8, isInIp: true },
  gretap: { name: { en: 'GRE carrying Ethernet', zh: 'GRE（内含以太网帧）' }, bytes: 4 + ETHERNET, isInIp: true },
  nvgre: { name: { en: 'NVGRE', zh: 'NVGRE' }, bytes: 8 + ETHERNET, isInIp: true },
  // RFC 7348, RFC 8926 (without options).
  vxlan: { name: { en: 'VXLAN', zh: 'VXLAN' }, bytes: UDP + 8 + ETHERNET, isInIp: true },
  geneve: { name: { en: 'Geneve', zh: 'Geneve' }, bytes: UDP + 8 + ETHERNET, isInIp: true },
  // RFC 2661 §3.1 with the length field, and four bytes of PPP (RFC 1661 §2).
  l2tp: { name: { en: 'L2TP', zh: 'L2TP' }, bytes: UDP + 8 + 4, isInIp: true },
  // A data message: type, receiver and counter of 16 bytes, tag of 16.
  wireguard: { name: { en: 'WireGuard', zh: 'WireGuard' }, bytes: UDP + 16 + 16, isInIp: true },
  // P_DATA_V2 over UDP with an AEAD cipher: code and peer 4, packet id 4, tag 16.
  openvpn: { name: { en: 'OpenVPN (UDP, AEAD)', zh: 'OpenVPN（UDP，AEAD）' }, bytes: UDP + 4 + 4 + 16, isInIp: true },
  // RFC 4303 in tunnel mode with RFC 4106, RFC 3602 + RFC 2404, RFC 3602 + RFC 4868; NAT traversal is RFC 3948.
  'ipsec-gcm': esp({ en: 'IPsec ESP, AES-GCM', zh: 'IPsec ESP（AES-GCM）' }, GCM),
  'ipsec-cbc-sha1': esp({ en: 'IPsec ESP, AES-CBC and SHA-1', zh: 'IPsec ESP（AES-CBC + SHA-1）' }, SHA1),
  'ipsec-cbc-sha256': esp({ en: 'IPsec ESP, AES-CBC and SHA-256', zh: 'IPsec ESP（AES-CBC + SHA-256）' }, SHA256),
  'ipsec-gcm-nat': esp({ en: 'IPsec ESP in UDP, AES-GCM', zh: 'IPsec NAT-T（AES-GCM）' }, GCM, UDP),
  'ipsec-cbc-sha1-nat': esp({ en: 'IPsec ESP in UDP, AES-CBC and SHA-1', zh: 'IPsec NAT-T（AES-CBC + SHA-1）' }, SHA1, UDP),
  'ipsec-cbc-sha256-nat': esp(
    { en: 'IPsec ESP in UDP, AES-CBC and SHA-256', zh: 'IPsec NAT-T（AES-CBC + SHA-256）' },
    SHA256,
    UDP,
  ),
  // 3GPP TS 29.281 §5.1, RFC 9300 §5.1, RFC 4380 (UDP over IPv4).
  gtp: { name: { en: 'GTP-U', zh: 'GTP-U' }, bytes: UDP + 8, isInIp: true },
  lisp: { name: { en: 'LISP', zh: 'LISP' }, bytes: UDP + 8, isInIp: true },
  teredo: { name: { en: 'Teredo', zh: 'Teredo' }, bytes: UDP, isInIp: true, only: 4 },
}

/** A layer as it was asked for: over which family it travels. */
export type Used = { readonly layer: Layer; readonly family: 4 | 6 | undefined }

const MAX_LAYERS = 16
const ALIASES: Readonly<Record<string, string>> = {
  wg: 'wireguard',
  ovpn: 'openvpn',
  '802.1q': 'vlan',
  '802.1ad': 'qinq',
  ipsec: 'ipsec-gcm',
  esp: 'ipsec-gcm',
  '4in6': 'ds-lite',
  dslite: 'ds-lite',
  'gtp-u': 'gtp',
}

/**
 * Layers from the outside in, one per line or between commas: `pppoe, wireguard/6`. `/6` says that it travels over IPv6.
 * Throws `bad_input` for words that are not known, `too_large` above 16.
 */
export function parseLayers(text: string): Used[] {
  const words = toHalfWidth(text)
    .toLowerCase()
    .split(/[\n,;+、]+/)
    .map((word) => word.trim())
    .filter(Boolean)
  if (words.length > MAX_LAYERS)
    throw new AppError('too_large', {
      field: 'layers',
      limit: { en: `${MAX_LAYERS} layers`, zh: `${MAX_LAYERS} 层` },
      got: words.length,
    })
  return words.map(parseLayer)
}

function parseLayer(word: string): Used {
  const [, name = '', version] = /^([^]*?)(?:\s*\/\s*(?:ip)?v?([46]))?$/.exec(word)!
  const key = name.replaceAll(/[\s_]+/g, '-')
  const known = findOwn(ALIASES, key) ?? key
  const layer = findOwn(LAYERS, known)
  if (!layer) {
    const names = Object.keys(LAYERS).join(', ')
    throw new AppError('bad_input', {
      field: 'layers',
      expected: { en: `some of ${names}; append /6 to a tunnel over IPv6`, zh: `以下名称：${names}；经 IPv6 传输的隧道后加 /6` },
      got: word.slice(0, 60),
    })
  }
  if (!layer.isInIp) return { layer, family: undefined }
  const family = version === undefined ? (layer.only ?? 4) : version === '6' ? 6 : 4
  if (layer.only && layer.only !== family)
    throw new AppError('bad_input', {
      field: 'layers',
      expected: { en: `${known} over IPv${layer.only}`, zh: `${known} 仅经 IPv${layer.only} 传输` },
      got: word.slice(0, 60),
    })
  return { layer, family }
}

/** The largest packet that fits inside a layer, in bytes, by what it may take itself; negative where nothing fits. */
export function toInnerMtu(mtu: number, { layer, family }: Used): number {
  const left = mtu - layer.bytes - (family ? OUTER[family] : 0)
  if (!layer.padding) return left
  const { block, trailerBytes, tagBytes } = layer.padding
  return Math.floor((left - tagBytes) / block) * block - trailerBytes
}
