import type { Caller } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Session } from '../domain/account/sessions.ts'
import { getSession } from './get-session.ts'

/** The session of an operator. Throws `login_required` without a session, `forbidden` for everybody else. */
export function getOperator(caller: Caller): Session {
  const session = getSession(caller)
  if (session.role !== 'operator')
    throw new AppError('forbidden', { reason: { en: 'this is for the operator', zh: '仅限管理员' } })
  return session
}
