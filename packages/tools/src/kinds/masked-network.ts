import { findAddress } from '@octet/core/ip/address.ts'
import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'masked-network',
  title: { en: 'Network with a mask', zh: '网段与掩码' },
  examples: ['192.0.2.0 255.255.255.0', '198.51.100.7/255.255.240.0', '192.0.2.0 0.0.0.255'],
  counterExamples: ['192.0.2.0 192.0.2.1', '192.0.2.0/24', '255.255.255.0', '192.0.2.0 255.0.255.0'],
  detect(sample) {
    const [, base = '', mask = ''] = /^([\d.]+)(?:\s*\/\s*|\s+)([\d.]+)$/.exec(sample) ?? []
    const bits = findAddress(mask)?.value
    if (!findAddress(base) || bits === undefined || !mask.includes('.')) return undefined
    // Ones in front, or zeros as access lists have them.
    const host = bits >> 31n === 1n ? bits ^ 0xff_ff_ff_ffn : bits
    const isMask = (host & (host + 1n)) === 0n && host !== 0n && host !== 0xff_ff_ff_ffn
    return isMask ? { score: 0.985 } : undefined
  },
})
