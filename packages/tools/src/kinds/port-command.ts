import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget, findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask for the same. */
const WORDS = ['tcp', 'port', '端口']

export default defineKind({
  id: 'port-command',
  title: { en: 'Connection to a port', zh: '端口连接命令' },
  examples: ['telnet example.com 25', 'nc -vz 192.0.2.1 443', 'tcp:example.com:25'],
  counterExamples: ['telnet example.com', 'nc -l 8080'],
  detect(sample) {
    const target = findCommandTarget(sample, ['telnet', 'nc', 'ncat', 'netcat']) ?? findShorthand(sample, WORDS)
    if (!target) return undefined
    if (target.port === undefined) return undefined
    const text = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
    return { score: 0.96, text, note: { en: text, zh: text } }
  },
})
