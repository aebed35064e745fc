import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'prefixed-number',
  title: { en: 'Binary or octal number', zh: '二进制或八进制数' },
  examples: ['0b1010', '0o755', '-0b11'],
  counterExamples: ['0b12', '0o8', '0b', '1010'],
  detect: (sample) => (/^[+-]?0(?:b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)$/i.test(sample) ? { score: 0.95 } : undefined),
})
