import { AppError } from '@octet/core/errors.ts'

type Entry<T> = { readonly value: Promise<T>; readonly madeAt: number; until: number }

type AnswerCacheOptions<T> = {
  readonly lifetimeMs: number
  /** Answers kept. */
  readonly limit: number
  /** How long one answer is kept, where that depends on what it says. */
  readonly toLifetimeMs?: ((value: T) => number) | undefined
}

/**
 * Keeps answers for a while, the least recently asked going first, so that registries are not asked the same twice.
 * Two who ask at once share one answer; a failure is not kept.
 */
export class AnswerCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #lifetimeMs: number
  readonly #limit: number
  readonly #toLifetimeMs: ((value: T) => number) | undefined

  constructor({ lifetimeMs, limit, toLifetimeMs }: AnswerCacheOptions<T>) {
    this.#lifetimeMs = lifetimeMs
    this.#limit = limit
    this.#toLifetimeMs = toLifetimeMs
  }

  /** The kept answer, or a new one. Who leaves (`signal`) is refused with `cancelled`, and does not take it from the others. */
  get(key: string, make: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const answer = this.#findOrMake(key, make)
    return signal ? Promise.race([answer, rejectWhenAborted(signal)]) : answer
  }

  /** The answer that is kept, or being made. */
  find(key: string): Promise<T> | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > performance.now() ? entry.value : undefined
  }

  /** The next one gets an answer of its own, unless the kept one is younger than so long. */
  forget(key: string, { atLeastMs = 0 }: { atLeastMs?: number } = {}): void {
    const madeAt = this.#entries.get(key)?.madeAt
    if (madeAt !== undefined && performance.now() - madeAt >= atLeastMs) this.#entries.delete(key)
  }

  #findOrMake(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key)
    this.#entries.delete(key)
    const now = performance.now()
    const entry = known && known.until > now ? known : { value: make(), madeAt: now, until: now + this.#lifetimeMs }
    this.#entries.set(key, entry)
    if (entry !== known) this.#heed(key, entry)
    const oldest = this.#entries.keys().next().value
    if (this.#entries.size > this.#limit && oldest !== undefined) this.#entries.delete(oldest)
    return entry.value
  }

  #heed(key: string, entry: Entry<T>): void {
    entry.value.then(
      (value) => {
        if (this.#toLifetimeMs) entry.until = entry.madeAt + this.#toLifetimeMs(value)
      },
      () => this.#entries.get(key) === entry && this.#entries.delete(key),
    )
  }
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new AppError('cancelled'))
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return promise
}
