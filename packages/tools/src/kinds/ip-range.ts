import { findAddress } from '@octet/core/ip/address.ts'
import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'ip-range',
  title: { en: 'IP range', zh: 'IP 地址段' },
  examples: ['192.0.2.10-192.0.2.20', '192.0.2.10 - 192.0.2.20', '2001:db8::1 – 2001:db8::ff', '192.0.2.1~192.0.2.9'],
  counterExamples: ['192.0.2.10-20', 'a-b', '192.0.2.1-2001:db8::1'],
  detect(sample) {
    const ends = sample.split(/\s*[-–—~]\s*/)
    const [first, last] = ends.map(findAddress)
    return ends.length === 2 && first && last && first.version === last.version ? { score: 1 } : undefined
  },
})
