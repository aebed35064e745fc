import type { Caller } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Session, Sessions } from '../domain/account/sessions.ts'
import { readSessionCookies } from './cookies.ts'

/** The session of a caller. Throws `login_required` without one. */
export function getSession(caller: Caller): Session {
  if (!caller.session) throw new AppError('login_required')
  return caller.session
}

type Request = { readonly token: string | undefined; readonly cookie: string | undefined }
type Parts = { readonly sessions: Sessions; readonly publicOrigin: string }

/**
 * The session of a call: its token comes in the header, since a cookie alone never authorises a call. Throws
 * `login_required` without a token, `session_ended` for a dead one.
 */
export function authorise({ token, cookie }: Request, { sessions, publicOrigin }: Parts): Promise<Session> {
  if (!token) throw new AppError('login_required')
  return sessions.get(token, readSessionCookies(cookie, publicOrigin).secret)
}
