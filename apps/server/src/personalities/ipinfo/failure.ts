import type { AppError, ErrorKey } from '@octet/core/errors.ts'
import { ERRORS, toErrorMessage, toErrorResolution } from '@octet/core/errors.ts'
import type { Reply } from '../personality.ts'

const WRONG_ADDRESS = { title: 'Wrong ip', message: 'Please provide a valid IP address' }

/** Titles of known errors; the message says what to do. */
const TITLES: Partial<Record<ErrorKey, readonly [status: number, title: string]>> = {
  login_required: [401, 'Token required'],
  key_required: [401, 'Token required'],
  bad_key: [403, 'Unknown token'],
  key_refused: [403, 'Token not allowed'],
  api_not_subscribed: [403, 'Not subscribed'],
  key_cap_spent: [429, 'Rate limit exceeded'],
  quota_spent: [429, 'Rate limit exceeded'],
  too_many_requests: [429, 'Rate limit exceeded'],
}

/** A wrong address: `{status, error: {title, message}}`. */
export function refuseAddress(): Reply {
  return { status: 404, body: { status: 404, error: WRONG_ADDRESS } }
}

/** Known errors as the clients of ipinfo read them. */
export function toFailure(error: AppError): Reply {
  if (error.key === 'bad_address' || error.key === 'not_one_address') return refuseAddress()
  if (error.key === 'unknown_field' || error.key === 'not_found' || error.key === 'network_not_found')
    return { status: 404, body: { error: toErrorMessage(error, 'en') } }
  const [status, title] = TITLES[error.key] ?? [
    ERRORS[error.key].status,
    ERRORS[error.key].status >= 500 ? 'Server error' : 'Bad request',
  ]
  const message = `${toErrorMessage(error, 'en')}. ${toErrorResolution(error, 'en')}`
  const retryAfter = error.details['retryAfter']
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  const words = { title, message }
  return { status, headers, body: { ...words, status, error: words } }
}
