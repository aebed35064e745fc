/** A queue between those who put values in and one who reads them in a loop. */
export class Mailbox<T> implements AsyncIterable<T> {
  readonly #values: T[] = []
  #isClosed = false
  #error: Error | undefined
  #wake: () => void = () => {}

  put(value: T): void {
    this.#values.push(value)
    this.#wake()
  }

  /** No more values come; the reader still gets those that are waiting. */
  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  /** The reader gets what is waiting, then the error; the first one counts. */
  fail(error: Error): void {
    this.#error ??= error
    this.close()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#values.length > 0) yield this.#values.shift()!
      if (this.#error) throw this.#error
      if (this.#isClosed) return
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
