import { AppError } from '@octet/core/errors.ts'

/** Caps how many sessions aim at one address at once, over all visitors, so that many cannot flood one victim. */
export class TargetSessions {
  readonly #limit: number
  readonly #running = new Map<string, number>()

  constructor(limit = 8) {
    this.#limit = limit
  }

  /** Counts a session until the result is disposed; throws `too_many_requests`. */
  enter(address: string): Disposable {
    const running = this.#running.get(address) ?? 0
    if (running >= this.#limit) throw new AppError('too_many_requests', { limit: this.#limit, window: 10, retryAfter: 10 })
    this.#running.set(address, running + 1)
    return { [Symbol.dispose]: () => this.#leave(address) }
  }

  #leave(address: string): void {
    const left = (this.#running.get(address) ?? 1) - 1
    if (left > 0) this.#running.set(address, left)
    else this.#running.delete(address)
  }
}
