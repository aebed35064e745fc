import * as z from 'zod'

const FAMILIES = { any: { en: 'Any', zh: '自动' }, ipv4: { en: 'IPv4', zh: 'IPv4' }, ipv6: { en: 'IPv6', zh: 'IPv6' } } as const

/** The input of tools that reach a host by one of its addresses: which IP version that is to be. */
export const familyField = z
  .enum(['any', 'ipv4', 'ipv6'])
  .default('any')
  .meta({ label: { en: 'Family', zh: '协议族' }, options: FAMILIES, advanced: true })

/** As probes take it; nothing for any. */
export function toFamily(family: keyof typeof FAMILIES): { family?: 4 | 6 } {
  return family === 'any' ? {} : { family: family === 'ipv4' ? 4 : 6 }
}
