import { findAddress } from '@octet/core/ip/address.ts'
import { splitRange } from '@octet/core/ip/range.ts'
import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'ip-range',
  title: { en: 'IP range', zh: 'IP 地址段' },
  examples: [
    '192.0.2.10-192.0.2.20',
    '192.0.2.10 - 192.0.2.20',
    '2001:db8::1 – 2001:db8::ff',
    '192.0.2.1~192.0.2.9',
    '192.0.2.10-20',
    '192.0.2.*',
  ],
  counterExamples: ['192.0.2.20-10', '192.0.2.10-256', '10.*.2.1', '*', 'a-b', '192.0.2.1-2001:db8::1'],
  detect(sample) {
    // The last numbers left open, or a range of the last one: what network scanners take.
    if (/^(?=\d)(?:\d{1,3}\.){1,3}\*(?:\.\*)*$/.test(sample) && sample.split('.').length === 4)
      return findAddress(sample.replaceAll('*', '0')) ? { score: 0.97 } : undefined
    const [, start = '', from = '', to = ''] = /^((?:\d{1,3}\.){3}(\d{1,3}))-(\d{1,3})$/.exec(sample) ?? []
    if (findAddress(start)) return Number(from) <= Number(to) && Number(to) < 256 ? { score: 0.97 } : undefined
    const ends = splitRange(sample)
    const [first, last] = ends.map(findAddress)
    return ends.length === 2 && first && last && first.version === last.version ? { score: 1 } : undefined
  },
})
