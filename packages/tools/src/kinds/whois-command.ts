import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget } from '../lib/command-target.ts'

export default defineKind({
  id: 'whois-command',
  title: { en: 'Whois command', zh: 'whois 命令' },
  examples: ['whois example.com', 'whois -h whois.example.org 192.0.2.1'],
  counterExamples: ['whois', 'whois there'],
  detect(sample) {
    const target = findCommandTarget(sample, ['whois'])
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
