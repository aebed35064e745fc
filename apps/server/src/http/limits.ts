import type { FastifyReply } from 'fastify'
import type { Caller } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Allowance } from './allowance.ts'
import { toClientKey } from './caller.ts'

type Request = { readonly reply: FastifyReply; readonly caller: Caller; readonly units: number }

/** Takes units from the caller's allowance and writes the limit headers. Throws `too_many_requests`. */
export function takeUnits(allowance: Allowance, { reply, caller, units }: Request): void {
  const taken = allowance.take(caller.keyId ?? toClientKey(caller.address), units)
  reply.header('ratelimit-policy', allowance.policy)
  reply.header('ratelimit', `"address";r=${taken.remaining};t=${taken.resetSeconds}`)
  if (taken.isAllowed) return
  throw new AppError('too_many_requests', {
    limit: allowance.burst,
    window: allowance.windowSeconds,
    retryAfter: Math.max(1, taken.retryAfterSeconds),
  })
}
