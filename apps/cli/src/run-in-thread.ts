import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '@octet/core/errors.ts'
import { limitThread } from '@octet/core/limit-thread.ts'
import type { ThreadJob, ThreadWord } from './thread-job.ts'

/** A thread keeps its code by itself. */
const KEEP_CODE = new URL('../bin/keep-code.mjs', import.meta.url).href

/**
 * Runs a tool that may never end in a thread, and ends it after its time of a processor with the given error. To load it
 * takes no part of that time, which a busy machine may need for it alone.
 */
export async function runInThread(job: ThreadJob, { limitMs, error }: { limitMs: number; error: AppError }): Promise<unknown> {
  await using stack = new AsyncDisposableStack()
  const worker = new Worker(new URL('./tool-thread.ts', import.meta.url), { workerData: job, execArgv: ['--import', KEEP_CODE] })
  stack.defer(async () => void (await worker.terminate()))
  const [begins]: ThreadWord[] = await once(worker, 'message')
  const over = new AbortController()
  const usedBeforeMs = begins?.kind === 'begins' ? begins.usedMs : 0
  stack.defer(limitThread(worker, { limitMs, usedBeforeMs, onOver: () => over.abort() }))
  try {
    const [word]: ThreadWord[] = await once(worker, 'message', { signal: over.signal })
    if (word?.kind === 'refused') throw new AppError(word.key, word.details)
    return word?.kind === 'answer' ? word.answer : undefined
  } catch (cause) {
    throw cause instanceof Error && cause.name === 'AbortError' ? error : cause
  }
}
