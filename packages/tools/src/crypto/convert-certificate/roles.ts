import type { Text } from '@octet/core/text.ts'

/** What a certificate is in the chain. */
export const ROLES = {
  own: { en: 'Certificate', zh: '本证书' },
  authority: { en: 'Intermediate CA', zh: '中级 CA' },
  root: { en: 'Root CA', zh: '根 CA' },
  other: { en: 'Other', zh: '其他' },
} as const satisfies Record<string, Text>
export type Role = keyof typeof ROLES
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]]
