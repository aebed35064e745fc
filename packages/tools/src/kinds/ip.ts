import { findAddress } from '@octet/core/ip/address.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import { defineKind } from '@octet/core/kind.ts'
import netmask from './netmask.ts'

export default defineKind({
  id: 'ip',
  title: { en: 'IP address', zh: 'IP 地址' },
  examples: ['203.0.113.42', '8.8.8.8', '2001:db8::1', '::ffff:192.0.2.1', '::1'],
  counterExamples: ['999.1.1.1', '1.2.3', '010.1.1.1', '::g', '192.0.2.0/24'],
  detect(sample) {
    const address = findAddress(sample)
    if (!address) return undefined
    const special = findSpecial(address)
    const family = `IPv${address.version}`
    return {
      // A mask is written like an address, and asked for as a mask.
      score: netmask.detect(sample) ? 0.9 : 1,
      note: special ? { en: `${family}: ${special.name.en}`, zh: `${family}：${special.name.zh}` } : { en: family, zh: family },
    }
  },
})
