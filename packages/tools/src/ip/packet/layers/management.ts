import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { toHex, toUint } from '../../../lib/bytes.ts'
import { CutShort, joinWords, nameOf, toIpv6Text, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'

/** A value of BER (ITU-T X.690 §8): its tag, and where its contents stand. */
type Value = { readonly tag: number; readonly at: number; readonly end: number }

/** The value at `at`, with a length of up to four bytes. */
function peekValue(layer: Layer, at: number): Value {
  const tag = layer.peek(at, 1)
  const first = layer.peek(at + 1, 1)
  const more = first > 0x80 ? first & 0x7f : 0
  if (first === 0x80 || more > 4) throw new RangeError('length of a value')
  const size = more === 0 ? first : layer.peek(at + 2, more)
  const start = at + 2 + more
  if (start + size > layer.end) throw new CutShort()
  return { tag, at: start, end: start + size }
}

const INTEGER = 0x02
const SEQUENCE = 0x30
const SNMP_VERSIONS: Readonly<Record<number, string>> = { 0: 'SNMPv1', 1: 'SNMPv2c', 3: 'SNMPv3' }
const PDUS: Readonly<Record<number, string>> = {
  0xa0: 'get-request',
  0xa1: 'get-next-request',
  0xa2: 'get-response',
  0xa3: 'set-request',
  0xa4: 'trap',
  0xa5: 'get-bulk-request',
  0xa6: 'inform-request',
  0xa7: 'snmpV2-trap',
  0xa8: 'report',
}
const SNMP_ERRORS = [
  'noError',
  'tooBig',
  'noSuchName',
  'badValue',
  'readOnly',
  'genErr',
  'noAccess',
  'wrongType',
  'wrongLength',
  'wrongEncoding',
  'wrongValue',
  'noCreation',
  'inconsistentValue',
  'resourceUnavailable',
  'commitFailed',
  'undoFailed',
  'authorizationError',
  'notWritable',
  'inconsistentName',
]
const ABSENT: Readonly<Record<number, string>> = {
  0x05: 'null',
  0x80: 'noSuchObject',
  0x81: 'noSuchInstance',
  0x82: 'endOfMibView',
}
const GET_BULK = 0xa5
const TRAP = 0xa4
/** Variables that are read of one message. */
const MAX_VARIABLES = 200

/** Network management (RFC 1157, 3416, 3412). Of version 3 only what leads to the message, which may be encrypted. */
export const snmp: Dissector = (layer, packet) => {
  layer.name = 'SNMP'
  packet.protocol = 'SNMP'
  layer.at = peekValue(layer, layer.at).at
  const version = readInteger(layer, W.version, nameOf(SNMP_VERSIONS))
  packet.info = nameOf(SNMP_VERSIONS)(version) ?? ''
  if (version > 1) {
    const head = peekValue(layer, layer.at)
    if (head.tag === SEQUENCE) {
      layer.at = head.at
      readInteger(layer, W.identifier)
    }
    layer.raw(W.payload, layer.left)
    return undefined
  }
  readText(layer, { en: 'Community', zh: '团体名' })
  const pdu = peekValue(layer, layer.at)
  layer.put({ en: 'Message', zh: '报文类型' }, layer.at, pdu.at - layer.at, `0x${pdu.tag.toString(16)}`, PDUS[pdu.tag])
  packet.info = joinWords(PDUS[pdu.tag] ?? `0x${pdu.tag.toString(16)}`, '')
  layer.at = pdu.at
  if (pdu.tag === TRAP) {
    putValue(layer, { en: 'Enterprise', zh: '企业标识' })
    putValue(layer, { en: 'Agent', zh: '代理地址' })
    readInteger(layer, { en: 'Trap', zh: '陷阱类型' })
    readInteger(layer, { en: 'Trap of the enterprise', zh: '企业陷阱编号' })
    putValue(layer, { en: 'Uptime', zh: '运行时间' })
  } else {
    readInteger(layer, W.identifier)
    const isBulk = pdu.tag === GET_BULK
    const error = readInteger(layer, isBulk ? { en: 'Non-repeaters', zh: '非重复数' } : { en: 'Error', zh: '错误' }, (value) =>
      isBulk ? undefined : SNMP_ERRORS[value],
    )
    readInteger(layer, isBulk ? { en: 'Repetitions', zh: '最大重复数' } : { en: 'Where', zh: '错误位置' })
    if (!isBulk && error !== 0) packet.info = joinWords(packet.info, SNMP_ERRORS[error] ?? String(error))
  }
  layer.at = peekValue(layer, layer.at).at
  for (let count = 0; layer.left > 0 && count < MAX_VARIABLES; count++) {
    const from = layer.at
    const pair = peekValue(layer, from)
    const name = peekValue(layer, pair.at)
    const value = peekValue(layer, name.end)
    const [oid, text] = [toValueText(layer, name), toValueText(layer, value)]
    layer.put({ en: 'Variable', zh: '变量' }, from, pair.end - from, value.tag === 5 ? oid : `${oid} = ${text}`)
    if (count < 3) packet.info = joinWords(packet.info, value.tag === 5 ? oid : `${oid} = ${text.slice(0, 60)}`)
    layer.at = pair.end
  }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

function readInteger(layer: Layer, name: Words, mean?: (value: number) => Words | undefined): number {
  const value = peekValue(layer, layer.at)
  if (value.tag !== INTEGER || value.end - value.at > 6) throw new RangeError('an integer')
  const number = toInteger(layer, value)
  layer.put(name, layer.at, value.end - layer.at, String(number), mean?.(number))
  layer.at = value.end
  return number
}

/** In two’s complement. */
function toInteger(layer: Layer, { at, end }: Value): number {
  const size = end - at
  const value = size === 0 ? 0 : layer.peek(at, size)
  return size > 0 && layer.peek(at, 1) & 0x80 ? value - 2 ** (8 * size) : value
}

function readText(layer: Layer, name: Words): void {
  const value = peekValue(layer, layer.at)
  layer.put(name, layer.at, value.end - layer.at, new TextDecoder().decode(layer.bytes.subarray(value.at, value.end)))
  layer.at = value.end
}

function putValue(layer: Layer, name: Words): void {
  const value = peekValue(layer, layer.at)
  layer.put(name, layer.at, value.end - layer.at, toValueText(layer, value))
  layer.at = value.end
}

/** Types of ASN.1 and of the structure of management information (RFC 2578 §2, §7.1). */
function toValueText(layer: Layer, value: Value): string {
  const bytes = layer.bytes.subarray(value.at, value.end)
  const { tag } = value
  if (Object.hasOwn(ABSENT, tag)) return ABSENT[tag]!
  if (tag === 0x06) return toOid(bytes)
  if (tag === 0x40 && bytes.length === 4) return formatIpv4(layer.peek(value.at, 4))
  // Ticks of a hundredth of a second; counters and gauges are never negative.
  if (tag === 0x43 && bytes.length <= 6) return `${layer.peek(value.at, bytes.length) / 100} s`
  if (tag === INTEGER && bytes.length <= 6) return String(toInteger(layer, value))
  if ((tag === 0x41 || tag === 0x42 || tag === 0x46 || tag === 0x47) && bytes.length > 0)
    return BigInt(`0x${toHex(bytes)}`).toString()
  if (tag === 0x04) return toWordsOrHex(bytes)
  return toHex(bytes)
}

function toWordsOrHex(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!/[^\P{C}\t\r\n]/u.test(text)) return text
  } catch {
    // Not UTF-8: shown as bytes.
  }
  return toHex(bytes)
}

/** Numbers of seven bits a byte, the first two in one (ITU-T X.690 §8.19). */
function toOid(bytes: Uint8Array): string {
  const numbers: number[] = []
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    numbers.push(value)
    value = 0
  }
  const [first = 0, ...rest] = numbers
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...rest].join('.')
}

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
  if (form === 'text') return toWordsOrHex(bytes)
  if (form === 'number' && bytes.length === 4) return String(number)
  if (form === 'address' && bytes.length === 4) return formatIpv4(number)
  if (form === 'address' && bytes.length === 16) return toIpv6Text(bytes)
  return toHex(bytes)
}

const TFTP_CODES = ['', 'RRQ', 'WRQ', 'DATA', 'ACK', 'ERROR', 'OACK']
const TFTP_ERRORS: readonly Words[] = [
  { en: 'not defined', zh: '未定义' },
  { en: 'file not found', zh: '文件未找到' },
  { en: 'access violation', zh: '拒绝访问' },
  { en: 'disk full', zh: '磁盘已满' },
  { en: 'illegal operation', zh: '非法操作' },
  { en: 'unknown transfer', zh: '未知传输标识' },
  { en: 'file already exists', zh: '文件已存在' },
  { en: 'no such user', zh: '无此用户' },
  { en: 'options refused', zh: '选项被拒绝' },
]

/** Files in the simplest way (RFC 1350 §5; RFC 2347 for options). */
export const tftp: Dissector = (layer, packet) => {
  layer.name = 'TFTP'
  packet.protocol = 'TFTP'
  const code = layer.int({ en: 'Operation', zh: '操作' }, 2, (value) => TFTP_CODES[value])
  packet.info = TFTP_CODES[code] ?? `${code}`
  if (code === 3 || code === 4) packet.info = joinWords(packet.info, `${layer.int({ en: 'Block', zh: '数据块' }, 2)}`)
  else if (code === 5) {
    const error = layer.int({ en: 'Error', zh: '错误' }, 2, (value) => TFTP_ERRORS[value])
    packet.info = joinWords(packet.info, TFTP_ERRORS[error])
    if (layer.left > 0) packet.info = joinWords(packet.info, readWord(layer, W.message))
  } else {
    if (code !== 6) {
      packet.info = joinWords(packet.info, readWord(layer, { en: 'File', zh: '文件' }))
      readWord(layer, { en: 'Mode', zh: '模式' })
    }
    while (layer.left > 0) {
      const from = layer.at
      const name = toWord(layer)
      const value = toWord(layer)
      layer.put({ en: 'Option', zh: '选项' }, from, layer.at - from, `${name} ${value}`)
    }
  }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

/** A word up to its zero, behind which it goes on. */
function toWord(layer: Layer): string {
  const end = layer.bytes.indexOf(0, layer.at)
  if (end < 0 || end >= layer.end) throw new CutShort()
  return new TextDecoder().decode(layer.take(end + 1 - layer.at).subarray(0, -1))
}

function readWord(layer: Layer, name: Words): string {
  const from = layer.at
  const text = toWord(layer)
  layer.put(name, from, layer.at - from, text)
  return text
}

const FACILITIES = [
  'kern',
  'user',
  'mail',
  'daemon',
  'auth',
  'syslog',
  'lpr',
  'news',
  'uucp',
  'cron',
  'authpriv',
  'ftp',
  'ntp',
  'audit',
  'alert',
  'clock',
  ...Array.from({ length: 8 }, (_, number) => `local${number}`),
]
const SEVERITIES = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug']

/** A line of a log behind its number in angle brackets (RFC 3164 §4.1, RFC 5424 §6.2). */
export const syslog: Dissector = (layer, packet) => {
  layer.name = 'Syslog'
  packet.protocol = 'Syslog'
  const [head = '', digits = ''] =
    /^<(\d{1,3})>/.exec(new TextDecoder('latin1').decode(layer.bytes.subarray(layer.at, layer.at + 5))) ?? []
  const value = Number(digits)
  const meaning = `${FACILITIES[value >> 3] ?? value >> 3}.${SEVERITIES[value & 7]!}`
  if (head !== '') layer.add({ en: 'Priority', zh: '优先级' }, head.length, digits, meaning)
  const text = layer.text(W.message, layer.left)
  packet.info = joinWords(meaning, text.split(/\r?\n/, 1)[0]!.slice(0, 100))
  return undefined
}

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
