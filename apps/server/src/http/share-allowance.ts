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

type Telling = Redis & {
  tell(key: string, takenMicros: number, mostMicros: number): Promise<string>
  count(key: string, machine: string, goneSeconds: number): Promise<number>
}

/** How often machines count themselves, and when one that does not is gone. */
const COUNT_MS = 1_000
const GONE_S = 10
const MACHINES = 'octet:machines'

/** Adds a machine to those that are there, by Redis's own clock, and gives how many they are. */
const COUNT_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[2] * 2)
return redis.call('ZCARD', KEYS[1])`

/** On this, machines tell which client of which limit owes nothing any more. */
const FORGIVEN = 'octet:forgiven'
const SECRET = 'octet:secret'

export type ShareOptions = {
  readonly redisUrl: string
  readonly log: Logger
  /** The same in all threads of a machine, and in no other; what it comes to is told, not itself. */
  readonly machine: string
  /** The secret that this machine uses, its own at first, and what takes the one of all machines, each time Redis is there. */
  readonly secret?: { readonly get: () => string; readonly use: (shared: string) => void }
}

/**
 * Makes one limit of the allowances that many machines have under one name (docs/decisions/0041-shared-limits.md). A call is
 * judged from memory as ever; ten times a second what was taken here is added up in Redis, and what was taken elsewhere is
 * owed here too. While Redis is away each machine keeps its part of the limit for itself, as many as they last were.
 */
export function shareAllowances(
  allowances: ReadonlyMap<string, Allowance>,
  { redisUrl, log, machine, secret }: ShareOptions,
): AsyncDisposable {
  const redis = createRedis(redisUrl, { log, name: 'limits' }) as Telling
  redis.defineCommand('tell', { numberOfKeys: 1, lua: SCRIPT })
  redis.defineCommand('count', { numberOfKeys: 1, lua: COUNT_SCRIPT })
  if (secret) redis.on('ready', () => void shareSecret(redis, secret).catch(isAway))
  const stops = [...allowances].map(([name, allowance]) => startTelling(redis, name, allowance))
  const leave = startCounting(redis, toHash(machine), [...allowances.values()])
  const heard = hearForgiven(createRedis(redisUrl, { log, name: 'limits-heard' }), allowances)
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([leave(), ...stops.map((stop) => stop())])
      redis.disconnect()
      heard.disconnect()
    },
  }
}

/** What cannot be told is not: the limits of this machine go on alone. */
const isAway = (): void => {}

/** Tells what is taken of one limit; gives how to stop. */
function startTelling(redis: Telling, name: string, allowance: Allowance): () => Promise<void> {
  allowance.collect()
  allowance.onForgiven((client) => {
    redis.del(toKey(name, client)).catch(isAway)
    redis.publish(FORGIVEN, JSON.stringify([name, client])).catch(isAway)
  })
  const tell = async ([client, micros]: [string, number]): Promise<void> => {
    const owed = await redis.tell(toKey(name, client), Math.ceil(micros), Math.ceil(allowance.mostMicros))
    allowance.raise(client, Number(owed))
  }
  let telling: Promise<unknown> | undefined
  const timer = setInterval(() => {
    if (telling) return // what is taken meanwhile is told with the next
    const taken = allowance.collect()
    if (taken.size === 0 || redis.status !== 'ready') return
    telling = Promise.all([...taken].map(tell)).then(
      () => void (telling = undefined),
      () => void (telling = undefined),
    )
  }, TELL_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await telling
  }
}

/** Tells the limits how many machines there are, and whether they hear each other; gives how to leave. */
function startCounting(redis: Telling, machine: string, allowances: readonly Allowance[]): () => Promise<void> {
  let count = 1
  const heed = (hears: boolean) => allowances.forEach((allowance) => allowance.setMachines(count, { hears }))
  const look = () =>
    redis.count(MACHINES, machine, GONE_S).then(
      (found) => {
        count = found
        heed(true)
      },
      () => heed(false),
    )
  const timer = setInterval(look, COUNT_MS)
  timer.unref()
  redis.on('ready', look)
  redis.on('close', () => heed(false))
  return async () => {
    clearInterval(timer)
    await redis.zrem(MACHINES, machine).catch(isAway)
  }
}

function hearForgiven(redis: Redis, allowances: ReadonlyMap<string, Allowance>): Redis {
  redis.on('ready', () => void redis.subscribe(FORGIVEN).catch(isAway))
  return redis.on('message', (_channel, word) => {
    const [name, client] = JSON.parse(word) as [string, string]
    allowances.get(name)?.forgive(client, { isTold: true })
  })
}

/** The secret of the machine that came first is that of all, and stays so when Redis has forgotten it: what was signed goes on. */
async function shareSecret(redis: Redis, { get, use }: NonNullable<ShareOptions['secret']>): Promise<void> {
  await redis.set(SECRET, get(), 'NX')
  use((await redis.get(SECRET)) ?? get())
}

/** Addresses are not written down, only what they come to. */
function toKey(name: string, client: string): string {
  return `octet:limit:${name}:${toHash(client)}`
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
