import type * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import type { Fields } from './body.ts'
import { QUERY_NAMES } from './find-key.ts'

/** What any call may carry beside its own fields. */
const COMMON: ReadonlySet<string> = new Set(['lang', 'raw', ...QUERY_NAMES])

/**
 * Refuses a field that the call does not have, so that a misspelt wish is not passed over in silence. A loose schema takes
 * every field, and so does a form: pages and programs put fields of their own into it. Throws `bad_input`.
 */
export function refuseStrays(schema: z.ZodObject, fields: Fields): void {
  if (schema.def.catchall) return
  const names = Object.keys(schema.shape)
  const stray = Object.keys(fields).find((name) => !names.includes(name) && !COMMON.has(name))
  if (stray === undefined) return
  const expected =
    names.length === 0
      ? { en: 'a call without fields', zh: '不带字段的请求' }
      : { en: `a field of this call (${names.join(', ')})`, zh: `此接口的字段（${names.join('、')}）` }
  throw new AppError('bad_input', { field: stray, expected, got: stray }) // its value may be a secret under a wrong name
}

/** Whether the body is a form, as pages send it. */
export const isForm = (type = ''): boolean => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)
