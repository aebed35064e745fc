import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget, findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask for the same. */
const WORDS = ['trace', 'traceroute', '路由']

export default defineKind({
  id: 'trace-command',
  title: { en: 'Traceroute command', zh: '路由跟踪命令' },
  examples: ['tracert example.com', 'mtr -n 192.0.2.1', 'trace:example.com'],
  counterExamples: ['traceroute', 'mtr example'],
  detect(sample) {
    const target =
      findCommandTarget(sample, ['traceroute', 'traceroute6', 'tracert', 'tracepath', 'mtr']) ?? findShorthand(sample, WORDS)
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
