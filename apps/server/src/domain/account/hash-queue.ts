import { AppError } from '@octet/core/errors.ts'

type Limits = { readonly parallel: number; readonly waiting: number }

/** Lets few hashes run at once, since many starve the threads that Node uses for names and files. */
export class HashQueue {
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs work when it is its turn. Throws `unavailable` when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.parallel) {
      if (this.#waiting.length >= this.#limits.waiting)
        throw new AppError('unavailable', {
          reason: { en: 'too many people log in at once', zh: '同时登录的人数过多' },
          retryAfter: 2,
        })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
