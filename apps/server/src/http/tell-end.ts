import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError, type AppError } from '@octet/core/errors.ts'

/** A body whose rest can be passed over; who stops reading it does not cut the connection, on which the answer still leaves. */
export type OpenEnded = AsyncIterable<Uint8Array> & { skipRest(): Promise<void> }

/** Makes a body {@link OpenEnded}. No more than `maxBytes` of its rest are passed over. */
export function leaveOpen(body: AsyncIterable<Uint8Array>, maxBytes: number): OpenEnded {
  const parts = body[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]: () => ({ next: () => parts.next() }), // without `return`, which would destroy the body
    async skipRest() {
      let skipped = 0
      for (let next = await parts.next(); !next.done && skipped < maxBytes; next = await parts.next())
        skipped += next.value.length
    },
  }
}

export type EndOptions = {
  /** The last line, which says why there are no more. */
  readonly toLine: (error: AppError) => string
  readonly body: OpenEnded
  readonly isSent: () => boolean
  readonly signal: AbortSignal
}

/**
 * A stream of lines that says in its last one why it ends early, and is then broken off, so that nobody takes it for whole.
 * A connection that is closed with input unread loses what is still on its way (RFC 9112 §9.6), so that is read first.
 * An error before the first line is thrown as it is: it is still an answer.
 */
export async function* tellEnd<T>(
  lines: AsyncIterable<T>,
  { toLine, body, isSent, signal }: EndOptions,
): AsyncGenerator<T | string> {
  let hasBegun = false
  try {
    for await (const some of lines) {
      yield some
      hasBegun = true
    }
  } catch (error) {
    if (!hasBegun || !isAppError(error) || signal.aborted) throw error
    yield toLine(error)
    await body.skipRest()
    do
      await sleep(5) // at least once, so that those who count hear of the last part, too
    while (!isSent() && !signal.aborted)
    throw error
  }
}
