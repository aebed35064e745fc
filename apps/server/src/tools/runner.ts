import { Worker } from 'node:worker_threads'
import { AppError, type ErrorDetails, type ErrorKey } from '@octet/core/errors.ts'
import { limitThread } from '@octet/core/limit-thread.ts'
import type { Lang } from '@octet/core/text.ts'

export type WorkerJob = { readonly id: string; readonly input: unknown; readonly lang: Lang }
export type WorkerWord =
  /** The tool is loaded and begins; its time counts from here. `usedMs`: of a processor, by the thread so far. */
  | { readonly kind: 'begun'; readonly usedMs: number }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly key: ErrorKey; readonly details: ErrorDetails }
  | { readonly kind: 'failed'; readonly message: string }

export type RunLimits = {
  /** Milliseconds of a processor; by the clock some times as many: see `limitThread`. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** What a run that takes longer ends with; {@link toTooLong} otherwise. */
  readonly tooLong?: AppError | undefined
}

/** The error of a calculation that took longer than it may. */
const toTooLong = (limitMs: number): AppError =>
  new AppError('took_too_long', {
    limit: limitMs,
    reason: { en: 'the calculation had not ended', zh: '计算尚未完成' },
  })

export type RunnerOptions = {
  readonly folders: readonly string[]
  /** Jobs at the same time. */
  readonly maxJobs?: number
  /** Jobs that may wait; one more is told to come back. */
  readonly maxWaiting?: number
  /** Heap of one job in MiB; a job that needs more ends with an error. */
  readonly heapMb?: number
}

/**
 * Runs pure tools away from the event loop: each job has a thread for itself, with a heap limit and a time limit.
 * A thread that is done is used again; one that had to be stopped is not.
 */
export class ToolRunner {
  readonly #options: Required<RunnerOptions>
  readonly #idle: Worker[] = []
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(options: RunnerOptions) {
    this.#options = { maxJobs: 2, maxWaiting: 50, heapMb: 256, ...options }
  }

  /** Yields every result so far. Throws `took_too_long` (or what the limits say), `too_large` (heap), `unavailable` (queue full) or what the tool threw. */
  async *run(job: WorkerJob, limits: RunLimits): AsyncGenerator<unknown> {
    await this.#takeTurn(limits.signal)
    const worker = this.#idle.pop() ?? this.#start()
    let isReusable = false
    try {
      const words = listen(worker, limits)
      worker.postMessage(job)
      for await (const word of words) {
        if (word.kind === 'value') yield word.value
        else {
          isReusable = true
          if (word.kind === 'refused') throw new AppError(word.key, word.details)
          if (word.kind === 'failed') throw new Error(`tool ${job.id}: ${word.message}`)
        }
      }
    } finally {
      if (isReusable && worker.threadId > 0) this.#idle.push(worker)
      else await worker.terminate()
      this.#endTurn()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()))
  }

  async #takeTurn(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#options.maxJobs) {
      this.#running++
      return
    }
    if (this.#waiting.size >= this.#options.maxWaiting)
      throw new AppError('unavailable', {
        reason: { en: 'too many calculations at once', zh: '同时进行的计算过多' },
        retryAfter: 2,
      })
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(begin)
        reject(new AppError('cancelled'))
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      this.#waiting.add(begin)
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
    })
  }

  /** The turn goes to who waits longest: nobody who comes at this moment takes it too. */
  #endTurn(): void {
    const [next] = this.#waiting
    if (!next) return void this.#running--
    this.#waiting.delete(next)
    next()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { folders: this.#options.folders },
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
    })
    worker.unref()
    // What a tool has left behind may fail later: an error that nobody hears would end the whole process.
    worker.on('error', () => {}).on('exit', () => this.#idle.splice(0, Infinity, ...this.#idle.filter((one) => one !== worker)))
    return worker
  }
}

/** For a new thread and the code of a tool to be loaded, before the time of a run counts. */
const LOAD_LIMIT_MS = 30_000

/** The words of a worker until it is done; ends with an error when its time is over, on abort, or when the thread dies. */
async function* listen(
  worker: Worker,
  { timeoutMs, signal, tooLong = toTooLong(timeoutMs) }: RunLimits,
): AsyncGenerator<WorkerWord> {
  const words: WorkerWord[] = []
  let failure: unknown
  let wake = () => {}
  let endLimit = () => {}
  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  const onMessage = (word: WorkerWord | { readonly kind?: undefined }) => {
    if (word.kind === undefined) return // under `node --watch` a thread also tells which files it has loaded
    if (word.kind === 'begun') {
      clearTimeout(loading)
      endLimit = limitThread(worker, { limitMs: timeoutMs, usedBeforeMs: word.usedMs, onOver: () => fail(tooLong) })
      return
    }
    words.push(word)
    wake()
  }
  const onError = (cause: Error & { code?: string }) => fail(toThreadError(cause))
  const onExit = () => fail(new Error('the thread has ended before the job'))
  const onAbort = () => fail(new AppError('cancelled'))
  const loading = setTimeout(() => fail(tooLong), LOAD_LIMIT_MS + timeoutMs)
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  signal.addEventListener('abort', onAbort)
  try {
    for (;;) {
      const word = words.shift()
      if (word) {
        yield word
        if (word.kind !== 'value') return
      } else if (failure) throw failure
      else if (signal.aborted) throw new AppError('cancelled')
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    clearTimeout(loading)
    endLimit()
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  }
}

function toThreadError(cause: Error & { code?: string }): Error {
  return cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new AppError(
        'too_large',
        { field: 'input', limit: { en: 'the memory of one calculation', zh: '单次计算的内存' }, got: { en: 'more', zh: '更多' } },
        { cause },
      )
    : cause
}
