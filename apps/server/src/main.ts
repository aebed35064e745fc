import { Worker } from 'node:worker_threads'
import { styleText } from 'node:util'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { watchDatabase } from '@octet/ipdb/slot.ts'
import type { Config } from './config.ts'
import { createLogger } from './create-logger.ts'
import { describeOptional } from './describe-optional.ts'
import { createAllowanceTable } from './http/allowance.ts'
import { readSite, type SiteMemory } from './http/site-memory.ts'
import { createBrakeTables, type BrakeTables } from './http/brakes.ts'
import { openMetricsListener } from './metrics/listener.ts'
import type { MetricsSnapshot } from './metrics/metrics.ts'
import { describeFirstLink } from './operator/first-link.ts'
import { refuseTakenPort } from './refuse-taken-port.ts'
import { openStorage } from './storage/open-storage.ts'

/** What a serving thread is started with; the range table, the site and the allowance are one memory for all of them. */
export type ThreadData = {
  readonly config: Config
  readonly database: SharedArrayBuffer | undefined
  readonly site: SiteMemory | undefined
  readonly allowance: SharedArrayBuffer
  readonly brakes: BrakeTables
  /** Where the account database is; undefined when there is none. */
  readonly storageUrl: string | undefined
  /** Whether this thread does the work that one is enough for: jobs, the operator's socket. */
  readonly isFirst: boolean
}
/** What the first thread tells the others, to begin with what they are started with. */
export type ThreadWord =
  | { readonly kind: 'start'; readonly data: ThreadData }
  | { readonly kind: 'database'; readonly shared: SharedArrayBuffer }
  | { readonly kind: 'metrics'; readonly id: number }
  | { readonly kind: 'stop'; readonly limitMs: number }
/** What they say to it. */
export type ThreadAnswer = 'listening' | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }

/** The address data, where it has been opened already; whoever takes it leaves nothing behind, so that it goes when a newer one comes. */
export type Prepared = { database?: Ipdb | undefined }

/** Longest time that open connections get after each signal: an orchestrator waits, a person at a keyboard does not. */
const DRAIN_MS = { SIGTERM: 25_000, SIGINT: 1_000 } as const
/** Time in which what is left must be written. */
const END_MS = 5_000

/**
 * Serves until SIGTERM or SIGINT. With several processes asked for, that many threads listen on one port and share
 * one copy of the range table (docs/decisions/0002-threads.md). What must be there first, site and data, may still be on
 * its way: the first thread reads its code and the database starts meanwhile.
 */
export async function serve(config: Config, preparing: Promise<Prepared> = Promise.resolve({})): Promise<void> {
  // Heard from the first moment on: a program that is stopped while it starts must not leave its database behind.
  const stopped = waitForSignal()
  await refuseTakenPort({ host: config.host, port: config.port, setting: 'PORT' })
  if (config.metrics) await refuseTakenPort({ ...config.metrics, setting: 'METRICS_PORT' })
  const log = createLogger(config)
  const code = config.processes === 1 ? import('./listen.ts') : undefined
  const first = code ? undefined : createThread()
  const threads = new Set<Worker>()
  const storageStart = openStorage({ databaseUrl: config.databaseUrl, varFolder: config.varFolder, log })
  await using storage = {
    [Symbol.asyncDispose]: async () => (await storageStart)[Symbol.asyncDispose](),
  }
  await using _threads = {
    [Symbol.asyncDispose]: async () => void (await first?.terminate()),
  }
  const prepared = await Promise.race([preparing, stopped.then(() => undefined)])
  if (!prepared) {
    await storage[Symbol.asyncDispose]()
    process.exit(0)
  }
  await using slot = await watchDatabase(config.varFolder, {
    current: takeDatabase(prepared),
    onSwap: tellThreads,
    onError: (error) => log.error({ err: error }, 'a build cannot be used; the last good one goes on serving'),
  })
  const allowance = createAllowanceTable()
  const brakes = createBrakeTables()
  const [{ url: storageUrl }, site] = await Promise.all([storageStart, readSite(config.webFolder)])
  const shared = { config, allowance, brakes, storageUrl, site }
  const single = await code?.then(({ listen }) =>
    listen({ ...shared, log, database: () => slot.current, isFirst: true, port: config.port }),
  )
  const addThread = async (isFirst: boolean, thread = createThread()): Promise<void> => {
    await startThread(thread, { ...shared, database: slot.current?.shared, isFirst })
    threads.add(thread)
    thread.once('error', (error) => {
      log.fatal({ err: error }, 'a serving thread died; another takes its place')
      threads.delete(thread)
      void addThread(isFirst).catch((cause: unknown) => log.fatal({ err: cause }, 'a serving thread cannot be started again'))
    })
  }
  if (first) await addThread(true, first)
  // The others read their code when the first one answers: all at once would take the cores from each other.
  await Promise.all(Array.from({ length: config.processes - 1 }, () => addThread(false)))

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

function takeDatabase(prepared: Prepared): Ipdb | undefined {
  const { database } = prepared
  prepared.database = undefined
  return database
}

function createThread(): Worker {
  return new Worker(new URL('./thread.ts', import.meta.url))
}

/** Starts a thread and waits until it listens. */
function startThread(thread: Worker, data: ThreadData): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('message', () => {
      thread.off('error', reject)
      resolve()
    })
    thread.postMessage({ kind: 'start', data } satisfies ThreadWord)
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
