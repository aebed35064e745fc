import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { joinWords, nameOf, toHexNumber, toIpv6Text, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'

/** Seconds from 1900, where NTP begins, to 1970. */
const NTP_TO_UNIX = 2_208_988_800
/** Seconds after which its count begins anew, in 2036 (RFC 5905 §6): small ones are of the next era. */
const NTP_ERA = 2 ** 32

const NTP_MODES: Readonly<Record<number, Words>> = {
  1: { en: 'symmetric active', zh: '主动对等' },
  2: { en: 'symmetric passive', zh: '被动对等' },
  3: { en: 'client', zh: '客户端' },
  4: { en: 'server', zh: '服务器' },
  5: { en: 'broadcast', zh: '广播' },
  6: { en: 'control', zh: '控制' },
}
const LEAP: readonly Words[] = [
  W.none,
  { en: 'last minute has 61 seconds', zh: '最后一分钟 61 秒' },
  { en: 'last minute has 59 seconds', zh: '最后一分钟 59 秒' },
  { en: 'clock not set', zh: '时钟未同步' },
]

/** RFC 5905 §7.3. */
export const ntp: Dissector = (layer, packet) => {
  layer.name = 'NTP'
  packet.protocol = 'NTP'
  const first = layer.peek(layer.at, 1)
  layer.put({ en: 'Leap indicator', zh: '闰秒指示' }, layer.at, 1, String(first >> 6), LEAP[first >> 6])
  layer.put(W.version, layer.at, 1, String((first >> 3) & 7))
  layer.put({ en: 'Mode', zh: '模式' }, layer.at, 1, String(first & 7), NTP_MODES[first & 7])
  layer.at += 1
  const stratum = layer.int({ en: 'Stratum', zh: '层级' }, 1)
  const toSeconds = (value: number) => `2^${(value << 24) >> 24} s`
  layer.int({ en: 'Poll interval', zh: '轮询间隔' }, 1, toSeconds)
  layer.int({ en: 'Precision', zh: '精度' }, 1, toSeconds)
  for (const name of [
    { en: 'Root delay', zh: '根延迟' },
    { en: 'Root dispersion', zh: '根离差' },
  ])
    layer.hex(name, 4, (value) => `${((value / 65_536) * 1000).toFixed(3)} ms`)
  layer.hex({ en: 'Reference', zh: '参考源' }, 4, (value) =>
    stratum <= 1
      ? String.fromCharCode(...[24, 16, 8, 0].map((shift) => (value >>> shift) & 255).filter((code) => code > 31 && code < 127))
      : formatIpv4(value),
  )
  for (const name of [
    { en: 'Reference time', zh: '参考时间' },
    { en: 'Origin time', zh: '发起时间' },
    { en: 'Receive time', zh: '接收时间' },
    { en: 'Transmit time', zh: '发送时间' },
  ])
    readNtpTime(layer, name)
  packet.info = joinWords(`NTPv${(first >> 3) & 7}`, NTP_MODES[first & 7])
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

function readNtpTime(layer: Layer, name: Words): void {
  const [seconds, fraction] = [layer.peek(layer.at, 4), layer.peek(layer.at + 4, 4)]
  const unix = seconds + (seconds < 2 ** 31 ? NTP_ERA : 0) - NTP_TO_UNIX + fraction / 2 ** 32
  const isSet = seconds !== 0 || fraction !== 0
  layer.add(name, 8, isSet ? new Date(unix * 1000).toISOString() : '0')
}

const QUIC_TYPES = ['Initial', '0-RTT', 'Handshake', 'Retry']
const QUIC_VERSIONS: Readonly<Record<number, Words>> = {
  0: { en: 'version negotiation', zh: '版本协商' },
  1: 'QUIC v1 (RFC 9000)',
  0x6b3343cf: 'QUIC v2 (RFC 9369)',
}

/** The parts of a QUIC packet that are not encrypted (RFC 9000 §17). */
export const quic: Dissector = (layer, packet) => {
  layer.name = 'QUIC'
  packet.protocol = 'QUIC'
  const first = layer.peek(layer.at, 1)
  const isLong = (first & 0x80) !== 0
  layer.hex(
    { en: 'First byte', zh: '首字节' },
    1,
    isLong ? () => ({ en: 'long header', zh: '长首部' }) : () => ({ en: 'short header', zh: '短首部' }),
  )
  if (!isLong) {
    packet.info = joinWords(packet.info, { en: 'short header', zh: '短首部' })
    layer.raw({ en: 'Encrypted', zh: '密文' }, layer.left)
    return undefined
  }
  const version = layer.hex(W.version, 4, nameOf(QUIC_VERSIONS))
  for (const name of [
    { en: 'Destination connection', zh: '目的连接标识' },
    { en: 'Source connection', zh: '源连接标识' },
  ]) {
    const size = layer.peek(layer.at, 1)
    if (size === 0) layer.add(name, 1, '', W.none)
    else {
      layer.take(1)
      layer.raw(name, size)
    }
  }
  if (version === 1) packet.info = joinWords(packet.info, QUIC_TYPES[(first >> 4) & 3])
  if (layer.left > 0) layer.raw({ en: 'Encrypted', zh: '密文' }, layer.left)
  return undefined
}

const STUN_METHODS: Readonly<Record<number, Words>> = {
  0x0001: { en: 'Binding request', zh: '绑定请求' },
  0x0011: { en: 'Binding indication', zh: '绑定指示' },
  0x0101: { en: 'Binding success', zh: '绑定成功' },
  0x0111: { en: 'Binding error', zh: '绑定错误' },
  0x0003: { en: 'Allocate request', zh: '分配请求' },
  0x0103: { en: 'Allocate success', zh: '分配成功' },
}
const STUN_ATTRIBUTES: Readonly<Record<number, string>> = {
  0x0001: 'MAPPED-ADDRESS',
  0x0006: 'USERNAME',
  0x0008: 'MESSAGE-INTEGRITY',
  0x0009: 'ERROR-CODE',
  0x0014: 'REALM',
  0x0015: 'NONCE',
  0x0020: 'XOR-MAPPED-ADDRESS',
  0x0024: 'PRIORITY',
  0x0025: 'USE-CANDIDATE',
  0x8022: 'SOFTWARE',
  0x8028: 'FINGERPRINT',
  0x8029: 'ICE-CONTROLLED',
  0x802a: 'ICE-CONTROLLING',
}
const STUN_TEXTS: ReadonlySet<number> = new Set([0x0006, 0x0014, 0x0015, 0x8022])

/** RFC 8489 §5, §14. */
export const stun: Dissector = (layer, packet) => {
  layer.name = 'STUN'
  packet.protocol = 'STUN'
  const type = layer.hex(W.type, 2, nameOf(STUN_METHODS))
  const length = layer.int(W.length, 2)
  const key = layer.bytes.subarray(layer.at, layer.at + 16)
  layer.hex({ en: 'Magic cookie', zh: '魔术字' }, 4)
  layer.raw({ en: 'Transaction', zh: '事务编号' }, 12)
  packet.info = joinWords(packet.info, STUN_METHODS[type])
  const end = Math.min(layer.end, layer.at + length)
  while (layer.at + 4 <= end) {
    const kind = layer.peek(layer.at, 2)
    const size = layer.peek(layer.at + 2, 2)
    const at = layer.at
    const bytes = layer.take(4 + size).subarray(4)
    const name = STUN_ATTRIBUTES[kind] ?? toHexNumber(kind, 2)
    const padded = Math.min(layer.end, at + 4 + ((size + 3) & ~3))
    layer.at = at
    const value = kind === 0x0020 ? toMapped(bytes, key) : kind === 0x0001 ? toMapped(bytes) : undefined
    if (value !== undefined) {
      packet.info = joinWords(packet.info, value)
      layer.add(name, padded - at, value)
    } else if (STUN_TEXTS.has(kind)) layer.add(name, padded - at, new TextDecoder().decode(bytes))
    else layer.raw(name, padded - at)
  }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

/** An address and a port, which are mixed with the cookie and the transaction where `key` is given (RFC 8489 §14.2). */
function toMapped(bytes: Uint8Array, key?: Uint8Array): string | undefined {
  if (bytes.length !== 8 && bytes.length !== 20) return undefined
  const mix = (at: number) => bytes[at]! ^ (key ? key[at < 4 ? at - 2 : at - 4]! : 0)
  const port = mix(2) * 256 + mix(3)
  const address = Uint8Array.from({ length: bytes.length - 4 }, (_, at) => mix(at + 4))
  if (address.length === 16) return `[${toIpv6Text(address)}]:${port}`
  return `${formatIpv4(new DataView(address.buffer).getUint32(0))}:${port}`
}

const WIREGUARD: Readonly<Record<number, Words>> = {
  1: { en: 'Handshake initiation', zh: '握手发起' },
  2: { en: 'Handshake response', zh: '握手应答' },
  3: { en: 'Cookie reply', zh: 'Cookie 应答' },
  4: { en: 'Transport data', zh: '传输数据' },
}

/** What WireGuard does not encrypt (Donenfeld, “WireGuard”, §5.4): kind, indices and the counter. */
export const wireguard: Dissector = (layer, packet) => {
  layer.name = 'WireGuard'
  packet.protocol = 'WireGuard'
  const littleEndian = (name: Words, size: 4 | 8) => {
    const bytes = layer.take(size)
    const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
    layer.put(name, layer.at - size, size, size === 4 ? `0x${value.toString(16).padStart(8, '0')}` : String(value))
  }
  const type = layer.int(W.type, 1, nameOf(WIREGUARD))
  layer.hex(W.reserved, 3)
  packet.info = joinWords(packet.info, WIREGUARD[type])
  if (type === 1 || type === 2) littleEndian({ en: 'Sender', zh: '发送方索引' }, 4)
  if (type !== 1) littleEndian({ en: 'Receiver', zh: '接收方索引' }, 4)
  if (type === 4) littleEndian({ en: 'Counter', zh: '计数器' }, 8)
  if (layer.left > 0) layer.raw({ en: 'Encrypted', zh: '密文' }, layer.left)
  return undefined
}
