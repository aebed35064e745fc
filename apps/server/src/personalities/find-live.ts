import type { IpRecord } from '@octet/core/ip/record.ts'
import { spendUnits } from '../http/limits.ts'
import { findExtras, toExtrasCost, type Extra } from '../http/record-extras.ts'
import type { Call } from './personality.ts'

/**
 * What is asked for at this moment, for a call in another service's words; see {@link findExtras}. Takes its units beside those
 * of the call, as our own calls do. Throws `too_many_requests`.
 */
export async function findLive(call: Call, record: IpRecord, extra: Extra): ReturnType<typeof findExtras> {
  const { services, address, key, signal } = call
  spendUnits(services, { address, ...(key && { key }) }, toExtrasCost([extra]))
  return findExtras(
    { extras: [extra], ip: services.ip, record },
    {
      services,
      signal,
      caller: { address, lang: 'en', ...(key && { keyId: key.id }) },
      header: (name) => [call.headers[name] ?? []].flat().join(', ') || undefined,
    },
  )
}
