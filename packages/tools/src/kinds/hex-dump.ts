import { defineKind } from '@octet/core/kind.ts'
import { findDumpedHex } from '../lib/hex-dump.ts'

export default defineKind({
  id: 'hex-dump',
  title: { en: 'Hex dump', zh: '十六进制转储' },
  examples: [
    '00000000: 4865 6c6c 6f20 776f 726c 6421 0a         Hello world!.',
    '00000000  48 65 6c 6c 6f 20 77 6f  72 6c 64 21 0a           |Hello world!.|\n0000000d',
  ],
  counterExamples: ['48 65 6c 6c 6f', 'deadbeef001122', '0000 words'],
  detect(sample) {
    // The last line of a cut sample may be half a line.
    const whole = sample.length >= 65_536 ? sample.slice(0, sample.lastIndexOf('\n')) : sample
    const digits = findDumpedHex(whole)?.replaceAll(/\s/g, '')
    if (digits === undefined) return undefined
    const bytes = digits.length / 2
    return {
      score: 0.98,
      note: { en: `${bytes}${whole === sample ? '' : '+'} bytes`, zh: `${bytes}${whole === sample ? '' : '+'} 字节` },
    }
  },
})
