import { defineKind } from '@octet/core/kind.ts'

/** IEEE 802 EUI-48 and EUI-64 in the spellings of operating systems and switches. */
const SPELLINGS = [
  /^[\da-f]{2}(?::[\da-f]{2}){5}(?:(?::[\da-f]{2}){2})?$/i,
  /^[\da-f]{2}(?:-[\da-f]{2}){5}(?:(?:-[\da-f]{2}){2})?$/i,
  /^[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?:\.[\da-f]{4})?$/i,
]

export default defineKind({
  id: 'mac',
  title: { en: 'MAC address', zh: 'MAC 地址' },
  examples: ['00:00:5e:00:53:af', '00-00-5E-00-53-AF', '0000.5e00.53af', '02-00-5e-10-00-00-00-01'],
  counterExamples: ['00:00:5e:00:53', '00:00:5e:00:53:zz', '2001:db8::1'],
  detect: (sample) => (SPELLINGS.some((spelling) => spelling.test(sample)) ? { score: 0.97 } : undefined),
})
