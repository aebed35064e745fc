import { defineKind } from '@octet/core/kind.ts'
import { formatAddress } from '@octet/core/ip/address.ts'

export default defineKind({
  id: 'ip-number',
  title: { en: 'IPv4 address as a number', zh: '整数形式的 IPv4 地址' },
  examples: ['3221225985', '0xC0000201'],
  counterExamples: ['1234567', '4294967296', '0xC000', '03221225985'],
  detect(sample) {
    const isHex = /^0x[\da-f]{8}$/i.test(sample)
    // Those of 0.0.0.0/8 are ordinary numbers.
    if (!isHex && !/^[1-9]\d{7,9}$/.test(sample)) return undefined
    const value = Number(sample)
    if (value < 0x1_00_00_00 || value > 0xff_ff_ff_ff) return undefined
    const address = formatAddress({ version: 4, value: BigInt(value) })
    return { score: isHex ? 0.9 : 0.62, note: { en: address, zh: address } }
  },
})
