import type { Worker } from 'node:worker_threads'
import { styleText } from 'node:util'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { watchDatabase } from '@octet/ipdb/slot.ts'
import { beginThread } from './begin-thread.ts'
import type { Config } from './config.ts'
import { createLogger } from './create-logger.ts'
import { describeAccountsOff, describeOptional } from './describe-optional.ts'
import { createAllowanceTable } from './http/allowance.ts'
import { readSite } from './http/site-memory.ts'
import { createBrakeTables } from './http/brakes.ts'
import { openMetricsListener } from './metrics/listener.ts'
import { toLocalOrigin } from './local-origin.ts'
import { describeFirstLink } from './operator/first-link.ts'
import { refuseTakenPort } from './refuse-taken-port.ts'
import { ServingThreads } from './serving-threads.ts'
import { openStorage } from './storage/open-storage.ts'

/** The address data, where it has been opened already; whoever takes it leaves nothing behind, so that it goes when a newer one comes. */
export type Prepared = { database?: Ipdb | undefined }

/** Longest time that open connections get after each signal: an orchestrator waits, a person at a keyboard does not. */
const DRAIN_MS = { SIGTERM: 25_000, SIGINT: 1_000 } as const
/** Time in which what is left must be written. */
const END_MS = 5_000

/**
 * Serves until SIGTERM, SIGHUP or SIGINT. With several processes asked for, that many threads listen on one port and share
 * one copy of the range table (docs/decisions/0002-threads.md). What must be there first, site and data, may still be on
 * its way: the first thread reads its code and the database starts meanwhile. `first` is that thread, where it has been
 * begun already; the others follow it. `thread` is the file of a serving thread, where it is not the one beside this one.
 */
export async function serve(
  config: Config,
  {
    preparing = Promise.resolve({}),
    thread,
    first,
  }: { preparing?: Promise<Prepared>; thread?: URL; first?: Worker | undefined } = {},
): Promise<void> {
  // Heard from the first moment on: a program that is stopped while it starts must not leave its database behind.
  const stopped = waitForSignal()
  await refuseTakenPort({ host: config.host, port: config.port, setting: 'PORT' })
  if (config.metrics) await refuseTakenPort({ ...config.metrics, setting: 'METRICS_PORT' })
  const log = createLogger(config)
  const code = config.processes === 1 ? import('./listen.ts') : undefined
  const storageStart = openStorage({
    databaseUrl: config.databaseUrl,
    varFolder: config.varFolder,
    threads: config.processes,
    log,
  })
  await using storage = {
    [Symbol.asyncDispose]: async () => (await storageStart)[Symbol.asyncDispose](),
  }
  await using threads = new ServingThreads({
    count: code ? 0 : config.processes,
    create: () => beginThread(thread),
    first,
    toData: (isFirst) => ({ ...shared, database: slot.current?.shared, isFirst }),
    log,
  })
  const prepared = await Promise.race([preparing, stopped.then(() => undefined)])
  if (!prepared) {
    await storage[Symbol.asyncDispose]()
    process.exit(0)
  }
  // Only `npm start` prepares data; the API alone of benches and tests takes them as they are.
  const isPrepared = prepared.database !== undefined
  await using slot = await watchDatabase(config.varFolder, {
    current: takeDatabase(prepared),
    onSwap: ({ shared, build }) => {
      threads.tellBuild(shared)
      if (threads.size > 0) log.info({ build }, 'serving a new build')
    },
    onError: (error) => log.error({ err: error }, 'a build cannot be used; the last good one goes on serving'),
  })
  const allowance = createAllowanceTable()
  const brakes = createBrakeTables()
  const [opened, site] = await Promise.all([storageStart, readSite(config.webFolder)])
  const storageUrl = opened.url
  const shared = { config, allowance, brakes, storageUrl, site, rebuilds: isPrepared }
  const single = await code?.then(({ listen }) =>
    listen({ ...shared, log, database: () => slot.current, isFirst: true, port: config.port }),
  )
  const isWhole = await Promise.race([threads.start().then(() => true), stopped.then(() => false)])

  await using _metrics =
    config.metrics &&
    (await openMetricsListener({
      ...config.metrics,
      log,
      read: () => (single ? single.metrics.read().then((snapshot) => [snapshot]) : threads.readMetrics()),
    }))

  if (isWhole) {
    const off = describeAccountsOff(config, opened.fault)
    await greet(config, slot.current, off ? [off] : await describeFirstLink(config, { storageUrl, log }))
  }
  const limitMs = DRAIN_MS[await stopped]
  log.info({ limitMs }, 'stopping: finishing open answers')
  const late = new Promise((resolve) => setTimeout(resolve, limitMs + END_MS).unref())
  await Promise.race([single ? single.close(limitMs) : threads.stop(limitMs), late])
  await storage[Symbol.asyncDispose]()
  process.exit(0)
}

function takeDatabase(prepared: Prepared): Ipdb | undefined {
  const { database } = prepared
  prepared.database = undefined
  return database
}

function waitForSignal(): Promise<keyof typeof DRAIN_MS> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve('SIGINT'))
    // More than one may come, as from a group and then from `endWithNpm`: a second one must not cut the open answers off.
    process.on('SIGTERM', () => resolve('SIGTERM'))
    // The terminal has gone, or somebody hopes for settings to be read anew: Node ends by it at once, `nohup` or not.
    process.on('SIGHUP', () => resolve('SIGTERM'))
  })
}

async function greet(config: Config, database: Ipdb | undefined, more: readonly string[]): Promise<void> {
  const origin = toLocalOrigin(config)
  const lines = [
    '',
    `${styleText('bold', 'Octet')} is ready at ${styleText(['bold', 'blue'], origin)}`,
    `  ${config.processes === 1 ? 'one thread' : `${config.processes} threads`}, address data ${database ? `${database.build} (${(database.rows.v4 + database.rows.v6).toLocaleString('en')} ranges)` : 'missing: run npm run data build'}`,
    `  try: curl ${origin}/v1/ip/8.8.8.8`,
    ...[...(await describeOptional(config)), ...more].map((line) => `  ${line}`),
    '',
  ]
  console.log(lines.join('\n'))
}
