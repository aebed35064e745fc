import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'prefixed-number',
  title: { en: 'Binary, octal or hexadecimal number', zh: '二进制、八进制或十六进制数' },
  examples: ['0b1010', '0o755', '-0b11', '0x1F', '0xFFF'],
  counterExamples: ['0b12', '0o8', '0b', '1010', '0x', '0xfg'],
  detect(sample) {
    if (/^[+-]?0(?:b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)$/i.test(sample)) return { score: 0.95 }
    // Whole bytes in a row are rather those.
    if (/^[+-]?0x[0-9a-f]{1,16}$/i.test(sample)) return { score: /^0x(?:[0-9a-f]{2}){3,}$/i.test(sample) ? 0.6 : 0.95 }
    return undefined
  },
})
