import { defineKind } from '@octet/core/kind.ts'
import hex from './hex.ts'

export default defineKind({
  id: 'hex-text',
  title: { en: 'Text as hexadecimal bytes', zh: '十六进制写的文本' },
  examples: [
    '48 65 6c 6c 6f 2c 20 77 6f 72 6c 64',
    '48656c6c6f20776f726c64',
    '48656c6c6f',
    'e4b8ade69687e4b8ade69687',
    '0x48 0x65 0x6c',
    '48:65:6c:6c:6f',
  ],
  counterExamples: ['hello', 'deadbeef0011', '48 65 6', '0xdeadbeef', '20262127', '1b2b3b4b'],
  detect(sample) {
    const found = hex.detect(sample) ?? findShort(sample)
    const digits = sample.replaceAll(/\\x|0x(?=[\da-f]{2}\b)|[\s,:]+/gi, '')
    if (!found || !/^[\da-f]+$/i.test(digits)) return undefined
    const bytes = digits.match(/../g) ?? []
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
      if (/[^\P{C}\n\r\t]/u.test(text)) return undefined
      const note = text.slice(0, 40)
      return { score: Math.min(1, found.score + 0.02), note: { en: note, zh: note } }
    } catch {
      return undefined
    }
  },
})

/** A word of four or five letters; shorter rows of digits may be anything. */
function findShort(sample: string) {
  return /^(?:[46][1-9a-f]|[57][0-9a]){4,5}$/i.test(sample) && /[a-f]/i.test(sample) ? { score: 0.7 } : undefined
}
