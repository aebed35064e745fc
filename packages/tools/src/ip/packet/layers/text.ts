import { toHex, toSizeText } from '../../../lib/bytes.ts'
import { joinWords, type Dissector } from '../layer.ts'
import { W } from '../words.ts'

/** Characters of a text that are shown. */
const MAX_CHARS = 2_000
/** Bytes that are shown in hexadecimal. */
const MAX_BYTES = 256

/** Whether bytes are UTF-8 of printable characters. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/[^\P{C}\t\r\n\u200d]/u.test(text)
  } catch {
    return false
  }
}

/** A value that is a text as a rule; in hexadecimal where it is none. */
export const toTextOrHex = (bytes: Uint8Array): string => (isText(bytes) ? new TextDecoder().decode(bytes) : toHex(bytes))

/** Bytes of a protocol that is not taken apart, as a text. */
export const text: Dissector = (layer, packet) => {
  layer.name = { en: 'Text', zh: '文本' }
  const size = layer.left
  const read = new TextDecoder().decode(layer.take(size))
  const first = read.split(/\r?\n/, 1)[0]!
  if (read.startsWith('SSH-2.0-')) {
    layer.name = 'SSH'
    packet.protocol = 'SSH'
  }
  packet.info = joinWords(packet.info, first.slice(0, 100))
  layer.put(W.payload, layer.at - size, size, read.length > MAX_CHARS ? `${read.slice(0, MAX_CHARS)}…` : read, toSizeText(size))
  return undefined
}

/** Bytes of which no more is known. */
export const data: Dissector = (layer) => {
  layer.name = { en: 'Data', zh: '数据' }
  const size = layer.left
  if (size > 0) layer.raw(W.payload, size, toSizeText(size), MAX_BYTES)
  return undefined
}

/** What a frame is filled up with, or its check sequence (IEEE 802.3 §3.2.8). */
export const padding: Dissector = (layer) => {
  layer.name = { en: 'Padding', zh: '填充' }
  const bytes = layer.take(layer.left)
  const isZero = bytes.every((byte) => byte === 0)
  layer.put(
    { en: 'Behind the packet', zh: '报文之后' },
    layer.start,
    bytes.length,
    isZero ? '0' : toHex(bytes.subarray(0, MAX_BYTES)),
    toSizeText(bytes.length),
  )
  return undefined
}

/** Protocols whose messages look like those of HTTP, by what their first line names. */
const LIKE_HTTP = [
  [/ SIP\/2\.0|^SIP\/2\.0 /, 'SIP'],
  [/ RTSP\/\d\.\d|^RTSP\/\d\.\d /, 'RTSP'],
] as const

/** HTTP/1: the first line and the head (RFC 9112 §2); also SSDP, SIP (RFC 3261 §7) and RTSP (RFC 7826 §5). */
export const http: Dissector = (layer, packet) => {
  const whole = new TextDecoder('latin1').decode(layer.bytes.subarray(layer.at, layer.end))
  const [first = ''] = whole.split('\r\n', 1)
  const name = LIKE_HTTP.find(([words]) => words.test(first))?.[1] ?? (packet.ports?.includes(1900) ? 'SSDP' : 'HTTP')
  layer.name = name
  packet.protocol = name
  const end = whole.indexOf('\r\n\r\n')
  const head = end < 0 ? whole : whole.slice(0, end + 2)
  for (const line of head.split(/(?<=\r\n)/)) {
    const [, field, value] = /^([\w-]+): *(.*?)\s*$/s.exec(line) ?? []
    if (field !== undefined && layer.at > layer.start) layer.add(field, line.length, value ?? '')
    else {
      layer.add(layer.at > layer.start ? W.payload : { en: 'First line', zh: '首行' }, line.length, line.trimEnd())
      if (layer.fields.length === 1) packet.info = line.trimEnd()
    }
  }
  if (end < 0) return undefined
  layer.at += 2
  if (layer.left === 0) return undefined
  return { kind: isText(layer.bytes.subarray(layer.at, layer.end)) ? 'text' : 'data', at: layer.at, end: layer.end }
}
