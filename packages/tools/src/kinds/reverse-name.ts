import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'reverse-name',
  title: { en: 'Reverse DNS name', zh: '反向解析名' },
  examples: ['1.2.0.192.in-addr.arpa', '1.2.0.192.in-addr.arpa.', `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`],
  counterExamples: ['in-addr.arpa', 'example.arpa', '1.2.0.192'],
  detect: (sample) =>
    /^(?:\d{1,3}\.){4}in-addr\.arpa\.?$|^(?:[\da-f]\.){32}ip6\.arpa\.?$/i.test(sample) ? { score: 0.95 } : undefined,
})
