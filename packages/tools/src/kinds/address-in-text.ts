import { defineKind } from '@octet/core/kind.ts'
import { extractAddresses } from '../lib/extract-addresses.ts'

/** An address that is in a text at all is near its beginning. */
const LOOKED_AT_CHARS = 8_192

export default defineKind({
  id: 'address-in-text',
  title: { en: 'Text with an address', zh: '含 IP 地址的文本' },
  examples: [
    'Jan  2 03:04:05 host sshd[612]: Failed password for root from 192.0.2.55 port 22 ssh2',
    '192.0.2.1 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200 612',
    'bound to 2001:db8::1 port 53',
  ],
  counterExamples: ['192.0.2.1', 'version 1.2.3.4.5', 'ping example.com', '{"ip": "203.0.113.42"}'],
  detect(sample) {
    if (/^[[{<]/.test(sample) || !/\s/.test(sample)) return undefined
    const addresses = [...extractAddresses(sample.slice(0, LOOKED_AT_CHARS)).keys()]
    const note = addresses.slice(0, 3).join(', ') + (addresses.length > 3 ? ', …' : '')
    return addresses.length > 0 ? { score: 0.55, note: { en: note, zh: note } } : undefined
  },
})
