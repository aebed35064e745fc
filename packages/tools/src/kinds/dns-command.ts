import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget, findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask for the same. */
const WORDS = [
  'dns',
  'a',
  'aaaa',
  'mx',
  'ns',
  'soa',
  'txt',
  'cname',
  'srv',
  'caa',
  'ptr',
  'ds',
  'dnskey',
  'tlsa',
  'naptr',
  '解析',
]

export default defineKind({
  id: 'dns-command',
  title: { en: 'DNS query', zh: 'DNS 查询命令' },
  examples: ['dig @192.0.2.53 example.com MX +short', 'nslookup example.com', 'mx:example.com'],
  counterExamples: ['dig', 'host name', 'dig a hole'],
  detect(sample) {
    const target = findCommandTarget(sample, ['dig', 'nslookup', 'host', 'drill', 'kdig', 'delv']) ?? findShorthand(sample, WORDS)
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
