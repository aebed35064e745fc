import { isIP } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import type { CorsStep } from '@octet/core/probe/cors.ts'
import { findValue } from './answer-headers.ts'
import { toStep, type Ask, type Sent } from './walk.ts'

/** A name that nobody can have (RFC 2606 §3). */
const MADE_UP = 'https://cors-check.example'

export type TrialKind = 'made-up' | 'null' | 'http' | 'begins' | 'ends'
export type Trial = {
  readonly kind: TrialKind
  readonly origin: string
  readonly step: CorsStep
  /** Whether a page of that origin may read the answer, too. */
  readonly isTaken: boolean
  /** Whether cookies may go along. */
  readonly withCredentials: boolean
}

/**
 * Asks once more as pages of other origins, where the answer named the one that was asked with: whether it is compared
 * with a list, and whether rightly so.
 */
export async function tryOrigins(url: string, origin: string, { ask, sent }: { ask: Ask; sent: Sent }): Promise<Trial[]> {
  const tryOne = ([kind, other]: readonly [TrialKind, string]) => tryOrigin(url, { kind, origin: other, ask, sent })
  const madeUp = await tryOne(['made-up', MADE_UP])
  const isNull = origin === 'null'
  const others = madeUp?.isTaken ? [] : [...toAlike(origin), ...(isNull ? [] : [['null', 'null'] as const])]
  const rest = await Promise.all(others.map(tryOne))
  return [madeUp, ...rest].filter((trial) => trial !== undefined)
}

/** Origins that a comparison lets through which looks only at the begin, the end or the name. */
function toAlike(origin: string): (readonly [TrialKind, string])[] {
  const { protocol, hostname, host, port } = URL.parse(origin) ?? { protocol: '', hostname: '', host: '', port: '' }
  if (!/^https?:$/.test(protocol)) return []
  const isName = isIP(hostname.replaceAll(/^\[|\]$/g, '')) === 0
  const end = port && `:${port}`
  return [
    ...(protocol === 'https:' ? [['http', `http://${host}`] as const] : []),
    ...(isName ? [['begins', `${protocol}//${hostname}.cors-check.example${end}`] as const] : []),
    ...(isName ? [['ends', `${protocol}//cors-check-${host}`] as const] : []),
  ]
}

type Wish = { readonly kind: TrialKind; readonly origin: string; readonly ask: Ask; readonly sent: Sent }

/** Nothing where no answer comes: it is asked beside the question. */
async function tryOrigin(url: string, { kind, origin, ask, sent }: Wish): Promise<Trial | undefined> {
  try {
    const headers = { ...sent.headers, origin }
    const fetched = await ask(url, { ...sent, headers })
    const [hop] = fetched.hops
    const isTaken = findValue(hop!.headers, 'access-control-allow-origin') === origin
    return {
      kind,
      origin,
      isTaken,
      withCredentials: isTaken && findValue(hop!.headers, 'access-control-allow-credentials') === 'true',
      step: toStep('trial', fetched, { passes: isTaken, method: sent.method, origin, sent: headers }),
    }
  } catch (error) {
    if (isAppError(error) && error.key !== 'cancelled') return undefined
    throw error
  }
}
