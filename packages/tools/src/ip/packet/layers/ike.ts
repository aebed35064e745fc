import { flagsOf, joinWords, nameOf, toHexNumber, type Dissector, type Words } from '../layer.ts'
import { W } from '../words.ts'

const EXCHANGES: Readonly<Record<number, string>> = {
  2: 'Main mode',
  4: 'Aggressive mode',
  5: 'Informational',
  6: 'Transaction',
  32: 'Quick mode',
  34: 'IKE_SA_INIT',
  35: 'IKE_AUTH',
  36: 'CREATE_CHILD_SA',
  37: 'INFORMATIONAL',
  43: 'IKE_INTERMEDIATE',
  44: 'IKE_FOLLOWUP_KE',
}
const FLAGS_1 = [
  [1, 'encrypted'],
  [2, 'commit'],
  [4, 'authentication only'],
] as const
const FLAGS_2 = [
  [0x08, 'initiator'],
  [0x10, 'version'],
  [0x20, 'response'],
] as const
/** Of version 1 (RFC 2408 §3.1) and of version 2 (RFC 7296 §3.2), whose numbers begin where those of the first end. */
const PAYLOADS: Readonly<Record<number, Words>> = {
  1: 'SA',
  2: 'Proposal',
  3: 'Transform',
  4: 'KE',
  5: 'ID',
  6: 'CERT',
  7: 'CR',
  8: 'HASH',
  9: 'SIG',
  10: 'Nonce',
  11: 'Notification',
  12: 'Delete',
  13: 'Vendor',
  20: 'NAT-D',
  33: 'SA',
  34: 'KE',
  35: 'IDi',
  36: 'IDr',
  37: 'CERT',
  38: 'CERTREQ',
  39: 'AUTH',
  40: 'Nonce',
  41: 'Notify',
  42: 'Delete',
  43: 'Vendor',
  44: 'TSi',
  45: 'TSr',
  46: { en: 'Encrypted', zh: '密文' },
  47: 'CP',
  48: 'EAP',
  53: { en: 'Encrypted fragment', zh: '密文分片' },
}
const ENCRYPTED: ReadonlySet<number> = new Set([46, 53])
const NOTIFY: ReadonlySet<number> = new Set([11, 41])
/** What a message most often tells (IANA, “IKEv2 Notify Message Error Types”, “… Status Types”). */
const NOTIFICATIONS: Readonly<Record<number, string>> = {
  1: 'UNSUPPORTED_CRITICAL_PAYLOAD',
  7: 'INVALID_SYNTAX',
  14: 'NO_PROPOSAL_CHOSEN',
  17: 'INVALID_KE_PAYLOAD',
  24: 'AUTHENTICATION_FAILED',
  38: 'TS_UNACCEPTABLE',
  16388: 'NAT_DETECTION_SOURCE_IP',
  16389: 'NAT_DETECTION_DESTINATION_IP',
  16390: 'COOKIE',
  16396: 'MOBIKE_SUPPORTED',
  16404: 'MULTIPLE_AUTH_SUPPORTED',
  16406: 'REDIRECT_SUPPORTED',
  16430: 'IKEV2_FRAGMENTATION_SUPPORTED',
  16431: 'SIGNATURE_HASH_ALGORITHMS',
  16438: 'INTERMEDIATE_EXCHANGE_SUPPORTED',
}
const HEAD = 28

/** How two ends of IPsec agree upon keys (RFC 2408 §3.1, RFC 7296 §3.1), on port 4500 behind four zeros (RFC 3948 §2.2). */
export const ike: Dissector = (layer, packet) => {
  layer.name = 'IKE'
  packet.protocol = 'IKE'
  if (packet.ports?.includes(4500)) layer.hex({ en: 'Not ESP', zh: '非 ESP 标记' }, 4)
  const start = layer.at
  layer.raw({ en: 'Initiator’s SPI', zh: '发起方 SPI' }, 8)
  layer.raw({ en: 'Responder’s SPI', zh: '响应方 SPI' }, 8)
  let next = layer.int({ en: 'Next payload', zh: '下一载荷' }, 1, nameOf(PAYLOADS))
  const version = layer.peek(layer.at, 1) >> 4
  layer.hex(W.version, 1, () => `IKEv${version}`)
  const exchange = layer.int({ en: 'Exchange', zh: '交换类型' }, 1, nameOf(EXCHANGES))
  const flags = layer.hex(W.flags, 1, (value) => flagsOf(value, version === 1 ? FLAGS_1 : FLAGS_2) || W.none)
  const id = layer.hex({ en: 'Message', zh: '消息编号' }, 4)
  const length = layer.int(W.length, 4)
  if (length < HEAD) throw new RangeError('length of a message')
  const end = Math.min(layer.end, start + length)
  const isEncrypted = version === 1 && (flags & 1) !== 0
  packet.info = joinWords(nameOf(EXCHANGES)(exchange) ?? `exchange ${exchange}`, `IKEv${version}, ${toHexNumber(id, 4)}`)
  if (isEncrypted && layer.at < end) layer.raw({ en: 'Encrypted', zh: '密文' }, end - layer.at)
  while (next !== 0 && layer.at + 4 <= end) {
    const size = layer.peek(layer.at + 2, 2)
    if (size < 4) throw new RangeError('length of a payload')
    const told = NOTIFY.has(next) && size >= 8 ? nameOf(NOTIFICATIONS)(layer.peek(layer.at + 6, 2)) : undefined
    const following = layer.peek(layer.at, 1)
    layer.raw(nameOf(PAYLOADS)(next) ?? { en: `Payload ${next}`, zh: `载荷 ${next}` }, size, told ?? `${size} B`)
    // What follows it by number stands inside it.
    next = ENCRYPTED.has(next) ? 0 : following
  }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}
