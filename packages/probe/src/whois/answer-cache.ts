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

  get(key: string, make: () => Promise<T>): Promise<T> {
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
