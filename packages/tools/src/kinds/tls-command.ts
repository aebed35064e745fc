import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget } from '../lib/command-target.ts'

export default defineKind({
  id: 'tls-command',
  title: { en: 'TLS connection', zh: 'TLS 连接命令' },
  examples: ['openssl s_client -connect example.com:443'],
  counterExamples: ['openssl version', 'openssl x509 -in a.pem'],
  detect(sample) {
    const target = findCommandTarget(sample, ['openssl', 'gnutls-cli'])
    if (!target) return undefined
    if (target.port === undefined) return undefined
    const text = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
    return { score: 0.96, text, note: { en: text, zh: text } }
  },
})
