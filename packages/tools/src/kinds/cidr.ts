import { countOf } from '@octet/core/counted.ts'
import { BITS, findAddress } from '@octet/core/ip/address.ts'
import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'cidr',
  title: { en: 'Network (CIDR)', zh: '网段（CIDR）' },
  examples: ['192.0.2.0/24', '198.51.100.7/8', '2001:db8::/32'],
  counterExamples: ['192.0.2.0/33', '192.0.2.0', 'a/24', '1/2'],
  detect(sample) {
    const [, base = '', length = ''] = /^([\da-f.:]+)\s?\/\s?([\d.]+)$/i.exec(sample) ?? []
    const address = findAddress(base)
    if (!address) return undefined
    if (address.version === 4 && findAddress(length)?.version === 4) return { score: 0.97 }
    const bits = BITS[address.version]
    if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return undefined
    const hostBits = bits - Number(length)
    // A number that nobody would read is written as a power.
    const size = hostBits > 32 ? `2^${hostBits}` : (2 ** hostBits).toLocaleString('en')
    return {
      score: 0.99,
      note: {
        en: `IPv${address.version} network, ${countOf(size, 'address', 'addresses')}`,
        zh: `IPv${address.version} 网段，${size} 个地址`,
      },
    }
  },
})
