import type { AppError, ErrorKey } from '@octet/core/errors.ts'
import { AppError as KnownError, ERRORS, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { parseAcceptLanguage } from '@octet/core/text.ts'
import { definePersonality, type Call, type Reply } from '../personality.ts'
import { isBogon } from '../record-facts.ts'
import { toDbip } from './to-dbip.ts'

/** In place of a key, for those who have none. */
const KEYLESS = 'free'
const MAX_KEYED = 256
const MAX_KEYLESS = 32

/** DB-IP 2: `/v2/{key}/{addresses}`, one or a list with commas; `free` in place of the key, `self` in place of an address. */
export default definePersonality({
  id: 'dbip',
  toFailure,
  routes: [
    {
      method: 'GET',
      path: '/v2/:key/:addresses',
      findKey: ({ key }) => (key === KEYLESS ? undefined : key),
      units: ({ params }) => listAddresses(params).length,
      handle: answer,
    },
  ],
})

/** Throws `too_large`. */
function listAddresses({ key, addresses = '' }: Call['params']): string[] {
  const list = addresses.split(',')
  const limit = key === KEYLESS ? MAX_KEYLESS : MAX_KEYED
  if (list.length > limit) throw new KnownError('too_large', { field: 'addresses', limit, got: list.length })
  return list
}

function answer(call: Call): Reply {
  const list = listAddresses(call.params)
  if (list.length === 1) return look(call, list[0]!)
  const answers = list.map((text) => [text, tryLook(call, text)] as const)
  return {
    body: Object.fromEntries(answers.map(([text, { body }]) => [text, body])),
    answered: answers.filter(([, { answered }]) => answered !== 0).length,
  }
}

function look(call: Call, text: string): Reply {
  const address = text === 'self' ? call.address : text
  const record = call.lookup(address, parseAcceptLanguage(call.headers['accept-language']))
  return { body: toDbip(record, { isKeyed: call.key !== undefined }), answered: isBogon(record) ? 0 : 1 }
}

function tryLook(call: Call, text: string): Reply {
  try {
    return look(call, text)
  } catch (error) {
    if (!isAppError(error) || !INVALID.has(error.key)) throw error
    return { ...toFailure(error), answered: 0 }
  }
}

const INVALID: ReadonlySet<ErrorKey> = new Set(['bad_address', 'not_one_address'])

/** A refusal comes with status 200, as clients read no other; they look for `error`, and some of them at its words. */
function toFailure(error: AppError): Reply {
  const [errorCode, words] = CODES[error.key] ?? []
  const status = errorCode === undefined ? ERRORS[error.key].status : 200
  return { status, body: { errorCode: errorCode ?? 'UNAVAILABLE', error: words ?? toErrorMessage(error, 'en') } }
}

const CODES: Partial<Record<ErrorKey, readonly [code: string, words?: string]>> = {
  bad_key: ['INVALID_KEY', 'invalid API key'],
  key_required: ['INVALID_KEY', 'invalid API key'],
  key_refused: ['INVALID_KEY'],
  api_not_subscribed: ['EXPIRED'],
  bad_address: ['INVALID_ADDRESS', 'invalid address'],
  not_one_address: ['INVALID_ADDRESS', 'invalid address'],
  not_found: ['INVALID_ADDRESS', 'invalid address'],
  too_large: ['TOO_MANY_ADDRESSES'],
  quota_spent: ['OVER_QUERY_LIMIT'],
  key_cap_spent: ['OVER_QUERY_LIMIT'],
  too_many_requests: ['OVER_QUERY_LIMIT'],
}
