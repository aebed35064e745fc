import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget } from '../lib/command-target.ts'

export default defineKind({
  id: 'ping-command',
  title: { en: 'Ping command', zh: 'ping 命令' },
  examples: ['ping -c 4 example.com', '$ ping 192.0.2.1'],
  counterExamples: ['ping', 'ping pong', 'dig example.com'],
  detect(sample) {
    const target = findCommandTarget(sample, ['ping', 'ping6', 'fping', 'tcping'])
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
