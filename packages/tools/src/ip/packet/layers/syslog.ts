import { joinWords, type Dissector } from '../layer.ts'
import { W } from '../words.ts'

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
