import { defineKind } from '@octet/core/kind.ts'
import { findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask how the mail of a domain is set up. */
const WORDS = ['mail', 'email', 'spf', 'dkim', 'dmarc', 'bimi', 'mta-sts', 'smtp']

export default defineKind({
  id: 'mail-command',
  title: { en: 'Mail check', zh: '邮件检查' },
  examples: ['spf:example.com', 'dmarc example.com'],
  counterExamples: ['mail', 'spf', 'mail me'],
  detect(sample) {
    const target = findShorthand(sample, WORDS)
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
