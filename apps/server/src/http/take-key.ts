import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '@octet/core/endpoint.ts'
import { AppError, type ErrorKey } from '@octet/core/errors.ts'
import type { KnownKey, Scope } from '../domain/key/key-table.ts'
import type { Reservation } from '../domain/usage/reservation.ts'
import type { Services } from '../services.ts'
import type { Fields } from './body.ts'
import { toCallerAddress } from './caller.ts'
import { findKey } from './find-key.ts'

type Call = { readonly endpoint: AnyEndpoint; readonly services: Services; readonly request: FastifyRequest }

/** What a key must be good for in each area of the data service, any in others; lookups there are counted as that product. */
const SCOPES: Readonly<Record<string, Scope>> = { geo: 'geo', privacy: 'privacy', asn: 'asn', jobs: 'geo' }

/** What a call that takes a key may answer because of it. */
const KEY_ERRORS: readonly ErrorKey[] = ['bad_key', 'key_refused', 'quota_spent', 'key_cap_spent', 'api_not_subscribed']

/** Errors that the key of a call can lead to; none of a call that heeds no key. */
export function listKeyErrors({ auth, area = '' }: AnyEndpoint): readonly ErrorKey[] {
  return auth === 'key' || Object.hasOwn(SCOPES, area) ? KEY_ERRORS : []
}

/** The product that a call is counted as. */
export function toProduct({ area = '' }: AnyEndpoint): Scope {
  return SCOPES[area] ?? 'geo'
}

/**
 * The key of a call to the data service. Lookups work without one, within the limit of the address; a key that is
 * sent must be good. Throws `key_required` where a key is needed, `bad_key`, `key_refused`.
 */
export function findCallKey({ endpoint, services, request }: Call): KnownKey | undefined {
  if (endpoint.auth !== 'key' && !Object.hasOwn(SCOPES, endpoint.area ?? '')) return undefined
  const sent = findKey(request.headers, request.query as Fields)
  if (!sent) {
    if (endpoint.auth === 'key') throw new AppError('key_required')
    return undefined
  }
  return services.keyTable.get({
    ...sent,
    address: toCallerAddress(request),
    origin: request.headers.origin,
    scope: SCOPES[endpoint.area ?? ''],
  })
}

/** Says on the answer what it cost, if that is known, and what is left of the month. */
export function tellCredits(reply: FastifyReply, { quota, remaining }: Reservation, units: number | undefined): void {
  if (units !== undefined) reply.header('x-credits-used', String(units))
  reply.header('x-credits-limit', String(quota))
  reply.header('x-credits-remaining', String(Math.max(0, remaining)))
}

/** Takes back what {@link tellCredits} has said: a stream that was refused before its first part is no answer. */
export function forgetCredits(reply: FastifyReply): void {
  for (const name of ['x-credits-used', 'x-credits-limit', 'x-credits-remaining']) reply.removeHeader(name)
}
