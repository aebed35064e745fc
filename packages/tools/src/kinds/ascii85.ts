import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'ascii85',
  title: { en: 'Ascii85', zh: 'Ascii85' },
  examples: ['<~87cURD]j7BEbo80~>'],
  counterExamples: ['<~~>', '<a>', '~>'],
  detect: (sample) => (/^<~[!-uz\s]+~>$/.test(sample) ? { score: 0.99 } : undefined),
})
