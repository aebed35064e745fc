import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { toHex } from '../../../lib/bytes.ts'
import { nameOf, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'
import { joinWords } from './icmp.ts'

const COOKIE = 0x63825363

const MESSAGES: Readonly<Record<number, string>> = {
  1: 'DISCOVER',
  2: 'OFFER',
  3: 'REQUEST',
  4: 'DECLINE',
  5: 'ACK',
  6: 'NAK',
  7: 'RELEASE',
  8: 'INFORM',
}

type Form = 'addresses' | 'text' | 'seconds' | 'number' | 'message' | 'list' | 'hex'

/** Options of RFC 2132 and later (IANA, “BOOTP Vendor Extensions and DHCP Options”). */
const OPTIONS: Readonly<Record<number, readonly [name: Words, form: Form]>> = {
  1: [{ en: 'Subnet mask', zh: '子网掩码' }, 'addresses'],
  3: [{ en: 'Router', zh: '路由器' }, 'addresses'],
  6: [{ en: 'Name server', zh: 'DNS 服务器' }, 'addresses'],
  12: [{ en: 'Host name', zh: '主机名' }, 'text'],
  15: [{ en: 'Domain', zh: '域名' }, 'text'],
  26: ['MTU', 'number'],
  28: [{ en: 'Broadcast address', zh: '广播地址' }, 'addresses'],
  42: [{ en: 'Time server', zh: '时间服务器' }, 'addresses'],
  43: [{ en: 'Vendor information', zh: '厂商信息' }, 'hex'],
  50: [{ en: 'Requested address', zh: '请求的地址' }, 'addresses'],
  51: [{ en: 'Lease time', zh: '租期' }, 'seconds'],
  53: [{ en: 'Message', zh: '消息' }, 'message'],
  54: [{ en: 'Server', zh: '服务器' }, 'addresses'],
  55: [{ en: 'Requested options', zh: '请求的选项' }, 'list'],
  56: [{ en: 'Words', zh: '说明' }, 'text'],
  57: [{ en: 'Largest message', zh: '最大消息长度' }, 'number'],
  58: [{ en: 'Renewal time (T1)', zh: '续租时间（T1）' }, 'seconds'],
  59: [{ en: 'Rebinding time (T2)', zh: '重新绑定时间（T2）' }, 'seconds'],
  60: [{ en: 'Vendor class', zh: '厂商类别' }, 'text'],
  61: [{ en: 'Client identifier', zh: '客户端标识' }, 'hex'],
  66: [{ en: 'TFTP server', zh: 'TFTP 服务器' }, 'text'],
  67: [{ en: 'Boot file', zh: '启动文件' }, 'text'],
  81: [{ en: 'Full name (FQDN)', zh: '完整域名（FQDN）' }, 'hex'],
  82: [{ en: 'Relay agent', zh: '中继代理' }, 'hex'],
  108: [{ en: 'IPv6 only preferred', zh: '首选仅 IPv6' }, 'seconds'],
  119: [{ en: 'Search list', zh: '搜索域' }, 'hex'],
  121: [{ en: 'Static routes', zh: '静态路由' }, 'hex'],
}

/** DHCP of IPv4 (RFC 2131 §2), with the options of RFC 2132. */
export const dhcp: Dissector = (layer, packet) => {
  layer.name = 'DHCP'
  packet.protocol = 'DHCP'
  layer.int({ en: 'Operation', zh: '操作' }, 1, nameOf({ 1: { en: 'request', zh: '请求' }, 2: { en: 'reply', zh: '应答' } }))
  layer.int({ en: 'Hardware type', zh: '硬件类型' }, 1, nameOf({ 1: 'Ethernet' }))
  const size = layer.int({ en: 'Hardware address length', zh: '硬件地址长度' }, 1)
  layer.int({ en: 'Relays passed', zh: '经过的中继' }, 1)
  const id = layer.hex({ en: 'Transaction', zh: '事务编号' }, 4)
  layer.int({ en: 'Seconds since begun', zh: '已用秒数' }, 2)
  layer.hex(W.flags, 2, (value) => (value & 0x8000 ? { en: 'answer by broadcast', zh: '以广播应答' } : undefined))
  layer.ipv4({ en: 'Client address', zh: '客户端地址' })
  const yours = layer.ipv4({ en: 'Your address', zh: '分配的地址' })
  layer.ipv4({ en: 'Next server', zh: '下一服务器' })
  layer.ipv4({ en: 'Relay address', zh: '中继地址' })
  const hardware = layer.take(16)
  layer.put({ en: 'Client MAC', zh: '客户端 MAC' }, layer.at - 16, 16, toHex(hardware.subarray(0, Math.min(16, size)), ':'))
  readName(layer, { en: 'Server name', zh: '服务器名' }, 64)
  readName(layer, { en: 'Boot file', zh: '启动文件' }, 128)
  if (layer.left < 4 || layer.peek(layer.at, 4) !== COOKIE) return { kind: 'data', at: layer.at, end: layer.end }
  layer.hex({ en: 'Magic cookie', zh: '魔术字' }, 4)
  let message = ''
  while (layer.left > 0) {
    const code = layer.peek(layer.at, 1)
    if (code === 255 || code === 0) {
      layer.add(code === 0 ? { en: 'Pad', zh: '填充' } : { en: 'End of list', zh: '选项结束' }, 1, String(code))
      if (code === 255) break
      continue
    }
    const length = layer.peek(layer.at + 1, 1)
    const bytes = layer.take(2 + length).subarray(2)
    const [name, form] = OPTIONS[code] ?? [{ en: `Option ${code}`, zh: `选项 ${code}` }, 'hex']
    const value = toValue(bytes, form)
    if (code === 53) message = value
    layer.put(name, layer.at - 2 - length, 2 + length, value, form === 'seconds' ? 's' : undefined)
  }
  packet.info = joinWords(message || 'BOOTP', `0x${id.toString(16).padStart(8, '0')}${yours === '0.0.0.0' ? '' : ` ${yours}`}`)
  return layer.left > 0 ? { kind: 'padding', at: layer.at, end: layer.end } : undefined
}

function readName(layer: Layer, name: Words, size: number): void {
  const bytes = layer.take(size)
  const end = bytes.indexOf(0)
  layer.put(name, layer.at - size, size, new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)))
}

function toValue(bytes: Uint8Array, form: Form): string {
  const toNumber = () => bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  switch (form) {
    case 'addresses':
      return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) =>
        formatIpv4(new DataView(bytes.buffer, bytes.byteOffset + at * 4, 4).getUint32(0)),
      ).join(', ')
    case 'text':
      return new TextDecoder().decode(bytes)
    case 'message':
      return MESSAGES[bytes[0] ?? 0] ?? toHex(bytes)
    case 'seconds':
    case 'number':
      return bytes.length <= 4 ? String(toNumber()) : toHex(bytes)
    case 'list':
      return Array.from(bytes, (code) => {
        const name = OPTIONS[code]?.[0]
        return name === undefined ? String(code) : `${code} ${typeof name === 'string' ? name : name.en}`
      }).join(', ')
    case 'hex':
      return toHex(bytes)
  }
}
