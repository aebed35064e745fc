import { isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { DnsFormatError } from './format-error.ts'

/** Why a server has not answered, in both languages. A fault of the program is thrown again, and so is the caller's wish to stop. */
export function toReason(error: unknown): Text {
  if (isAppError(error) && error.key !== 'cancelled') return { en: toFailureWords(error, 'en'), zh: toFailureWords(error, 'zh') }
  if (!(error instanceof DnsFormatError)) throw error
  return { en: error.reason.en, zh: `解析失败：${error.reason.zh}` }
}

/** What a server that is named for a zone says without being its authority. */
export const NOT_AUTHORITATIVE: Text = {
  en: 'it does not answer as an authority of the zone (lame)',
  zh: '未以权威身份应答（lame）',
}
