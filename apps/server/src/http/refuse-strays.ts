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

/** Shorter names are one letter away from too many words. */
const MIN_LETTERS = 4

/**
 * Refuses a name in the query of a GET, or in a form, that is a slip of the pen of one that the call has: `feilds`,
 * `Fields`. Any other name may be there, as campaigns, caches, pages and other services' clients put theirs. Throws
 * `bad_input`.
 */
export function refuseMisspelt(schema: z.ZodObject, fields: Fields): void {
  const sent = Object.keys(fields)
  if (sent.length === 0 || schema.def.catchall) return
  const names = [...Object.keys(schema.shape), ...COMMON]
  for (const stray of sent.filter((name) => name.length >= MIN_LETTERS && !names.includes(name))) {
    const meant = names.find((name) => name.length >= MIN_LETTERS && isSlipOf(stray, name))
    if (meant === undefined) continue
    throw new AppError('bad_input', { field: stray, expected: { en: `the name “${meant}”`, zh: `参数名“${meant}”` }, got: stray })
  }
}

const toLetters = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '')

/** Whether one letter is missing, too many, another one, or has changed places with the next; case and dashes aside. */
function isSlipOf(stray: string, name: string): boolean {
  const [one, other] = [toLetters(stray), toLetters(name)]
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && left === [...right].reverse().join(''))
}

/** Whether the body is a form, as pages send it. */
export const isForm = (type = ''): boolean => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)
