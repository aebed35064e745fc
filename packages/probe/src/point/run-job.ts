import { counted } from '@octet/core/counted.ts'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { Task, TaskError } from '@octet/core/probe/measurement.ts'
import { MAX_FRAME_BYTES } from '@octet/core/probe/point-protocol.ts'
import { runTask, type TaskProbes } from './run-task.ts'

/** How far a job is, is told this often at most. */
const PROGRESS_MS = 500

type JobOptions = { readonly signal: AbortSignal; readonly timeoutMs: number; readonly onProgress: (result: unknown) => void }

/** Runs a task to its end, and tells how far it is at times. Throws as the probes do, `timed_out` at the limit. */
export async function runJob(task: Task, probe: TaskProbes, { signal, timeoutMs, onProgress }: JobOptions): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs)
  let last: unknown
  let toldAt = -PROGRESS_MS
  try {
    for await (const result of runTask(task, probe, { signal: AbortSignal.any([signal, limit]), timeoutMs })) {
      last = result
      const isPart = 'isComplete' in result && !result.isComplete
      if (!isPart || performance.now() - toldAt < PROGRESS_MS) continue
      toldAt = performance.now()
      onProgress(result)
    }
  } catch (error) {
    throw limit.aborted ? new AppError('timed_out', { limit: timeoutMs }, { cause: error }) : error
  }
  if (last === undefined) throw new AppError('unavailable', { reason: { en: 'the probe gave no answer', zh: '探测没有结果' } })
  if (JSON.stringify(last).length > MAX_FRAME_BYTES / 2)
    throw new AppError('too_large', {
      field: 'result',
      limit: counted(MAX_FRAME_BYTES / 2, 'bytes'),
      got: { en: 'more', zh: '更多' },
    })
  return last
}

/** An error as it goes into a result: known ones by their row, all others without their text. */
export function toTaskError(error: unknown): TaskError {
  const known = isAppError(error) ? error : new AppError('unavailable', { reason: BROKEN })
  const toWords = (lang: 'en' | 'zh') => toErrorMessage(known, lang).slice(0, 1000)
  return { key: known.key, message: { en: toWords('en'), zh: toWords('zh') }, isOwn: known.key === 'unavailable' }
}

const BROKEN = { en: 'the probe broke', zh: '探测程序出错' }
