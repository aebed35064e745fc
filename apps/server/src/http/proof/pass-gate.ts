import type { FastifyRequest } from 'fastify'
import type { Caller } from '@octet/core/endpoint.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { listNeeds, type AnyTool } from '@octet/core/tool.ts'
import { findPlanOf } from '../../domain/plan/find-plan-of.ts'
import { DEFAULT_NAMES_AT_ONCE } from '../../domain/plan/plan-schema.ts'
import type { Services } from '../../services.ts'
import type { Fields } from '../body.ts'
import { findKey } from '../find-key.ts'
import { authorise } from '../get-session.ts'
import { isFound } from './probe-gate.ts'

type Parts = {
  readonly request: Pick<FastifyRequest, 'headers' | 'query'>
  readonly caller: Caller
  readonly units: number
}

/**
 * Lets callers with an account or a key use a tool that is for them, for as many names as their plan has; others are open to
 * anybody. Asked before units are taken. Throws `login_required`, `session_ended`, `bad_key`, `key_refused`, `too_many_names`.
 */
export async function refuseStrangers(
  tool: AnyTool,
  services: Services,
  { request, caller, input }: Pick<Parts, 'request' | 'caller'> & { readonly input: unknown },
): Promise<void> {
  if (!tool.isForAccounts) return
  const planId = await findPlanId(services, { request, caller })
  const limit = services.plans.find(planId ?? '')?.namesAtOnce ?? DEFAULT_NAMES_AT_ONCE
  const count = countNames(tool, input)
  if (count > limit) throw new AppError('too_many_names', { limit, got: count })
}

/** The plan of who calls; undefined where it has none. Throws `login_required` for strangers. */
async function findPlanId(
  services: Services,
  { request, caller }: Pick<Parts, 'request' | 'caller'>,
): Promise<string | undefined> {
  const session = await findSession(services, request.headers)
  if (session) return findPlanOf(services.storage, session.accountId)
  const key = findGoodKey(services, { request, caller })
  if (!key) throw new AppError('login_required')
  return key.planId
}

/** What the tool itself will refuse counts for nothing here. */
function countNames({ input: schema, countNames: count }: AnyTool, input: unknown): number {
  const parsed = schema.safeParse(input)
  try {
    return parsed.success && count ? count(parsed.data) : 0
  } catch (error) {
    if (isAppError(error)) return 0
    throw error
  }
}

/**
 * Lets a call of a tool through the gate of the network tools; other tools have none, nor has an input that nothing is
 * fetched for. Throws `proof_wanted`, `proof_wrong`.
 */
export async function passGate(
  tool: AnyTool,
  services: Services,
  { request, caller, units, input }: Parts & { readonly input: unknown },
): Promise<void> {
  if (!listNeeds(tool, input).includes('probe')) return
  const { headers } = request
  await services.probeGate.pass({
    caller,
    units,
    headers,
    isKnown: async () =>
      (await isFound(() => findSession(services, headers))) || isFound(() => findGoodKey(services, { request, caller })),
  })
}

function findSession({ sessions, config }: Services, { token, cookie }: FastifyRequest['headers']) {
  return typeof token === 'string' && authorise({ token, cookie }, { sessions, publicOrigin: config.publicOrigin })
}

function findGoodKey({ keyTable }: Services, { request, caller }: Pick<Parts, 'request' | 'caller'>) {
  const { headers, query } = request
  const sent = findKey(headers, query as Fields)
  return sent && keyTable.get({ ...sent, address: caller.address, origin: headers.origin, scope: 'geo' })
}
