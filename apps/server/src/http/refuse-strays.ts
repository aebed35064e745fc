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
      ? { en: 'no fields', zh: '无任何字段' }
      : { en: `no field of this name; the fields are ${names.join(', ')}`, zh: `无此字段；可用字段：${names.join('、')}` }
  throw new AppError('bad_input', { field: stray, expected, got: toShort(fields[stray]) })
}

/** Whether the body is a form, as pages send it. */
export const isForm = (type = ''): boolean => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)

const toShort = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 80)
