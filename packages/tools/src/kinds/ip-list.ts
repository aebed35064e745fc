import { findAddress } from '@octet/core/ip/address.ts'
import { defineKind } from '@octet/core/kind.ts'
import { splitLines } from '@octet/core/lines.ts'

const CANDIDATE =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:\d{1,3}(?:\.\d{1,3}){3})?)(?![\w:]|\.\d)/gi
const MOST = 1000

export default defineKind({
  id: 'ip-list',
  title: { en: 'List of addresses, or a log', zh: 'IP 列表或日志' },
  examples: [
    '192.0.2.1\n198.51.100.7\n2001:db8::1',
    '192.0.2.0/24\n198.51.100.0/25',
    '192.0.2.1, 198.51.100.7, 203.0.113.9',
    '192.0.2.1 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200 612\n203.0.113.9 - - [02/Jan/2026:03:04:06 +0000] "GET /a HTTP/1.1" 404 0',
  ],
  counterExamples: ['192.0.2.1', '192.0.2.1-192.0.2.9', 'one\ntwo', '{"ip":"203.0.113.42","b":"203.0.113.43"}'],
  detect(sample) {
    if (/^[[{<]/.test(sample)) return undefined
    const addresses = findAddresses(sample)
    if (addresses < 2) return undefined
    const parts = sample.split(/[\s,;|]+/).filter(Boolean)
    const isPlain = parts.length > 1 && parts.every((part) => findAddress(part.split('/')[0]!))
    const lines = splitLines(sample).filter((line) => line.trim()).length
    if (!isPlain && (lines < 2 || addresses < lines / 2)) return undefined
    const count = addresses >= MOST ? `${MOST}+` : String(addresses)
    return { score: isPlain ? 0.98 : 0.9, note: { en: `${count} addresses`, zh: `${count} 个地址` } }
  },
})

function findAddresses(sample: string): number {
  let count = 0
  for (const [text] of sample.matchAll(CANDIDATE)) if (findAddress(text) && ++count >= MOST) break
  return count
}
