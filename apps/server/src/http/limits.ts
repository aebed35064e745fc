import type { FastifyReply } from 'fastify'
import type { Caller } from '@octet/core/endpoint.ts'
import type { KnownKey } from '../domain/key/key-table.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Services } from '../services.ts'
import type { Pace, Taken } from './allowance.ts'
import { toClientKey } from './caller.ts'

type Client = Pick<Caller, 'address' | 'key'>
type Limiting = Pick<Services, 'allowance' | 'plans'>
type Request = { readonly reply: FastifyReply; readonly caller: Client; readonly units: number }

/** Takes units from the caller's allowance and writes the limit headers. Throws `too_many_requests`. */
export function takeUnits(services: Limiting, { reply, caller, units }: Request): void {
  const taken = takeFrom(services, caller, units)
  reply.header('ratelimit-policy', taken.pace.policy)
  reply.header('ratelimit', toRateLimit(taken))
  refuseSpent(services, taken)
}

/** Takes units for a page, for a call in another service's words, or for more work of a call whose headers are out: writes no headers. Throws `too_many_requests`. */
export function spendUnits(services: Limiting, caller: Client, units: number): Taken {
  const taken = takeFrom(services, caller, units)
  refuseSpent(services, taken)
  return taken
}

/** Value of the `RateLimit` header. */
export const toRateLimit = ({ pace, remaining, resetSeconds }: Taken): string => `"${pace.name}";r=${remaining};t=${resetSeconds}`

/** How fast the plan of a key lets it go. */
export function findKeyPace({ allowance, plans }: Limiting, { planId }: Pick<KnownKey, 'planId'>): Pace {
  return allowance.toKeyPace(planId === undefined ? undefined : plans.find(planId)?.requestsPerSecond)
}

function takeFrom(services: Limiting, { key, address }: Client, units: number): Taken {
  const { allowance } = services
  return key ? allowance.take(key.id, units, findKeyPace(services, key)) : allowance.take(toClientKey(address), units)
}

function refuseSpent({ allowance }: Limiting, { isAllowed, pace, retryAfterSeconds }: Taken): void {
  if (isAllowed) return
  throw new AppError('too_many_requests', {
    limit: pace.burst,
    window: allowance.windowSeconds,
    retryAfter: Math.max(1, retryAfterSeconds),
  })
}
