import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@octet/core/errors.ts'
import { isReserved } from './reserved.ts'

export type ServerQueueOptions = {
  /** Between the beginnings of two questions to one server. */
  readonly gapMs?: number | undefined
  /** How long a server that has had enough is left alone. */
  readonly restMs?: number | undefined
  /** Servers remembered; the one asked longest ago is forgotten first. */
  readonly limit?: number | undefined
}

type Turn = { readonly freeAt: number; readonly restUntil: number }

const GAP_MS = 400
const REST_MS = 60_000
const MAX_REST_MS = 3_600_000
const MAX_SERVERS = 1000

/**
 * Registries count who asks them: over all visitors one question at a time goes to a server, with a gap before the next,
 * and a server that says it has had enough is left alone for a minute.
 */
export class ServerQueue {
  readonly #turns = new Map<string, Turn>()
  readonly #gapMs: number
  readonly #restMs: number
  readonly #limit: number

  constructor({ gapMs = GAP_MS, restMs = REST_MS, limit = MAX_SERVERS }: ServerQueueOptions = {}) {
    this.#gapMs = gapMs
    this.#restMs = restMs
    this.#limit = limit
  }

  /** Waits for a turn. Throws `unavailable` when that would take longer than the time, or the server wants its rest. */
  async enter(server: string, { signal, timeoutMs }: { signal?: AbortSignal | undefined; timeoutMs: number }): Promise<void> {
    const now = performance.now()
    const { freeAt, restUntil } = this.#turns.get(server) ?? { freeAt: now, restUntil: 0 }
    if (restUntil > now)
      throw new AppError('unavailable', {
        reason: { en: `${server} has asked us to slow down`, zh: `${server} 要求降低查询频率` },
        retryAfter: Math.ceil((restUntil - now) / 1000),
      })
    const startAt = Math.max(now, freeAt)
    if (startAt - now > timeoutMs)
      throw new AppError('unavailable', {
        reason: { en: `many are asking ${server} at the moment`, zh: `当前查询 ${server} 的人较多` },
        retryAfter: Math.ceil((startAt - now) / 1000),
      })
    this.#keep(server, { freeAt: startAt + this.#gapMs, restUntil })
    if (startAt > now) await sleep(startAt - now, undefined, signal ? { signal } : {})
  }

  /** Leaves a server alone for a while, or as long as it has asked for, up to an hour. */
  rest(server: string, askedMs = this.#restMs): void {
    const now = performance.now()
    this.#keep(server, { freeAt: now, restUntil: now + Math.min(askedMs, MAX_REST_MS) })
  }

  #keep(server: string, turn: Turn): void {
    this.#turns.delete(server)
    this.#turns.set(server, turn)
    const oldest = this.#turns.keys().next().value
    if (this.#turns.size > this.#limit && oldest !== undefined) this.#turns.delete(oldest)
  }
}

const TOO_MUCH =
  /\b(?:quota|(?:rate|query|request|connection|lookup|daily)s? limit|limit (?:was |has been )?(?:exceeded|reached)|too many (?:\w+ )?(?:queries|requests|connections|lookups)|exceeded (?:the |your )?(?:\w+ ){0,2}(?:limit|quota|number|rate)|maximum (?:daily )?(?:queries|requests|connections|lookups)|blacklisted|is blocked|connections exceeded|query is too often|(?:number of (?:allowed )?(?:queries|requests)[\w ]*|query rate) (?:exceeded|reached)|(?:temporarily|currently) (?:blocked|denied)|slow down|interval is too short|excessive (?:querying|queries|requests|access)|grace period, wait|access denied for|(?:address|access|you) ha(?:s|ve) been (?:blocked|banned|restricted|limited)|requests of this client are not permitted|try again (?:later|in \d+ (?:second|minute)s?)|rate[- ]?limited|ratelimit exceeded|too fast|(?:are|is) being blocked|temporarily busy|maximum number of (?:lookups|queries|requests)|quer(?:y|ies) limitation|too many connection attempts|ip address is locked|your access is denied)\b|^[%#\s]*(?:(?:error:?\s*)?-?\d+:\s*)?(?:access|permission) denied\W*$|请求过于频繁|查询过于频繁|超过.{0,8}查询(?:次数|频率)|请稍后再(?:试|查)/i
/** A record is longer than a refusal, and some records mention the limits in their small print. */
const MAX_REFUSAL_CHARS = 1500

/** Whether an answer says that we have asked too much, instead of telling anything. */
export function isRefusalOfMore(text: string): boolean {
  const said = text.trim()
  return (
    said.length > 0 &&
    said.length <= MAX_REFUSAL_CHARS &&
    TOO_MUCH.test(said) &&
    !isReserved(said) &&
    !/^[ \t]*(?:domain(?: name)?|inetnum|netrange|aut-num|asnumber):\s*\S/im.test(said)
  )
}
