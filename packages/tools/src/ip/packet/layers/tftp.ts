import { CutShort, joinWords, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'

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
