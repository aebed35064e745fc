import { Redis, ReplyError } from 'ioredis'
import type { Logger } from 'pino'
import { describeRedisFault, isWithoutDatabase } from './redis-fault.ts'

export type RedisOptions = {
  readonly log: Logger
  /** Shown by `CLIENT LIST`. */
  readonly name: string
}

const CONNECT_MS = 2_000
const COMMAND_MS = 1_000
const LONGEST_WAIT_MS = 2_000

/**
 * A connection to Redis or Valkey (`redis://`, `rediss://`). It connects by itself, and again after a loss, subscriptions
 * included. A command fails within a second while the server is away: nothing waits in a queue for it. What is refused by a
 * server that is there, as for want of a right or of memory or by a replica, is told once for each command.
 */
export function createRedis(url: string, { log, name }: RedisOptions): Redis {
  const redis = new Redis(url, {
    connectionName: `octet-${name}`,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(LONGEST_WAIT_MS, 50 * 2 ** Math.min(times, 6)),
  })
  const refused = new Set<string>()
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    command.promise.catch((error: Error) => {
      if (!isRefusal(error) || redis.status !== 'ready' || refused.has(command.name)) return
      refused.add(command.name)
      log.warn({ err: error, name, command: command.name }, 'Redis refuses a command; what it is for is of this machine alone')
    })
    return send(command, stream)
  }
  let isLost = false
  let ends = 0
  const tell = (error: Error): void => {
    if (!isLost) log.warn({ err: error, name }, `${describeRedisFault(error, url)}; trying again`)
    isLost = true
    if (isWithoutDatabase(error)) redis.disconnect(true)
  }
  redis.on('error', tell)
  // Of a server that takes connections and ends them the library says nothing; one that is started anew ends one.
  redis.on('close', () => {
    if (++ends > 1 && redis.status !== 'end') tell(new Error('it ends each connection'))
  })
  redis.on('ready', () => {
    if (isLost) log.info({ name }, 'Redis is there again')
    isLost = false
    ends = 0
    refused.clear()
  })
  return redis
}

/** NOSCRIPT only says that the script itself has to follow. */
const isRefusal = (error: Error): boolean => error instanceof ReplyError && !error.message.startsWith('NOSCRIPT')
