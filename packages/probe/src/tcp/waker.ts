import { AppError } from '@octet/core/errors.ts'

/** Lets one reader wait for what comes on a connection, until the time for all of it is up. */
export class Waker {
  readonly #timeoutMs: number
  readonly #deadline: number
  #wake: () => void = () => {}

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.#deadline = performance.now() + timeoutMs
  }

  /** Something has come, or nothing will. */
  wake(): void {
    this.#wake()
  }

  /** Until the next {@link wake}. Throws `timed_out`. */
  wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leftMs = Math.max(1, this.#deadline - performance.now())
    const timer = setTimeout(() => reject(new AppError('timed_out', { limit: Math.round(this.#timeoutMs) })), leftMs)
    this.#wake = () => {
      clearTimeout(timer)
      resolve()
    }
    return promise
  }
}
