import { defineKind } from '@octet/core/kind.ts'
import { splitNames } from '../lib/name-list.ts'
import { isDomainName } from './domain.ts'

export default defineKind({
  id: 'domain-list',
  title: { en: 'List of domain names', zh: '域名列表' },
  examples: ['example.com\nexample.org', 'example.com, www.example.co.uk; 例子.测试'],
  counterExamples: [
    'example.com',
    'one.two three',
    'report.txt\nexample.com',
    '192.0.2.1\n192.0.2.2',
    'a@example.com b@example.org',
  ],
  detect(sample) {
    const names = splitNames(sample)
    if (names.length < 2 || !names.every(isDomainName)) return undefined
    return { score: 0.92, note: { en: `${names.length} names`, zh: `${names.length} 个域名` } }
  },
})
