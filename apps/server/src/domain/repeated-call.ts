import { createHash } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'

/** What an `Idempotency-Key` of a caller is known by; the same key of another caller is another one. */
export const toIdempotency = (caller: string, key: string): Buffer => toHash(`${caller}\n${key}`)

export const toHash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** For a call that comes with the `Idempotency-Key` of a different one. */
export const toOtherCall = (key: string): AppError =>
  new AppError('bad_input', {
    field: 'Idempotency-Key',
    expected: { en: 'a new key for another request', zh: '为不同的请求使用新的键' },
    got: key.slice(0, 100),
  })
