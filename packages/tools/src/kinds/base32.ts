import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'base32',
  title: { en: 'Base32', zh: 'Base32' },
  examples: ['JBSWY3DPEHPK3PXP', 'NBSWY3DPFQQHO33SNRSA====', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  counterExamples: ['HELLO', 'JBSWY3DP1', 'ABCDEFGHIJKLMNOP', '2345672345672345', 'JBSWY3DPEHPK3PX'],
  detect(sample) {
    const isWhole = /^[A-Z2-7]{16,}={0,6}$/.test(sample) && sample.length % 8 === 0
    return isWhole && /[2-7]/.test(sample) && /[A-Z]/.test(sample) ? { score: 0.8 } : undefined
  },
})
