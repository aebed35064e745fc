import { Worker } from 'node:worker_threads'
import { styleText } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { watchDatabase } from '@octet/ipdb/slot.ts'
import type { Config } from './config.ts'
import { createLogger, createServices } from './create-services.ts'
import { describeOptional } from './describe-optional.ts'
import { createAllowanceTable } from './http/allowance.ts'
import { createApp } from './http/app.ts'
import { createBrakeTables, type BrakeTables } from './http/brakes.ts'
import { openMetricsListener } from './metrics/listener.ts'
import type { Metrics, MetricsSnapshot } from './metrics/metrics.ts'
import { describeFirstLink } from './operator/first-link.ts'
import { startUpdateJob } from './jobs/update-data.ts'
import { openOperatorSocket } from './operator/socket.ts'
import { openStorage } from './storage/open-storage.ts'

/** What a serving thread is started with; the range table and the allowance are one memory for all of them. */
export type ThreadData = {
  readonly config: Config
  readonly database: SharedArrayBuffer | undefined
  readonly allowance: SharedArrayBuffer
  readonly brakes: BrakeTables
  /** Where the account database is; undefined when there is none. */
  readonly storageUrl: string | undefined
  /** Whether this thread does the work that one is enough for: jobs, the operator's socket. */
  readonly isFirst: boolean
}
/** What the first thread tells the others. */
export type ThreadWord =
  | { readonly kind: 'database'; readonly shared: SharedArrayBuffer }
  | { readonly kind: 'metrics'; readonly id: number }
  | { readonly kind: 'stop'; readonly limitMs: number }
/** What they say to it. */
export type ThreadAnswer = 'listening' | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }

/** Longest time that open connections get after each signal: an orchestrator waits, a person at a keyboard does not. */
const DRAIN_MS = { SIGTERM: 25_000, SIGINT: 1_000 } as const
/** Connections that may wait to be accepted; one that finds no room is tried again by its peer only after a second. */
const BACKLOG = 4_096
/** Time in which what is left must be written. */
const END_MS = 5_000

/**
 * Serves until SIGTERM or SIGINT. With several processes asked for, that many threads listen on one port and share
 * one copy of the range table (docs/decisions/0002-threads.md).
 */
export async function serve(config: Config): Promise<void> {
  // Heard from the first moment on: a program that is stopped while it starts must not leave its database behind.
  const stopped = waitForSignal()
  const log = createLogger(config)
  const threads = new Set<Worker>()
  await using slot = await watchDatabase(config.varFolder, {
    onSwap: tellThreads,
    onError: (error) => log.error({ err: error }, 'a build cannot be used; the last good one goes on serving'),
  })
  const allowance = createAllowanceTable()
  const brakes = createBrakeTables()
  await using storage = await openStorage({ databaseUrl: config.databaseUrl, varFolder: config.varFolder, log })
  const storageUrl = storage.url
  const single =
    config.processes === 1
      ? await listen({
          config,
          log,
          database: () => slot.current,
          allowance,
          brakes,
          storageUrl,
          isFirst: true,
          port: config.port,
        })
      : undefined
  const addThread = async (isFirst: boolean): Promise<void> => {
    const thread = await startThread({ config, database: slot.current?.shared, allowance, brakes, storageUrl, isFirst })
    threads.add(thread)
    thread.once('error', (error) => {
      log.fatal({ err: error }, 'a serving thread died; another takes its place')
      threads.delete(thread)
      void addThread(isFirst).catch((cause: unknown) => log.fatal({ err: cause }, 'a serving thread cannot be started again'))
    })
  }
  if (!single) await Promise.all(Array.from({ length: config.processes }, (_, index) => addThread(index === 0)))

  function tellThreads({ shared, build }: Ipdb): void {
    for (const thread of threads) thread.postMessage({ kind: 'database', shared } satisfies ThreadWord)
    if (threads.size > 0) log.info({ build }, 'serving a new build')
  }

  await using _metrics =
    config.metrics &&
    (await openMetricsListener({
      ...config.metrics,
      read: () => Promise.all([...(single ? [single.metrics.read()] : []), ...[...threads].map(readMetrics)]),
    }))

  await greet(config, slot.current, await describeFirstLink(config, { storageUrl, log }))
  const limitMs = DRAIN_MS[await stopped]
  log.info({ limitMs }, 'stopping: finishing open answers')
  const late = new Promise((resolve) => setTimeout(resolve, limitMs + END_MS).unref())
  await Promise.race([stopAll([...threads], single, limitMs), late])
  await storage[Symbol.asyncDispose]()
  process.exit(0)
}

type ListenOptions = {
  config: Config
  log: Logger
  database: () => Ipdb | undefined
  allowance: SharedArrayBuffer
  brakes: BrakeTables
  storageUrl: string | undefined
  isFirst: boolean
  port: number
  reusePort?: boolean
}

/** One listening application with its services. */
export async function listen({
  config,
  log,
  database,
  allowance,
  brakes,
  storageUrl,
  isFirst,
  port,
  reusePort = false,
}: ListenOptions): Promise<{ app: FastifyInstance; metrics: Metrics; close(limitMs: number): Promise<void> }> {
  const services = await createServices({
    config,
    log,
    database,
    allowanceTable: allowance,
    brakeTables: brakes,
    storageUrl,
    isFirst,
  })
  const app = await createApp(services)
  await app.listen({ port, host: config.host, backlog: BACKLOG, ...(reusePort && { reusePort }) })
  const { updates, mirrorFrom } = config.operator
  const updateJob = isFirst && (updates.isEnabled || mirrorFrom) ? startUpdateJob({ config, log }) : undefined
  const operator = isFirst ? await openOperatorSocket(services) : undefined
  return {
    app,
    metrics: services.metrics,
    async close(limitMs) {
      await services.drain.finish(app.server, limitMs)
      await updateJob?.[Symbol.asyncDispose]()
      await operator?.[Symbol.asyncDispose]()
      await app.close()
      await services[Symbol.asyncDispose]()
    },
  }
}

/** Starts a serving thread and waits until it listens. */
function startThread(data: ThreadData): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data })
    thread.once('error', reject)
    thread.once('message', () => {
      thread.off('error', reject)
      resolve(thread)
    })
  })
}

let lastRead = 0

/** What a thread has counted. */
function readMetrics(thread: Worker): Promise<MetricsSnapshot> {
  const id = ++lastRead
  return new Promise((resolve) => {
    const hear = (word: ThreadAnswer) => {
      if (word === 'listening' || word.id !== id) return
      thread.off('message', hear)
      resolve(word.snapshot)
    }
    thread.on('message', hear)
    thread.postMessage({ kind: 'metrics', id } satisfies ThreadWord)
  })
}

type Stoppable = { close(limitMs: number): Promise<void> }

async function stopAll(threads: readonly Worker[], single: Stoppable | undefined, limitMs: number): Promise<void> {
  await single?.close(limitMs)
  await Promise.all(
    threads.map((thread) => {
      const ended = new Promise((resolve) => thread.once('exit', resolve))
      thread.postMessage({ kind: 'stop', limitMs } satisfies ThreadWord)
      return ended
    }),
  )
}

function waitForSignal(): Promise<keyof typeof DRAIN_MS> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}

async function greet(config: Config, database: Ipdb | undefined, more: readonly string[]): Promise<void> {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host === '0.0.0.0' ? '127.0.0.1' : config.host
  const origin = `http://${host}:${config.port}`
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
