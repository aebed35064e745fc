import { setImmediate as immediate } from 'node:timers/promises'

/**
 * Accounts whose receiver is being told. Workers that share it tell one receiver of an account at a time, so that one that
 * is slow is waited for by one of them.
 */
export class BusyAccounts {
  readonly #ids: string[] = []
  #turn: Promise<unknown> = Promise.resolve()
  /** How many times it has been asked, and how many of these a look that found nothing has answered. */
  #asked = 0
  #answered = 0

  /** Those whose receiver is being told at this moment. */
  get ids(): readonly string[] {
    return [...this.#ids]
  }

  /**
   * Looks for the next message, one worker after the other: two at once would find those of one account. Where one has found
   * nothing, those who had asked before it looked need not look.
   */
  inTurn<T>(take: () => Promise<T | undefined>): Promise<T | undefined> {
    const number = ++this.#asked
    const taken = this.#turn.then(async () => {
      await immediate() // those whose turn it is at this moment, too, have asked then
      if (number <= this.#answered) return undefined
      const asked = this.#asked
      const found = await take()
      if (found === undefined) this.#answered = asked
      return found
    })
    this.#turn = taken.catch(() => {})
    return taken
  }

  /** Keeps an account while its receiver is told. */
  async during<T>(id: string, tell: () => Promise<T>): Promise<T> {
    this.#ids.push(id)
    try {
      return await tell()
    } finally {
      this.#ids.splice(this.#ids.indexOf(id), 1)
    }
  }
}
