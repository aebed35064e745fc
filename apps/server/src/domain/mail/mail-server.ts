/** What is known of the mail server; `unchecked` before the first mail. */
export type MailServerState = 'unchecked' | 'up' | 'failing'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Whether the mail server takes mails at all. While it does not, one mail after a pause finds out whether it does again, 5 s
 * after the first fault and a minute at most, and the others stay as they are.
 */
export class MailServer {
  #state: MailServerState = 'unchecked'
  #faults = 0
  #pausedUntilMs = -Infinity
  #givenUp = 0

  get state(): MailServerState {
    return this.#state
  }

  /** Mails that this process has given up: refused for good, tried too often, or kept waiting for too long. */
  get givenUp(): number {
    return this.#givenUp
  }

  get isPaused(): boolean {
    return performance.now() < this.#pausedUntilMs
  }

  /** It has said something about a mail, if only that it does not want it. */
  noteAnswer(): void {
    this.#state = 'up'
    this.#faults = 0
  }

  noteGivenUp(mails: number): void {
    this.#givenUp += mails
  }

  /** It could not be reached, or broke off. Gives the pause in milliseconds. */
  noteFault(): number {
    this.#state = 'failing'
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#faults++)
    this.#pausedUntilMs = performance.now() + pauseMs
    return pauseMs
  }
}
