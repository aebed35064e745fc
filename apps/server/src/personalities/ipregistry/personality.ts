import { AppError, ERRORS, isAppError, toErrorMessage, toErrorResolution, type ErrorKey } from '@octet/core/errors.ts'
import { selectFields } from '../../domain/select-fields.ts'
import { findAsn } from '../../domain/network/parse-asn.ts'
import { definePersonality, type Call, type Reply } from '../personality.ts'
import { isBogon } from '../record-facts.ts'
import { toIpregistry, toIpregistryAs } from './to-ipregistry.ts'

const MAX_IPS = 1_024
const MAX_ASNS = 16

/** ipregistry: addresses and networks at the root, lists by POST, `ApiKey` or `?key=`. */
export default definePersonality({
  id: 'ipregistry',
  toFailure,
  toHeaders: ({ consumed, remaining }) => ({
    'ipregistry-credits-consumed': String(consumed),
    ...(remaining !== undefined && { 'ipregistry-credits-remaining': String(remaining) }),
  }),
  routes: [
    { method: 'GET', path: '/', needsKey: true, handle: (call) => answer(call, call.address) },
    { method: 'GET', path: '/:subject', needsKey: true, handle: (call) => answer(call, call.params['subject'] ?? '') },
    { method: 'POST', path: '/', needsKey: true, units: ({ body }) => parseList(body).length, handle: answerList },
    { method: 'POST', path: '/user_agent', needsKey: true, isFree: true, handle: refuseUserAgents },
  ],
})

function answer(call: Call, subject: string): Reply {
  const found = find(call, subject)
  const { fields } = call.query
  return { body: fields ? selectFields(found, { fields: toPlainFields(fields) }) : found }
}

/** `location.country,security` and `location[country,city]` mean the same here. */
function toPlainFields(text: string): string {
  return text.replaceAll(/([\w.]+)\[([^\]]*)\]/g, (_, head: string, inner: string) =>
    inner
      .split(',')
      .map((name) => `${head}.${name.trim()}`)
      .join(','),
  )
}

function find(call: Call, subject: string): Readonly<Record<string, unknown>> {
  if (/^as/i.test(subject)) return findNetwork(call, subject)
  const record = call.lookup(subject)
  if (isBogon(record)) throw new AppError('refused_target', { got: record.ip, reason: { en: 'it is reserved', zh: '保留地址' } })
  return toIpregistry(record)
}

function findNetwork(call: Call, subject: string): Readonly<Record<string, unknown>> {
  const asn = subject.toUpperCase() === 'AS' ? call.lookup(call.address).ASN.asn : findAsn(subject)
  const network = asn === null || asn === undefined ? undefined : toIpregistryAs(call.services.ip.database, asn)
  if (!network) throw new AppError('network_not_found', { got: subject })
  return network
}

function answerList(call: Call): Reply {
  let answered = 0
  const results = parseList(call.body).map((subject) => {
    try {
      const { body } = answer(call, subject)
      answered++
      return body
    } catch (error) {
      if (!isAppError(error)) throw error
      return toFailure(error).body
    }
  })
  return { body: { results }, answered }
}

function parseList(body: string): string[] {
  let list: unknown
  try {
    list = JSON.parse(body)
  } catch (cause) {
    throw new AppError('bad_body', { reason: `JSON: ${(cause as Error).message}` }, { cause })
  }
  if (!Array.isArray(list) || list.length === 0)
    throw new AppError('bad_input', { field: 'body', expected: { en: 'a JSON array', zh: 'JSON 数组' }, got: typeof list })
  const limit = list.some((item) => /^as/i.test(String(item))) ? MAX_ASNS : MAX_IPS
  if (list.length > limit)
    throw new AppError('too_large', { field: limit === MAX_ASNS ? 'ASNs' : 'IPs', limit, got: list.length })
  return list.map(String)
}

/** User agents are a tool of their own here. */
function refuseUserAgents(): Reply {
  return {
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: 'User agents are not parsed under this path.',
      resolution: 'Use POST /v1/tools/user-agent.',
    },
  }
}

const CODES: Partial<Record<ErrorKey, readonly [status: number, code: string]>> = {
  key_required: [401, 'MISSING_API_KEY'],
  bad_key: [403, 'INVALID_API_KEY'],
  key_refused: [403, 'FORBIDDEN_IP_ORIGIN'],
  api_not_subscribed: [402, 'INSUFFICIENT_CREDITS'],
  key_cap_spent: [402, 'INSUFFICIENT_CREDITS'],
  quota_spent: [402, 'INSUFFICIENT_CREDITS'],
  too_many_requests: [429, 'TOO_MANY_REQUESTS'],
  bad_address: [400, 'INVALID_IP_ADDRESS'],
  not_one_address: [400, 'INVALID_IP_ADDRESS'],
  refused_target: [400, 'RESERVED_IP_ADDRESS'],
  not_found: [404, 'UNKNOWN_ASN'],
  network_not_found: [404, 'UNKNOWN_ASN'],
  unknown_field: [400, 'INVALID_FILTER_SYNTAX'],
  bad_input: [400, 'BAD_REQUEST'],
  bad_body: [400, 'BAD_REQUEST'],
}

function toFailure(error: AppError): Reply {
  const tooMany = [400, error.details['field'] === 'ASNs' ? 'TOO_MANY_ASNS' : 'TOO_MANY_IPS'] as const
  const known = error.key === 'too_large' ? tooMany : CODES[error.key]
  const [status, code] = known ?? [ERRORS[error.key].status, 'INTERNAL']
  return {
    status,
    body: { code, message: `${toErrorMessage(error, 'en')}.`, resolution: toErrorResolution(error, 'en') },
  }
}
