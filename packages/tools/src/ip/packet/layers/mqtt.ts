import { joinWords, nameOf, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'

const MQTT_TYPES = [
  '',
  'CONNECT',
  'CONNACK',
  'PUBLISH',
  'PUBACK',
  'PUBREC',
  'PUBREL',
  'PUBCOMP',
  'SUBSCRIBE',
  'SUBACK',
  'UNSUBSCRIBE',
  'UNSUBACK',
  'PINGREQ',
  'PINGRESP',
  'DISCONNECT',
  'AUTH',
]
const MQTT_LEVELS: Readonly<Record<number, string>> = { 3: 'MQTT 3.1', 4: 'MQTT 3.1.1', 5: 'MQTT 5' }

/** Messages of things, one behind another (OASIS MQTT 3.1.1 §2, §3; 5.0 §2, of whose properties only the size is read). */
export const mqtt: Dissector = (layer, packet) => {
  layer.name = 'MQTT'
  packet.protocol = 'MQTT'
  const lines: Words[] = []
  while (layer.left >= 2) {
    const first = layer.int(W.type, 1, (value) => MQTT_TYPES[value >> 4])
    const size = readVariable(layer, W.length)
    const end = layer.at + size
    const type = first >> 4
    lines.push(joinWords(MQTT_TYPES[type]!, end > layer.end ? undefined : readMqtt(layer, { type, first, end })))
    packet.info = lines.slice(0, 5).reduce((line, word) => joinWords(line, word))
    if (layer.at < end && layer.left > 0) layer.raw(W.payload, Math.min(end, layer.end) - layer.at)
  }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

/** Seven bits a byte, the lowest first, in four bytes at most (§2.2.3). */
function readVariable(layer: Layer, name: Words): number {
  let [value, size] = [0, 0]
  for (let byte = 0x80; byte & 0x80; size++) {
    if (size === 4) throw new RangeError('length')
    byte = layer.peek(layer.at + size, 1)
    value += (byte & 0x7f) * 128 ** size
  }
  layer.add(name, size, String(value))
  return value
}

type Message = { readonly type: number; readonly first: number; readonly end: number }

function readMqtt(layer: Layer, { type, first, end }: Message): Words | undefined {
  if (type === 1) {
    readCounted(layer, W.protocol)
    const level = layer.int(W.version, 1, nameOf(MQTT_LEVELS))
    const flags = layer.hex(W.flags, 1)
    layer.int({ en: 'Keep alive', zh: '保活间隔' }, 2, (value) => `${value} s`)
    if (level === 5) layer.take(readVariable(layer, { en: 'Length of properties', zh: '属性长度' }))
    const client = readCounted(layer, { en: 'Client', zh: '客户端标识' })
    // With a will, its properties and its message stand between (§3.1.3).
    if (flags & 4) {
      if (level === 5) layer.take(readVariable(layer, { en: 'Length of properties', zh: '属性长度' }))
      readCounted(layer, { en: 'Topic of the will', zh: '遗嘱主题' })
      readCounted(layer, { en: 'Will', zh: '遗嘱消息' })
    }
    if (flags & 0x80) readCounted(layer, { en: 'User', zh: '用户名' })
    if (flags & 0x40) readCounted(layer, { en: 'Password', zh: '密码' })
    return client
  }
  if (type === 2 && layer.at + 2 <= end) {
    layer.hex(W.flags, 1)
    const code = layer.int(W.code, 1)
    return code === 0 ? { en: 'accepted', zh: '已接受' } : { en: `refused (${code})`, zh: `被拒绝（${code}）` }
  }
  if (type === 3) {
    const topic = readCounted(layer, { en: 'Topic', zh: '主题' })
    if (first & 6) layer.int(W.identifier, 2)
    return topic
  }
  if (type >= 4 && type <= 11 && layer.at + 2 <= end) layer.int(W.identifier, 2)
  return undefined
}

function readCounted(layer: Layer, name: Words): string {
  const size = layer.peek(layer.at, 2)
  layer.take(2)
  return layer.text(name, size)
}
