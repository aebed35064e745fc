import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { createRedis } from '../storage/redis.ts'
import type { Allowance } from './allowance.ts'

/** How often machines tell each other what has been taken. */
const TELL_MS = 100

/** Adds to the debt of a client and gives the whole of it, in microseconds of Redis's own clock; GCRA (ITU-T I.371). */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local arrival = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + ARGV[1]
arrival = math.min(arrival, now + ARGV[2])
redis.call('SET', KEYS[1], string.format('%.0f', arrival), 'PX', math.ceil((arrival - now) / 1000) + 1000)
return string.format('%.0f', arrival - now)`

type Telling = Redis & { tell(key: string, takenMicros: number, mostMicros: number): Promise<string> }

export type ShareOptions = {
  readonly redisUrl: string
  /** Which limit this is: machines share those of one name. */
  readonly name: string
  readonly log: Logger
}

/**
 * Makes one limit of the allowances of many machines (docs/decisions/0041-shared-limits.md). A call is judged from memory
 * as ever; ten times a second what was taken here is added up in Redis, and what was taken elsewhere is owed here too.
 * While Redis is away each machine keeps the limit for itself.
 */
export function shareAllowance(allowance: Allowance, { redisUrl, name, log }: ShareOptions): AsyncDisposable {
  const redis = createRedis(redisUrl, { log, name: `limit-${name}` }) as Telling
  redis.defineCommand('tell', { numberOfKeys: 1, lua: SCRIPT })
  allowance.collect()
  let telling: Promise<void> | undefined
  const timer = setInterval(() => {
    if (telling) return // what is taken meanwhile is told with the next
    const taken = allowance.collect()
    if (taken.size === 0 || redis.status !== 'ready') return
    telling = Promise.all([...taken].map(([client, micros]) => tell(client, micros))).then(
      () => void (telling = undefined),
      () => void (telling = undefined), // away: the limit of this machine goes on alone
    )
  }, TELL_MS)
  timer.unref()

  async function tell(client: string, micros: number): Promise<void> {
    const owed = await redis.tell(toKey(name, client), Math.ceil(micros), Math.ceil(allowance.burstMicros))
    allowance.raise(client, Number(owed))
  }

  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await telling
      redis.disconnect()
    },
  }
}

/** Addresses are not written down, only what they come to. */
function toKey(name: string, client: string): string {
  return `octet:limit:${name}:${createHash('sha256').update(client).digest('base64url').slice(0, 22)}`
}
