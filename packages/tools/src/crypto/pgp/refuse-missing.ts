import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

const LABELS = {
  text: { en: 'Text or message', zh: '文本或消息' },
  publicKeys: { en: 'Public keys', zh: '公钥' },
  secretKey: { en: 'Private key', zh: '私钥' },
  passphrase: { en: 'Passphrase of the message', zh: '消息口令' },
  name: { en: 'Name', zh: '姓名' },
} as const satisfies Record<string, Text>

/** The error for a field that an action needs. */
export function refuseMissing(field: keyof typeof LABELS): AppError {
  const act = field === 'passphrase' || field === 'name' ? { en: 'enter', zh: '填写' } : { en: 'paste', zh: '粘贴' }
  return new AppError('missing_input', { field, act, label: LABELS[field] })
}
