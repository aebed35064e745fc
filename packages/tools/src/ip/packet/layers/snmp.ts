import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { toHex } from '../../../lib/bytes.ts'
import { toInteger, toOid } from '../../../lib/der.ts'
import { CutShort, joinWords, nameOf, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'
import { toTextOrHex } from './text.ts'

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
  const number = Number(toInteger({ content: layer.bytes.subarray(value.at, value.end) }))
  layer.put(name, layer.at, value.end - layer.at, String(number), mean?.(number))
  layer.at = value.end
  return number
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
  if (tag === 0x06) return toOid({ content: bytes })
  if (tag === 0x40 && bytes.length === 4) return formatIpv4(layer.peek(value.at, 4))
  // Ticks of a hundredth of a second; counters and gauges are never negative.
  if (tag === 0x43 && bytes.length <= 6) return `${layer.peek(value.at, bytes.length) / 100} s`
  if (tag === INTEGER) return String(toInteger({ content: bytes }))
  if ((tag === 0x41 || tag === 0x42 || tag === 0x46 || tag === 0x47) && bytes.length > 0)
    return BigInt(`0x${toHex(bytes)}`).toString()
  if (tag === 0x04) return toTextOrHex(bytes)
  return toHex(bytes)
}
