import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'mac-prefix',
  title: { en: 'Beginning of a MAC address (OUI)', zh: 'MAC 地址前缀（OUI）' },
  examples: ['00:1a:2b', '08-00-20'],
  counterExamples: ['00:1a', '001a2b', '12:30:45', '20-26-11', '00:1a:2b:3c:4d:5e'],
  detect(sample) {
    const isIt = /^[\da-f]{2}([:-])[\da-f]{2}\1[\da-f]{2}$/i.test(sample)
    // Times and dates are of digits alone; of those, an OUI begins with zeros.
    return isIt && (/[a-f]/i.test(sample) || /^0[048][:-]00/.test(sample)) ? { score: 0.9 } : undefined
  },
})
