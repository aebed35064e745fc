import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget, findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask for the same. */
const WORDS = ['ping']

export default defineKind({
  id: 'ping-command',
  title: { en: 'Ping command', zh: 'ping 命令' },
  examples: ['ping -c 4 example.com', '$ ping 192.0.2.1', 'ping:example.com'],
  counterExamples: ['ping', 'ping pong', 'dig example.com'],
  detect(sample) {
    const target = findCommandTarget(sample, ['ping', 'ping6', 'fping', 'tcping']) ?? findShorthand(sample, WORDS)
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
