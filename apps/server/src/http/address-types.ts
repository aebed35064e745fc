import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/**
 * Types of a list of addresses beside those of any JSON or CSV. The second and third are what curl and other clients call any
 * bytes; of the last it is told from its content what is wrong: see `openBody`.
 */
const LIST_TYPES: readonly string[] = [
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]
const isList = (media: string): boolean => /json|csv/i.test(media) || LIST_TYPES.includes(media.toLowerCase())
const LISTS: Text = { en: 'text/plain, text/csv or application/json', zh: 'text/plain、text/csv 或 application/json' }

/** In these a sign of an address is not the one byte that it is in ASCII. */
const WIDE = /^(?:utf-?(?:7|16|32)|ucs|iso-10646|ibm|ebcdic|cp037)/i
const NARROW: Text = { en: 'UTF-8', zh: 'UTF-8' }

/**
 * Refuses a list of addresses under a type or in a character set in which it would not be read as what it is.
 *
 * @throws {AppError} `unsupported_body`
 */
export function refuseOtherTypes(type = ''): void {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim())
  if (media !== '' && !isList(media)) throw unsupported(type, LISTS)
  const charset = parameters.map((part) => /^charset\s*=\s*"?([^\s"]*)/i.exec(part)?.[1]).find(Boolean)
  if (charset && WIDE.test(charset)) throw unsupported(type, NARROW)
}

function unsupported(type: string, expected: Text): AppError {
  const got = `Content-Type: ${type.slice(0, 80)}`
  return new AppError('unsupported_body', {
    reason: { en: `expected ${expected.en}, got ${got}`, zh: `应为 ${expected.zh}，收到 ${got}` },
  })
}
