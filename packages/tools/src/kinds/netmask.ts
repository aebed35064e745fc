import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'netmask',
  title: { en: 'Subnet mask', zh: '子网掩码' },
  examples: ['255.255.255.0', '255.255.240.0', '255.255.255.255', '0.0.0.255', '0.0.15.255'],
  counterExamples: ['192.0.2.1', '255.0.255.0', '0.0.0.0', '255.255.255.256', '0.0.255.0'],
  detect(sample) {
    const parts = /^(255|0)\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(sample)?.slice(1).map(Number)
    if (!parts || parts.some((part) => part > 255)) return undefined
    const bits = parts.map((part) => part.toString(2).padStart(8, '0')).join('')
    const ones = bits.replaceAll('0', '').length
    if (/^1+0*$/.test(bits)) return { score: 1, note: { en: `/${ones}`, zh: `/${ones}` } }
    return /^0+1+$/.test(bits) ? { score: 1, note: { en: 'wildcard mask', zh: '反掩码' } } : undefined
  },
})
