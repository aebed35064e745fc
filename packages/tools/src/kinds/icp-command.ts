import { defineKind } from '@octet/core/kind.ts'
import { findShorthand } from '../lib/command-target.ts'

/** Words before a colon or a blank that ask for the filing of a domain. */
const WORDS = ['icp', '备案']

export default defineKind({
  id: 'icp-command',
  title: { en: 'ICP filing', zh: 'ICP 备案查询' },
  examples: ['icp:example.com', '备案 example.com'],
  counterExamples: ['icp', '备案号'],
  detect(sample) {
    const target = findShorthand(sample, WORDS)
    if (!target) return undefined
    return { score: 0.96, text: target.host, note: { en: target.host, zh: target.host } }
  },
})
