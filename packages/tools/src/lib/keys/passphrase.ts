import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { refuseKey } from './found-key.ts'

/** The bytes of a passphrase. Throws `bad_input` where there is none. */
export function toPassphraseBytes(passphrase: string): Uint8Array {
  if (passphrase) return new TextEncoder().encode(passphrase)
  throw new AppError('bad_input', {
    field: 'passphrase',
    expected: { en: 'the passphrase it was encrypted with', zh: '加密时设置的口令' },
    got: { en: 'nothing', zh: '空' },
  })
}

/** The error for a key that its passphrase opens, but whose bytes were changed or lost afterwards. */
export function refuseDamaged(name: string): AppError {
  return refuseKey(name, DAMAGED)
}

/** The error for locked bytes that cannot be whole, whatever the passphrase is. */
export function refuseCut(name: string): AppError {
  return refuseKey(name, CUT)
}

const DAMAGED: Text = {
  en: 'the passphrase is right, but the file is damaged: part of it was changed or is missing',
  zh: '口令正确，但文件已损坏：部分内容被改动或缺失',
}
const CUT: Text = {
  en: 'the file is damaged: part of the encrypted content is missing',
  zh: '文件已损坏：加密部分不完整',
}
