import type { Caller } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import type { KnownKey } from '../domain/key/key-table.ts'

/** The key of a call that needs one. Throws `key_required`. */
export function getKey({ key }: Caller): KnownKey {
  if (!key) throw new AppError('key_required')
  return key
}
