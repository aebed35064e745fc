import { isIP } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import type { Guard } from '../guard/guard.ts'
import { checkOtherFamily, tryOtherFamily } from '../other-family.ts'
import type { Hop } from './fetch.ts'

type Limits = { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number }

/** Whether the server that gave an answer takes connections over both IP versions, and how fast; nothing where it has only one. */
export async function checkFamilies({ url, address, missed, timing }: Hop, guard: Guard, limits: Limits): Promise<Check[]> {
  const { hostname, port, protocol } = new URL(url)
  if (!address || hostname.startsWith('[') || isIP(hostname)) return []
  try {
    const { addresses } = await guard.open(hostname, limits)
    const reached = { addresses, address, missed, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
    const other = await tryOtherFamily(reached, guard, limits)
    if (!other || other.error) return checkOtherFamily(other)
    const own = Math.round((timing.connectedMs ?? 0) - (timing.resolvedMs ?? 0))
    return [toBoth(isIP(address) === 4 ? [own, other.ms] : [other.ms, own])]
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return [] // its addresses could not be asked for once more
  }
}

function toBoth([four, six]: readonly [number, number]): Check {
  return toCheck(
    'family',
    'good',
    `connections are taken over IPv4 (${four} ms) and IPv6 (${six} ms)`,
    `IPv4（${four} 毫秒）与 IPv6（${six} 毫秒）均可连接`,
  )
}
