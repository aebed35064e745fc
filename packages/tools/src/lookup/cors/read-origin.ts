import { AppError } from '@octet/core/errors.ts'
import { findUrl } from '../../lib/find-url.ts'

/** A host as browsers write it into an origin. */
const HOST = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d+)?$/

/**
 * The origin as a browser sends it, of what people give for it: a page's whole address, a name without scheme, or `null`.
 *
 * @throws {AppError} `bad_input`
 */
export function readOrigin(text: string): string {
  const typed = text.trim()
  if (/^null$/i.test(typed) || /^(file|data|about|blob):/i.test(typed)) return 'null'
  const url = findUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  // Of schemes that are not the web's the URL standard gives none; browsers write extensions' and apps' as they are.
  const origin = url && (url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin)
  if (origin && url?.username === '' && url.password === '' && HOST.test(origin.slice(origin.indexOf('//') + 2))) return origin
  throw new AppError('bad_input', {
    field: 'origin',
    expected: { en: 'an origin such as https://example.com, or null', zh: '来源，如 https://example.com，或 null' },
    got: typed.slice(0, 80),
  })
}
