import { toHex, toUint } from '../../../lib/bytes.ts'
import { joinWords, nameOf, type Dissector, type Layer } from '../layer.ts'
import { W } from '../words.ts'

const COAP_TYPES = ['CON', 'NON', 'ACK', 'RST']
const COAP_METHODS = ['Empty', 'GET', 'POST', 'PUT', 'DELETE', 'FETCH', 'PATCH', 'iPATCH']
const COAP_OPTIONS: Readonly<Record<number, string>> = {
  1: 'If-Match',
  3: 'Uri-Host',
  4: 'ETag',
  5: 'If-None-Match',
  6: 'Observe',
  7: 'Uri-Port',
  8: 'Location-Path',
  11: 'Uri-Path',
  12: 'Content-Format',
  14: 'Max-Age',
  15: 'Uri-Query',
  17: 'Accept',
  20: 'Location-Query',
  23: 'Block2',
  27: 'Block1',
  28: 'Size2',
  35: 'Proxy-Uri',
  60: 'Size1',
}
const COAP_TEXTS: ReadonlySet<number> = new Set([3, 8, 11, 15, 20, 35])
const PAYLOAD_MARK = 0xff

/** HTTP for things (RFC 7252 §3; RFC 7641, 7959 for options). */
export const coap: Dissector = (layer, packet) => {
  layer.name = 'CoAP'
  packet.protocol = 'CoAP'
  const first = layer.hex({ en: 'Version and type', zh: '版本与类型' }, 1, (value) => COAP_TYPES[(value >> 4) & 3])
  const toCode = (value: number) =>
    value < COAP_METHODS.length ? COAP_METHODS[value]! : `${value >> 5}.${String(value & 31).padStart(2, '0')}`
  const code = layer.hex(W.code, 1, toCode)
  layer.hex(W.identifier, 2)
  if (first & 15) layer.raw({ en: 'Token', zh: '令牌' }, first & 15)
  const path: string[] = []
  const query: string[] = []
  for (let option = 0; layer.left > 0 && layer.peek(layer.at, 1) !== PAYLOAD_MARK;) {
    const from = layer.at
    const head = layer.take(1)[0]!
    option += toExtended(layer, head >> 4)
    const size = toExtended(layer, head & 15)
    const bytes = layer.take(size)
    const number = toUint(bytes)
    const text = COAP_TEXTS.has(option)
      ? new TextDecoder().decode(bytes)
      : size <= 4 && option !== 4 && option !== 1
        ? String(number)
        : toHex(bytes)
    layer.put(nameOf(COAP_OPTIONS)(option) ?? { en: `Option ${option}`, zh: `选项 ${option}` }, from, layer.at - from, text)
    if (option === 11) path.push(text)
    if (option === 15) query.push(text)
  }
  const target = `${path.map((part) => `/${part}`).join('')}${query.length > 0 ? `?${query.join('&')}` : ''}`
  packet.info = joinWords(COAP_TYPES[(first >> 4) & 3]!, `${toCode(code)}${target === '' ? '' : ` ${target}`}`)
  if (layer.left === 0) return undefined
  layer.hex({ en: 'Payload marker', zh: '载荷标记' }, 1)
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

/** Four bits, or what follows in one or two bytes (RFC 7252 §3.1). */
function toExtended(layer: Layer, value: number): number {
  if (value === 15) throw new RangeError('length of an option')
  if (value < 13) return value
  const size = value - 12
  const more = layer.peek(layer.at, size)
  layer.take(size)
  return more + (size === 1 ? 13 : 269)
}
