import { AppError } from '@octet/core/errors.ts'

/** Milliseconds of work between two breaths. */
const SLICE_MS = 40

/**
 * Lets long work breathe: every 40 ms it hands the thread back, so that a cancel can arrive,
 * and throws `cancelled` once it has; without a signal nothing cancels it. Call it every few thousand steps.
 *
 * @example
 * const breathe = createPacer(host.signal)
 * for (const line of lines) { work(line); await breathe() }
 */
export function createPacer(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (signal?.aborted) throw new AppError('cancelled')
    if (performance.now() - since < SLICE_MS) return undefined
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      if (signal?.aborted) throw new AppError('cancelled')
      since = performance.now()
    })
  }
}

export type Pacer = ReturnType<typeof createPacer>
