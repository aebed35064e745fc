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
  examples: ['00:00:5e:00:53:af', '00-00-5E-00-53-AF', '0000.5e00.53af', '00005E0053AF', '02-00-5e-10-00-00-00-01'],
  counterExamples: ['00:00:5e:00:53', '00:00:5e:00:53:zz', '2001:db8::1', '000000000000', '00005E0053aF0'],
  detect(sample) {
    if (SPELLINGS.some((spelling) => spelling.test(sample))) return { score: 0.97 }
    // Twelve digits alone may be any bytes; letters among them and one case make an address likely.
    return /^(?=.*[A-F])(?=.*\d)[\dA-F]{12}$/.test(sample) || /^(?=.*[a-f])(?=.*\d)[\da-f]{12}$/.test(sample)
      ? { score: 0.72 }
      : undefined
  },
})
