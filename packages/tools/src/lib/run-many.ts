import { AppError, isAppError } from '@octet/core/errors.ts'

export type ManyOptions = {
  /** So many are worked on at once. */
  readonly atOnce: number
  /** Nothing is begun later; what was not begun stays undefined. */
  readonly beginWithinMs: number
  readonly signal: AbortSignal
}

/** Between two looks at what has come. */
const LOOK_MS = 400
/** Whoever is told to come back later than this does not wait. */
const MAX_WAIT_MS = 5_000
const MAX_WAITS = 5

/**
 * Works on a list, a few at a time, so that nobody else who asks the same servers has to wait for all of it. Yields what is known
 * so far, by position, now and then and at the end. An error of the work ends it.
 */
export async function* runMany<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { atOnce, beginWithinMs, signal }: ManyOptions,
): AsyncGenerator<readonly (R | undefined)[]> {
  const found: (R | undefined)[] = items.map(() => undefined)
  const endsAt = performance.now() + beginWithinMs
  let next = 0
  let done = 0
  const goOn = async (): Promise<void> => {
    while (next < items.length && performance.now() < endsAt) {
      if (signal.aborted) throw new AppError('cancelled')
      const at = next++
      found[at] = await work(items[at]!)
      done++
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, goOn)).then(() => true)
  all.catch(() => {})
  try {
    for (let shown = -1; ;) {
      const isOver = await Promise.race([all, wait(LOOK_MS, signal).then(() => false)])
      if (isOver || done > shown) yield [...found]
      if (isOver) return
      shown = done
    }
  } finally {
    next = items.length
  }
}

/** Asks again where this machine has no turn free at a server, as long as it is worth the wait. */
export async function askPatiently<R>(ask: () => Promise<R>, signal: AbortSignal): Promise<R> {
  for (let waits = 0; ; waits++)
    try {
      return await ask()
    } catch (error) {
      const waitMs =
        isAppError(error) && error.key === 'unavailable' ? Number(error.details['retryAfter'] ?? Infinity) * 1000 : Infinity
      if (waits >= MAX_WAITS || waitMs > MAX_WAIT_MS) throw error
      await wait(waitMs, signal)
    }
}

/** Throws `cancelled` when the signal is aborted before. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new AppError('cancelled'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
