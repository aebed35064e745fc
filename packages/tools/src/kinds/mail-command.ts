import { defineKind } from '@octet/core/kind.ts'
import { findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask how the mail of a domain is set up. */
const WORDS = ['mail', 'email', 'spf', 'dkim', 'dmarc', 'bimi', 'mta-sts', 'smtp']

/** `dkim:example.com:s1` names a selector, too. */
const SELECTOR = /^dkim[:：][^:：]+[:：]([a-z\d][\w.-]{0,62})$/i

export default defineKind({
  id: 'mail-command',
  title: { en: 'Mail check', zh: '邮件检查' },
  examples: ['spf:example.com', 'dmarc example.com'],
  counterExamples: ['mail', 'spf', 'mail me'],
  detect(sample) {
    const [, selector] = SELECTOR.exec(sample) ?? []
    const target = findShorthand(selector ? sample.slice(0, -selector.length - 1) : sample, WORDS)
    if (!target) return undefined
    if (selector) {
      const record = `${selector}._domainkey.${target.host}`
      return { score: 0.96, text: record, note: { en: record, zh: record } }
    }
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
