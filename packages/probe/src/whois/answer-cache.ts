import { AppError } from '@octet/core/errors.ts'

type Entry<T> = { readonly value: Promise<T>; readonly until: number }

/**
 * Keeps answers for a while, the least recently asked going first, so that registries are not asked the same twice.
 * Two who ask at once share one answer; a failure is not kept.
 */
export class AnswerCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #lifetimeMs: number
  readonly #limit: number

  constructor({ lifetimeMs, limit }: { lifetimeMs: number; limit: number }) {
    this.#lifetimeMs = lifetimeMs
    this.#limit = limit
  }

  /** The kept answer, or a new one. Who leaves (`signal`) is refused with `cancelled`, and does not take it from the others. */
  get(key: string, make: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const answer = this.#find(key, make)
    return signal ? Promise.race([answer, rejectWhenAborted(signal)]) : answer
  }

  /** The next one gets an answer of its own. */
  forget(key: string): void {
    this.#entries.delete(key)
  }

  #find(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key)
    this.#entries.delete(key)
    const entry =
      known && known.until > performance.now() ? known : { value: make(), until: performance.now() + this.#lifetimeMs }
    this.#entries.set(key, entry)
    if (entry !== known) entry.value.catch(() => this.#entries.get(key) === entry && this.#entries.delete(key))
    const oldest = this.#entries.keys().next().value
    if (this.#entries.size > this.#limit && oldest !== undefined) this.#entries.delete(oldest)
    return entry.value
  }
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new AppError('cancelled'))
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return promise
}
