import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget } from '../lib/command-target.ts'

export default defineKind({
  id: 'trace-command',
  title: { en: 'Traceroute command', zh: '路由跟踪命令' },
  examples: ['tracert example.com', 'mtr -n 192.0.2.1'],
  counterExamples: ['traceroute', 'mtr example'],
  detect(sample) {
    const target = findCommandTarget(sample, ['traceroute', 'traceroute6', 'tracert', 'tracepath', 'mtr'])
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
