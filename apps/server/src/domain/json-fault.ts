import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { EVENT, JsonReader } from '@octet/tools/lib/json/reader.ts'

/** What is wrong with JSON that `JSON.parse` refused with `cause`, and where, in both languages. */
export function toJsonFault(text: string, cause: unknown): AppError {
  return new AppError('bad_body', { reason: findReason(text) ?? { en: 'JSON: not readable', zh: 'JSON：无法解析' } }, { cause })
}

/** The words of our own reader, which knows the place and both languages. */
function findReason(text: string): Text | undefined {
  const reader = new JsonReader(text)
  try {
    while (reader.next() !== EVENT.end);
    return undefined
  } catch (error) {
    if (!isAppError(error)) throw error
    return { en: toErrorMessage(error, 'en'), zh: toErrorMessage(error, 'zh') }
  }
}
