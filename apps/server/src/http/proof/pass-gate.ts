import type { FastifyRequest } from 'fastify'
import type { Caller } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import type { AnyTool } from '@octet/core/tool.ts'
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
 * Lets callers with an account or a key use a tool that is for them; others are open to anybody. Asked before units are taken.
 * Throws `login_required`, `session_ended`, `bad_key`, `key_refused`.
 */
export async function refuseStrangers(
  tool: AnyTool,
  services: Services,
  { request, caller }: Pick<Parts, 'request' | 'caller'>,
): Promise<void> {
  if (!tool.isForAccounts) return
  if ((await findSession(services, request.headers)) || findGoodKey(services, { request, caller })) return
  throw new AppError('login_required')
}

/** Lets a call of a tool through the gate of the network tools; other tools have none. Throws `proof_wanted`, `proof_wrong`. */
export async function passGate(tool: AnyTool, services: Services, { request, caller, units }: Parts): Promise<void> {
  if (!tool.needs?.includes('probe')) return
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
