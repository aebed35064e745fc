import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget, findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask for the same, of the usual port where none is named. */
const WORDS = ['ssl', 'tls', 'cert', '证书']

export default defineKind({
  id: 'tls-command',
  title: { en: 'TLS connection', zh: 'TLS 连接命令' },
  examples: ['openssl s_client -connect example.com:443', 'ssl:example.com'],
  counterExamples: ['openssl version', 'openssl x509 -in a.pem'],
  detect(sample) {
    const asked = findShorthand(sample, WORDS)
    const target = asked ?? findCommandTarget(sample, ['openssl', 'gnutls-cli'])
    const port = target?.port ?? (asked && 443)
    if (!target || port === undefined) return undefined
    const text = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${port}`
    return { score: 0.96, text, note: { en: text, zh: text } }
  },
})
