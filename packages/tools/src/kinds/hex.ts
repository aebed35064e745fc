import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'hex',
  title: { en: 'Hexadecimal bytes', zh: '十六进制字节' },
  examples: [
    'de ad be ef 00 01',
    '0x48656c6c6f',
    String.raw`\xde\xad\xbe\xef`,
    'deadbeef001122',
    '0xde 0xad 0xbe',
    'de:ad:be:ef:01',
  ],
  counterExamples: ['hello', '12345678', '48 65 6', 'face', '2026 11 21'],
  detect(sample) {
    if (/^(\\x[0-9a-f]{2}){2,}$/i.test(sample)) return { score: 0.97 }
    if (/^0x([0-9a-f]{2}){3,}$/i.test(sample)) return { score: 0.9 }
    if (/^0x[0-9a-f]{2}(?:[\s,]+0x[0-9a-f]{2})+,?$/i.test(sample)) return { score: 0.97 }
    if (/^[0-9a-f]{2}(?::[0-9a-f]{2}){3,}$/i.test(sample)) return { score: 0.9 }
    if (/^([0-9a-f]{2}[ \n\r\t]+){3,}[0-9a-f]{2}$/i.test(sample)) return { score: /[a-f]/i.test(sample) ? 0.95 : 0.6 }
    const isDense = /^([0-9a-f]{2}){6,}$/i.test(sample) && /[a-f]/i.test(sample) && /\d/.test(sample)
    return isDense ? { score: 0.7 } : undefined
  },
})
