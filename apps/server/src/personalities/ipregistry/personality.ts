import type * as z from 'zod'
import { AppError, ERRORS, isAppError, toErrorMessage, toErrorResolution, type ErrorKey } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import userAgent from '@octet/tools/web/user-agent/tool.ts'
import { findAsn } from '@octet/ipdb/networks/parse-asn.ts'
import { startTool, takeLast } from '../../http/serve-tool.ts'
import { findLive } from '../find-live.ts'
import { definePersonality, type Call, type Reply } from '../personality.ts'
import { isBogon } from '../record-facts.ts'
import { select } from './select.ts'
import { toIpregistry, toIpregistryAs } from './to-ipregistry.ts'
import { toUserAgent } from './to-user-agent.ts'

const MAX_IPS = 1_024
const MAX_ASNS = 16
const MAX_USER_AGENTS = 256
const MAX_HEADER_CHARS = 4_096

/** ipregistry: addresses and networks at the root, lists by POST, `ApiKey` or `?key=`. */
export default definePersonality({
  id: 'ipregistry',
  toFailure,
  toHeaders: ({ consumed, remaining, rate }) => ({
    'x-rate-limit-limit': String(rate.limit),
    'x-rate-limit-remaining': String(rate.remaining),
    'x-rate-limit-reset': String(rate.resetSeconds),
    'ipregistry-credits-consumed': String(consumed),
    ...(remaining !== undefined && { 'ipregistry-credits-remaining': String(remaining) }),
  }),
  routes: [
    { method: 'GET', path: '/', needsKey: true, handle: answerOrigin },
    { method: 'GET', path: '/:subject', needsKey: true, handle: answerSubject },
    { method: 'POST', path: '/', needsKey: true, units: ({ body }) => parseList(body).length, handle: answerList },
    {
      method: 'POST',
      path: '/user_agent',
      needsKey: true,
      isFree: true,
      units: ({ body }) => parseHeaders(body).length,
      handle: answerUserAgents,
    },
  ],
})

/** The caller, with the program that calls. */
async function answerOrigin(call: Call): Promise<Reply> {
  const header = call.headers['user-agent']
  const program = header ? await readProgram(call, header) : null
  return { body: select({ ...(await findNamed(call, call.address)), user_agent: program }, call.query['fields']) }
}

async function answerSubject(call: Call): Promise<Reply> {
  return { body: select(await findNamed(call, call.params['subject'] ?? ''), call.query['fields']) }
}

/** With the name of the address, where it is asked for; a list has none. */
async function findNamed(call: Call, subject: string): Promise<Found> {
  if (call.query['hostname'] !== 'true' || isNetwork(subject)) return find(call, subject)
  const { hostname } = await findLive(call, findRecord(call, subject), 'hostname')
  return find(call, subject, hostname)
}

type Found = Readonly<Record<string, unknown>>

function find(call: Call, subject: string, hostname?: string | null): Found {
  return isNetwork(subject) ? findNetwork(call, subject) : toIpregistry(findRecord(call, subject), hostname)
}

const isNetwork = (subject: string): boolean => /^as/i.test(subject)

function findRecord(call: Call, subject: string): IpRecord {
  const record = call.lookup(subject)
  if (isBogon(record)) throw new AppError('refused_target', { got: record.ip, reason: { en: 'it is reserved', zh: '保留地址' } })
  return record
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
      const body = select(find(call, subject), call.query['fields'])
      answered++
      return body
    } catch (error) {
      if (!isAppError(error)) throw error
      return toFailure(error).body
    }
  })
  return { body: { results }, answered }
}

/** What headers say of programs, one after the other; an empty one has its own error. */
async function answerUserAgents(call: Call): Promise<Reply> {
  const results: unknown[] = []
  for (const header of parseHeaders(call.body)) {
    try {
      results.push(await readProgram(call, header))
    } catch (error) {
      if (!isAppError(error)) throw error
      results.push(toFailure(error).body)
    }
  }
  return { body: { results } }
}

async function readProgram({ services, address, signal }: Call, header: string): Promise<Found> {
  const text = header.slice(0, MAX_HEADER_CHARS)
  const run = startTool(userAgent, { text }, { services, caller: { address, lang: 'en' }, signal })
  return toUserAgent(header, (await takeLast(run)) as z.output<typeof userAgent.output>)
}

const parseHeaders = (body: string): string[] => readList(body, () => ({ field: 'user agents', limit: MAX_USER_AGENTS }))

function parseList(body: string): string[] {
  return readList(body, (list) => (list.some(isNetwork) ? { field: 'ASNs', limit: MAX_ASNS } : { field: 'IPs', limit: MAX_IPS }))
}

type Limit = { readonly field: string; readonly limit: number }

/** The texts of a JSON array. Throws `bad_body`, `bad_input`, `too_large`. */
function readList(body: string, toLimit: (list: readonly string[]) => Limit): string[] {
  let list: unknown
  try {
    list = JSON.parse(body)
  } catch (cause) {
    throw new AppError('bad_body', { reason: `JSON: ${(cause as Error).message}` }, { cause })
  }
  if (!Array.isArray(list) || list.length === 0)
    throw new AppError('bad_input', { field: 'body', expected: { en: 'a JSON array', zh: 'JSON 数组' }, got: typeof list })
  const texts = list.map(String)
  const { field, limit } = toLimit(texts)
  if (texts.length > limit) throw new AppError('too_large', { field, limit, got: texts.length })
  return texts
}

const TOO_MANY: Readonly<Record<string, string>> = {
  IPs: 'TOO_MANY_IPS',
  ASNs: 'TOO_MANY_ASNS',
  'user agents': 'TOO_MANY_USER_AGENTS',
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
  not_found: [404, 'UNKNOWN_ASN'],
  network_not_found: [404, 'UNKNOWN_ASN'],
  unknown_field: [400, 'INVALID_FILTER_SYNTAX'],
  bad_input: [400, 'BAD_REQUEST'],
  bad_body: [400, 'BAD_REQUEST'],
}

function toFailure(error: AppError): Reply {
  const tooMany = [400, TOO_MANY[String(error.details['field'])] ?? 'BAD_REQUEST'] as const
  const known = error.key === 'too_large' ? tooMany : CODES[error.key]
  if (error.key === 'refused_target') return refuseReserved(String(error.details['got'] ?? ''))
  const [status, code] = known ?? [ERRORS[error.key].status, 'INTERNAL']
  return {
    status,
    body: { code, message: `${toErrorMessage(error, 'en')}.`, resolution: toErrorResolution(error, 'en') },
  }
}

function refuseReserved(address: string): Reply {
  const [message, resolution] = [`“${address}” is a reserved IP address.`, 'Ask for an address of the public Internet.']
  return { status: 400, body: { code: 'RESERVED_IP_ADDRESS', message, resolution } }
}
