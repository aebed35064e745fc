import { findSpecial } from '@octet/core/ip/special.ts'
import { defineKind } from '@octet/core/kind.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import cidr from './cidr.ts'

/** Networks that nobody outside knows anything about: to calculate with them is what is left. */
const BLOCKS = new Set(
  '10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 fc00::/7 fe80::/10'.split(' '),
)

export default defineKind({
  id: 'private-network',
  title: { en: 'Private network', zh: '私有网段' },
  examples: ['10.0.0.0/8', '192.168.1.77/24', 'fd12:3456:789a::/48'],
  counterExamples: ['192.0.2.0/24', '10.0.0.0', '2001:db8::/32', '10.0.0.0/33'],
  detect(sample) {
    const found = cidr.detect(sample)
    const address = found && findAddress(sample.split(/\s?\//)[0] ?? '')
    return address && BLOCKS.has(findSpecial(address)?.block ?? '') ? { ...found, score: 1 } : undefined
  },
})
