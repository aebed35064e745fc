import type { FastifyReply } from 'fastify'
import type { Caller } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Allowance, Taken } from './allowance.ts'
import { toClientKey } from './caller.ts'

type Request = { readonly reply: FastifyReply; readonly caller: Caller; readonly units: number }

/** Takes units from the caller's allowance and writes the limit headers. Throws `too_many_requests`. */
export function takeUnits(allowance: Allowance, { reply, caller, units }: Request): void {
  const taken = takeFrom(allowance, caller, units)
  reply.header('ratelimit-policy', allowance.policy)
  reply.header('ratelimit', `"address";r=${taken.remaining};t=${taken.resetSeconds}`)
  refuseSpent(allowance, taken)
}

/** Takes units for a page, or for more work of a call whose headers are out: says nothing of what is left. Throws `too_many_requests`. */
export function spendUnits(allowance: Allowance, caller: Caller, units: number): void {
  refuseSpent(allowance, takeFrom(allowance, caller, units))
}

function takeFrom(allowance: Allowance, { keyId, address }: Caller, units: number): Taken {
  return allowance.take(keyId ?? toClientKey(address), units)
}

function refuseSpent(allowance: Allowance, { isAllowed, retryAfterSeconds }: Taken): void {
  if (isAllowed) return
  throw new AppError('too_many_requests', {
    limit: allowance.burst,
    window: allowance.windowSeconds,
    retryAfter: Math.max(1, retryAfterSeconds),
  })
}
