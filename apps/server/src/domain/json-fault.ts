import { AppError, toErrorMessage } from '@octet/core/errors.ts'
import { findJsonFault } from '@octet/tools/lib/json/find-fault.ts'

/** A longer text is not read a second time, byte by byte: that would keep everybody else waiting. */
const MAX_SOUGHT = 1_000_000

/** What is wrong with JSON that `JSON.parse` refused with `cause`, and where, in both languages. */
export function toJsonFault(text: string, cause: unknown): AppError {
  const fault = text.length > MAX_SOUGHT ? undefined : findJsonFault(text)
  const reason = fault
    ? { en: toErrorMessage(fault, 'en'), zh: toErrorMessage(fault, 'zh') }
    : { en: 'JSON: not readable', zh: 'JSON：无法解析' }
  return new AppError('bad_body', { reason }, { cause })
}
