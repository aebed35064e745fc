import type { EndpointContext } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import type { KnownKey } from '../domain/key/key-table.ts'
import type { Asker } from '../domain/points/measurements.ts'
import { toClientKey } from './caller.ts'
import { findKey } from './find-key.ts'
import { authorise } from './get-session.ts'

type Context = Pick<EndpointContext<unknown>, 'caller' | 'services' | 'header'>
type FoundAsker = Asker & { readonly key: KnownKey | undefined }

/**
 * Who asks for a measurement: a logged-in user by the token header, a program by its key, or anybody. Credentials that are
 * sent must be good. Throws `session_ended`, `bad_key`, `key_refused`.
 */
export async function findAsker({ caller, services, header }: Context): Promise<FoundAsker> {
  const { config, sessions, keyTable, ip } = services
  const self = ip.findSelf(caller) ?? undefined
  const idempotencyKey = header('idempotency-key')
  const token = header('token')
  if (token) {
    const session = await authorise({ token, cookie: header('cookie') }, { sessions, publicOrigin: config.publicOrigin })
    return { accountId: session.accountId, client: session.accountId, self, idempotencyKey, key: undefined }
  }
  const sent = findKey({ authorization: header('authorization'), 'x-api-key': header('x-api-key') }, {})
  if (!sent) return { accountId: null, client: toClientKey(caller.address), self, idempotencyKey, key: undefined }
  const key = keyTable.get({ ...sent, address: caller.address, origin: header('origin'), scope: 'geo' })
  return { accountId: key.accountId, client: key.id, self, idempotencyKey, key }
}

/**
 * Takes the credits of a measurement: from the month of the key's account, else from the allowance of the client. The
 * returned function charges them, or gives them back when nothing was begun. Throws `quota_spent`, `too_many_requests`.
 */
export async function takeCredits(
  { key, client }: FoundAsker,
  credits: number,
  { allowance, meter }: Context['services'],
): Promise<(isBegun: boolean) => void> {
  if (key) {
    const reservation = await meter.take(key, { units: credits, product: 'points' })
    return (isBegun) => reservation.settle(isBegun ? 200 : 500)
  }
  const taken = allowance.take(client, credits)
  if (taken.isAllowed) return () => {}
  throw new AppError('too_many_requests', {
    limit: taken.pace.burst,
    window: allowance.windowSeconds,
    retryAfter: Math.max(1, taken.retryAfterSeconds),
  })
}
