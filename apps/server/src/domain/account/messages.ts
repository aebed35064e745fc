import type { Text } from '@octet/core/text.ts'

/** What the account says when something was added to it, taken from it or ended. */
export const ACCOUNT_MESSAGES = {
  keyRevoked: { en: 'The key has been revoked', zh: '密钥已吊销' },
  sessionEnded: { en: 'The device has been logged out', zh: '该设备已退出登录' },
  passkeyAdded: { en: 'The passkey has been added', zh: '通行密钥已添加' },
  passkeyRemoved: { en: 'The passkey has been removed', zh: '通行密钥已移除' },
  secondFactorOff: { en: 'The second factor is off', zh: '两步验证已停用' },
} as const satisfies Record<string, Text>
