import { defineKind } from '@octet/core/kind.ts'

const CODES = /^\d{1,7}(?:[\s,;]+\d{1,7}){2,}$/

export default defineKind({
  id: 'byte-codes',
  title: { en: 'Text as character codes', zh: '字符编码的十进制序列' },
  examples: ['72 101 108 108 111', '20013, 25991, 33'],
  counterExamples: ['1 2 3', '72 101', '1 234 567', '72 101 1114112'],
  detect(sample) {
    if (!CODES.test(sample)) return undefined
    const codes = sample.split(/[\s,;]+/).map(Number)
    if (codes.some((code) => code > 0x10_ff_ff)) return undefined
    const text = String.fromCodePoint(...codes.slice(0, 40))
    // Numbers in a row are seldom a text: only letters, marks and blanks that anybody writes are.
    if (!/^[\p{L}\p{N}\p{P}\p{Zs}\n\r\t]+$/u.test(text) || !/\p{L}{2}/u.test(text)) return undefined
    return { score: 0.8, note: { en: text, zh: text } }
  },
})
