import { Worker } from 'node:worker_threads'
import { styleText } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openDatabase, type Ipdb } from '@octet/ipdb/open.ts'
import type { Config } from './config.ts'
import { createLogger, createServices } from './create-services.ts'
import { describeOptional } from './describe-optional.ts'
import { createAllowanceTable } from './http/allowance.ts'
import { createApp } from './http/app.ts'
import { watchData } from './watch-data.ts'

/** What a serving thread is started with; the range table and the allowance are one memory for all of them. */
export type ThreadData = {
  readonly config: Config
  readonly database: SharedArrayBuffer | undefined
  readonly allowance: SharedArrayBuffer
}
/** What the first thread tells the others. */
export type ThreadWord = { readonly kind: 'database'; readonly shared: SharedArrayBuffer } | { readonly kind: 'stop' }

/** Longest time that open answers get after SIGTERM. */
const DRAIN_MS = 25_000

/**
 * Serves until SIGTERM or SIGINT. With several processes asked for, that many threads listen on one port and share
 * one copy of the range table (docs/decisions/0002-threads.md).
 */
export async function serve(config: Config): Promise<void> {
  const log = createLogger(config)
  let database = await openDatabase(config.varFolder, {
    onFallback: (error) => log.error({ err: error }, 'the newest data is damaged, the build before is used'),
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'no address data')
    return undefined
  })
  const allowance = createAllowanceTable()
  const threads = new Set<Worker>()
  const single =
    config.processes === 1 ? await listen({ config, log, database: () => database, allowance, port: config.port }) : undefined
  const addThread = async (): Promise<void> => {
    const thread = await startThread({ config, database: database?.shared, allowance })
    threads.add(thread)
    thread.once('error', (error) => {
      log.fatal({ err: error }, 'a serving thread died; another takes its place')
      threads.delete(thread)
      void addThread().catch((cause: unknown) => log.fatal({ err: cause }, 'a serving thread cannot be started again'))
    })
  }
  if (!single) for (let index = 0; index < config.processes; index++) await addThread()

  const watcher = watchData(config.varFolder, { log, current: () => database, onNew: swap })
  function swap(next: Ipdb): void {
    database = next
    for (const thread of threads) thread.postMessage({ kind: 'database', shared: next.shared } satisfies ThreadWord)
    log.info({ build: next.build }, 'serving a new build')
  }

  await greet(config, database)
  await waitForSignal()
  watcher.close()
  log.info('stopping: finishing open answers')
  await Promise.race([stopAll([...threads], single), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
  process.exit(0)
}

type ListenOptions = {
  config: Config
  log: Logger
  database: () => Ipdb | undefined
  allowance: SharedArrayBuffer
  port: number
  reusePort?: boolean
}

/** One listening application with its services. */
export async function listen({
  config,
  log,
  database,
  allowance,
  port,
  reusePort = false,
}: ListenOptions): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const services = await createServices({ config, log, database, allowanceTable: allowance })
  const app = await createApp(services)
  await app.listen({ port, host: config.host, ...(reusePort && { reusePort }) })
  return {
    app,
    async close() {
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

async function stopAll(threads: readonly Worker[], single: { close(): Promise<void> } | undefined): Promise<void> {
  await single?.close()
  await Promise.all(
    threads.map((thread) => {
      const ended = new Promise((resolve) => thread.once('exit', resolve))
      thread.postMessage({ kind: 'stop' } satisfies ThreadWord)
      return ended
    }),
  )
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

async function greet(config: Config, database: Ipdb | undefined): Promise<void> {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host === '0.0.0.0' ? '127.0.0.1' : config.host
  const origin = `http://${host}:${config.port}`
  const lines = [
    '',
    `${styleText('bold', 'Octet')} is ready at ${styleText(['bold', 'blue'], origin)}`,
    `  ${config.processes === 1 ? 'one thread' : `${config.processes} threads`}, address data ${database ? `${database.build} (${(database.rows.v4 + database.rows.v6).toLocaleString('en')} ranges)` : 'missing: run npm run data build'}`,
    `  try: curl ${origin}/v1/ip/8.8.8.8`,
    ...(await describeOptional(config)).map((line) => `  ${line}`),
    '',
  ]
  console.log(lines.join('\n'))
}
