import { defineKind } from '@octet/core/kind.ts'
import { findUnicodeHost } from '../lib/idn.ts'

export default defineKind({
  id: 'punycode',
  title: { en: 'Punycode domain', zh: 'Punycode 域名' },
  examples: ['xn--fiqs8s', 'xn--fsqu00a.xn--0zwm56d', 'www.xn--mnchen-3ya.de'],
  counterExamples: ['example.com', 'xn--', 'my-xn--name'],
  detect(sample) {
    if (sample.length > 300) return undefined
    if (!/^([a-z0-9_-]+\.)*xn--[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(sample)) return undefined
    const name = findUnicodeHost(sample)
    return name === undefined ? undefined : { score: 0.9, note: { en: name, zh: name } }
  },
})
