import { toHex } from '../../../lib/bytes.ts'
import { DHCP_OPTIONS } from '../../../lib/dhcp/options.ts'
import { nameOfOption, toOptionText } from '../../../lib/dhcp/read-option.ts'
import { joinWords, nameOf, type Dissector } from '../layer.ts'
import { W } from '../words.ts'

const COOKIE = 0x63825363

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
  layer.text({ en: 'Server name', zh: '服务器名' }, 64)
  layer.text({ en: 'Boot file', zh: '启动文件' }, 128)
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
    const value = toOptionText(code, bytes)
    if (code === 53) message = value
    const unit = DHCP_OPTIONS[code]?.form === 'seconds' ? 's' : undefined
    layer.put(nameOfOption(code), layer.at - 2 - length, 2 + length, value, unit)
  }
  packet.info = joinWords(message || 'BOOTP', `0x${id.toString(16).padStart(8, '0')}${yours === '0.0.0.0' ? '' : ` ${yours}`}`)
  return layer.left > 0 ? { kind: 'padding', at: layer.at, end: layer.end } : undefined
}
