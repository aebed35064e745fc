import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'data-url',
  title: { en: 'data: URL', zh: 'data: 链接' },
  examples: [
    'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    'data:text/plain;charset=utf-8;base64,5Lit',
  ],
  counterExamples: ['data: none', 'https://example.com/data:'],
  first: 'base64-file',
  detect(sample) {
    const match = /^data:([a-z]+\/[\w.+-]+)?(;[\w-]+=[^;,\s]+)*(;base64)?,/i.exec(sample)
    return match ? { score: 1, note: { en: match[1] ?? 'text/plain', zh: match[1] ?? 'text/plain' } } : undefined
  },
})
