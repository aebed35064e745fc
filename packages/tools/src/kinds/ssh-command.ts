import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget, findShorthand } from '../lib/command-target.ts'

/** Who logs in, in front of the host. */
const USER = /(?<=\s)[\w.-]+@(?=[\w[])/g
const PORT = /\s-p ?([1-9]\d{0,4})(?=\s|$)/i

export default defineKind({
  id: 'ssh-command',
  title: { en: 'SSH connection', zh: 'SSH 连接命令' },
  examples: ['ssh root@example.com', 'ssh -p 2222 git@example.com', 'ssh-keyscan example.com', 'ssh:example.com'],
  counterExamples: ['ssh-keygen -t ed25519', 'ssh', 'ssh -V', 'ssh into the box'],
  detect(sample) {
    const target = findShorthand(sample, ['ssh']) ?? findCommandTarget(sample.replaceAll(USER, ''), PROGRAMS)
    if (!target) return undefined
    const { host } = target
    const port = PORT.exec(sample)?.[1] ?? target.port
    const text = port === undefined ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
    return { score: 0.96, text, note: { en: text, zh: text } }
  },
})

const PROGRAMS = ['ssh', 'ssh-keyscan', 'ssh-audit', 'sftp']
