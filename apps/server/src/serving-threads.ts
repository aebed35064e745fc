import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { BrakeTables } from './http/brakes.ts'
import type { SiteMemory } from './http/site-memory.ts'
import type { MetricsSnapshot } from './metrics/metrics.ts'

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
  /** Whether that thread builds address data of older rules anew. */
  readonly rebuilds?: boolean
}
/** What the first thread tells the others, to begin with what they are started with. */
export type ThreadWord =
  | { readonly kind: 'start'; readonly data: ThreadData }
  | { readonly kind: 'database'; readonly shared: SharedArrayBuffer }
  | { readonly kind: 'metrics'; readonly id: number }
  | { readonly kind: 'stop'; readonly limitMs: number }
/** What they say to it. */
export type ThreadAnswer = 'listening' | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }

export type ServingThreadsOptions = {
  readonly count: number
  readonly create: () => Worker
  /** The first of them, where it has been begun already. */
  readonly first?: Worker | undefined
  /** What a thread begins with at this moment. */
  readonly toData: (isFirst: boolean) => ThreadData
  readonly log: Logger
  /** Pause before a thread that could not take another's place is followed by one more. */
  readonly retryMs?: number
}

const METRICS_LIMIT_MS = 4_000

/** The threads that serve. One that ends is followed by another; all of them have the newest build. */
export class ServingThreads {
  readonly #options: ServingThreadsOptions & { readonly retryMs: number }
  /** All that have not ended, and of them those that serve. */
  readonly #alive = new Set<Worker>()
  readonly #threads = new Set<Worker>()
  /** Reads its code from the first moment on. */
  readonly #first: Worker | undefined
  #isStopping = false
  #lastRead = 0

  constructor(options: ServingThreadsOptions) {
    this.#options = { retryMs: 5_000, ...options }
    if (options.count > 0) this.#first = options.first ? this.#adopt(options.first) : this.#create()
  }

  get size(): number {
    return this.#threads.size
  }

  #create(): Worker {
    return this.#adopt(this.#options.create())
  }

  #adopt(thread: Worker): Worker {
    this.#alive.add(thread)
    thread.once('exit', () => this.#alive.delete(thread))
    return thread
  }

  /**
   * Waits until all listen. The others read their code when the first one answers: all at once would take the cores from
   * each other. Throws what one ends with before that.
   */
  async start(): Promise<void> {
    if (!this.#first) return
    await this.#start(this.#first, true)
    if (this.#isStopping) return
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#start(this.#create(), false)))
  }

  async #start(thread: Worker, isFirst: boolean): Promise<void> {
    const { toData, log } = this.#options
    const data = toData(isFirst)
    await startThread(thread, data)
    this.#threads.add(thread)
    thread.on('error', (error) => log.fatal({ err: error }, 'a serving thread died; another takes its place'))
    thread.once('exit', () => {
      this.#threads.delete(thread)
      void this.#replace(isFirst)
    })
    // A build that came while it started has been told to the others only.
    const { database } = toData(isFirst)
    if (database && database !== data.database) tell(thread, { kind: 'database', shared: database })
  }

  async #replace(isFirst: boolean): Promise<void> {
    const { log, retryMs } = this.#options
    while (!this.#isStopping) {
      try {
        return await this.#start(this.#create(), isFirst)
      } catch (error) {
        if (this.#isStopping) return
        log.fatal({ err: error }, 'a serving thread cannot be started again; trying once more')
        await sleep(retryMs, undefined, { ref: false })
      }
    }
  }

  /** Hands a new build to all that serve. */
  tellBuild(shared: SharedArrayBuffer): void {
    for (const thread of this.#threads) tell(thread, { kind: 'database', shared })
  }

  /** What each thread has counted. Throws when one does not say: a sum without it would look like counters that were reset. */
  readMetrics(): Promise<MetricsSnapshot[]> {
    return Promise.all([...this.#threads].map((thread) => readMetrics(thread, ++this.#lastRead)))
  }

  /**
   * Ends all of them, with so much time for the answers that are open. Those that do not listen yet end at once: they would
   * begin to serve meanwhile, and reading their code takes the cores from who ends.
   */
  async stop(limitMs: number): Promise<void> {
    this.#isStopping = true
    await Promise.all(
      [...this.#alive].map((thread) => {
        if (!this.#threads.has(thread)) return thread.terminate()
        const ended = new Promise((resolve) => thread.once('exit', resolve))
        tell(thread, { kind: 'stop', limitMs })
        return ended
      }),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#alive].map((thread) => thread.terminate()))
  }
}

function tell(thread: Worker, word: ThreadWord): void {
  thread.postMessage(word)
}

function startThread(thread: Worker, data: ThreadData): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`expected a thread that listens, got one that ended with ${code}`))
    thread.once('error', reject).once('exit', onExit)
    thread.once('message', () => {
      thread.off('error', reject).off('exit', onExit)
      resolve()
    })
    tell(thread, { kind: 'start', data })
  })
}

function readMetrics(thread: Worker, id: number): Promise<MetricsSnapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<MetricsSnapshot>()
  const onMessage = (word: ThreadAnswer) => {
    if (word !== 'listening' && word.id === id) resolve(word.snapshot)
  }
  const onExit = () => reject(new Error('the thread ended before it said what it has counted'))
  const late = setTimeout(() => reject(new Error(`no word from a thread within ${METRICS_LIMIT_MS} ms`)), METRICS_LIMIT_MS)
  thread.on('message', onMessage).once('exit', onExit)
  tell(thread, { kind: 'metrics', id })
  return promise.finally(() => {
    clearTimeout(late)
    thread.off('message', onMessage).off('exit', onExit)
  })
}
