import { joinWords, nameOf, type Dissector, type Layer, type Packet, type Words } from '../layer.ts'
import { W } from '../words.ts'

const EAPOL_TYPES: Readonly<Record<number, Words>> = { 0: 'EAP', 1: 'Start', 2: 'Logoff', 3: 'Key', 4: 'Alert', 5: 'MKA' }
const EAP_CODES: Readonly<Record<number, Words>> = {
  1: { en: 'request', zh: '请求' },
  2: { en: 'response', zh: '响应' },
  3: { en: 'success', zh: '成功' },
  4: { en: 'failure', zh: '失败' },
}
const EAP_METHODS: Readonly<Record<number, string>> = {
  1: 'Identity',
  2: 'Notification',
  3: 'Nak',
  4: 'MD5-Challenge',
  6: 'GTC',
  13: 'EAP-TLS',
  18: 'EAP-SIM',
  21: 'EAP-TTLS',
  23: 'EAP-AKA',
  25: 'PEAP',
  26: 'EAP-MSCHAPv2',
  43: 'EAP-FAST',
  50: "EAP-AKA'",
  52: 'EAP-PWD',
}

/** Logging in to a port or a Wi-Fi (IEEE 802.1X-2020 §11.3), with EAP (RFC 3748 §4). */
export const eapol: Dissector = (layer, packet) => {
  layer.name = 'EAPOL'
  packet.protocol = 'EAPOL'
  layer.int(W.version, 1)
  const type = layer.int(W.type, 1, nameOf(EAPOL_TYPES))
  const length = layer.int(W.length, 2)
  const end = Math.min(layer.end, layer.at + length)
  packet.info = nameOf(EAPOL_TYPES)(type) ?? `type ${type}`
  if (type === 0) readEap(layer, packet)
  if (layer.at < end) layer.raw(W.payload, end - layer.at)
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

function readEap(layer: Layer, packet: Packet): void {
  packet.protocol = 'EAP'
  const code = layer.int({ en: 'EAP code', zh: 'EAP 代码' }, 1, nameOf(EAP_CODES))
  layer.int(W.identifier, 1)
  const size = layer.int({ en: 'EAP length', zh: 'EAP 长度' }, 2)
  packet.info = nameOf(EAP_CODES)(code) ?? `code ${code}`
  if (code > 2 || size < 5) return
  const method = layer.int({ en: 'Method', zh: '方法' }, 1, nameOf(EAP_METHODS))
  packet.info = joinWords(packet.info, nameOf(EAP_METHODS)(method) ?? `method ${method}`)
  const left = Math.min(size - 5, layer.left)
  if (method === 1 && left > 0) packet.info = joinWords(packet.info, layer.text({ en: 'Identity', zh: '身份' }, left))
}
