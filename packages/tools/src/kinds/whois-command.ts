import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget, findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask for the same. */
const WORDS = ['whois', 'rdap']

export default defineKind({
  id: 'whois-command',
  title: { en: 'Whois command', zh: 'whois 命令' },
  examples: ['whois example.com', 'whois -h whois.example.org 192.0.2.1', 'whois:example.com'],
  counterExamples: ['whois', 'whois there'],
  detect(sample) {
    const target = findCommandTarget(sample, ['whois']) ?? findShorthand(sample, WORDS)
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
