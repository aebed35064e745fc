import type { AppError, ErrorKey } from '@octet/core/errors.ts'
import { ERRORS, toErrorMessage } from '@octet/core/errors.ts'
import type { Reply } from '../personality.ts'

const ERROR_TYPE = 'application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0'

type Words = readonly [status: number, code: string, text: string]

/** Known errors in the words of the web services 2.1. */
const WORDS: Partial<Record<ErrorKey, Words>> = {
  bad_address: [400, 'IP_ADDRESS_INVALID', 'The value “{got}” is not a valid IP address.'],
  not_one_address: [400, 'IP_ADDRESS_INVALID', 'The value “{got}” is not a valid IP address.'],
  unsupported_value: [404, 'EDITION_NOT_FOUND', 'There is no edition “{got}”: {reason}.'],
  login_required: [401, 'LICENSE_KEY_REQUIRED', 'You have not supplied a license key.'],
  key_required: [401, 'LICENSE_KEY_REQUIRED', 'You have not supplied a license key.'],
  bad_key: [401, 'AUTHORIZATION_INVALID', 'Your account ID or license key could not be authenticated: {reason}.'],
  key_refused: [402, 'PERMISSION_REQUIRED', 'You do not have permission to use this service: {reason}.'],
  api_not_subscribed: [402, 'PERMISSION_REQUIRED', 'You do not have permission to use this service.'],
  database_not_subscribed: [402, 'PERMISSION_REQUIRED', 'You do not have permission to download this edition.'],
  key_cap_spent: [402, 'INSUFFICIENT_FUNDS', 'The license key you have provided has a cap of its own, which is spent.'],
  not_found: [404, 'EDITION_NOT_FOUND', 'There is no {path} here.'],
  quota_spent: [402, 'INSUFFICIENT_FUNDS', 'The account you have provided is out of queries.'],
}
/** Statuses that come without a body. */
const BARE: Partial<Record<ErrorKey, number>> = {
  too_many_requests: 429,
  data_missing: 503,
  database_not_ready: 503,
  unavailable: 503,
  too_large: 403,
}

/** A failure as the clients read it: `{code, error}`, or a bare status. */
export function toFailure(error: AppError): Reply {
  const bare = BARE[error.key]
  const retryAfter = error.details['retryAfter']
  if (bare !== undefined)
    return {
      body: '',
      type: 'text/plain',
      status: bare,
      ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    }
  const [status, code, text] = WORDS[error.key] ?? toOtherWords(error)
  return refuse(status, code, fill(text, error))
}

function toOtherWords(error: AppError): Words {
  const { status } = ERRORS[error.key]
  return [status, status >= 500 ? 'SERVER_ERROR' : 'PARAMETER_INVALID', toErrorMessage(error, 'en')]
}

/** `{code, error}` with the type of errors. */
export function refuse(status: number, code: string, error: string): Reply {
  return { body: { code, error }, status, type: ERROR_TYPE }
}

function fill(text: string, { details }: AppError): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = details[name]
    return typeof value === 'object' ? value.en : String(value ?? '')
  })
}
