import { AppError } from '@octet/core/errors.ts'

/** One address: no list, no display name, no control characters, which a mail library might read as more receivers. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9\p{L}](?:[a-z0-9\p{L}-]{0,61}[a-z0-9\p{L}])?\.)+[a-z\p{L}][a-z0-9\p{L}-]{0,61}[a-z0-9\p{L}]$/u

/** Normal form of an email address: NFKC first (full-width letters and `＠`), lower case. Throws `email_wrong`. */
export function parseEmail(text: string): string {
  const email = text.normalize('NFKC').trim().toLowerCase()
  if (email.length > 254 || !ADDRESS.test(email) || /\.\.|^\.|\.@/.test(email)) throw new AppError('email_wrong')
  return email
}
