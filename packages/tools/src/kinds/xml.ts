import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'xml',
  title: { en: 'XML', zh: 'XML' },
  examples: [
    '<?xml version="1.0" encoding="UTF-8"?><note><to>Ann</to></note>',
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
    '<config><port>8080</port></config>',
  ],
  counterExamples: ['<!doctype html><html></html>', '<div class="a">x</div>', 'a < b > c', '<a>'],
  detect(sample) {
    if (/^<\?xml\s/.test(sample)) return { score: 0.99 }
    if (
      !/^<(?![!?])/.test(sample) ||
      /^<(?:html|head|body|div|span|p|a|ul|ol|table|form|input|img|script|style|h[1-6]|button|section|main)\b/i.test(sample)
    )
      return undefined
    const name = /^<([\p{L}_:][\p{L}\p{N}_:.-]*)[\s/>]/u.exec(sample)?.[1]
    if (!name) return undefined
    const isWhole = sample.endsWith(`</${name}>`) || /^<[^<>]*\/>$/.test(sample)
    return isWhole ? { score: 0.93 } : sample.length >= 65_536 ? { score: 0.8 } : undefined
  },
})
