import { defineKind } from '@octet/core/kind.ts'
import { findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask whether a host is on a blocklist. */
const WORDS = ['blacklist', 'blocklist', 'dnsbl', 'rbl', '黑名单']

export default defineKind({
  id: 'blocklist-command',
  title: { en: 'Blocklist check', zh: '黑名单查询' },
  examples: ['blacklist:192.0.2.1', 'dnsbl example.com'],
  counterExamples: ['blacklist', 'blacklist: spam'],
  detect(sample) {
    const target = findShorthand(sample, WORDS)
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
