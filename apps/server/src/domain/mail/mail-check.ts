/** An answer counts so long; after a bad one the next word of the server is wanted sooner. */
const GOOD_MS = 30_000
const BAD_MS = 10_000
/** What has not answered by then is not answering as far as somebody who waits is concerned. */
const LIMIT_MS = 3_000

type MailCheckOptions = {
  /** Whether the mail server lets us in at this moment; left out where there is none. Bounded in time by itself. */
  readonly ask: (() => Promise<boolean>) | undefined
  /** Whether mails can be read on this machine instead; see `hasOutbox`. */
  readonly hasOutbox?: boolean
}

/** What becomes of a mail: it goes, it waits for the mail server, or it stays here, since there is no mail server. */
export type MailOutlook = 'sent' | 'late' | 'unsent'

/**
 * Whether mails wait for the mail server, which everybody who orders one is told alike. It is asked for that alone: what came
 * of the latest mails would tell whose address is known, since only those have one sent.
 */
export class MailCheck {
  readonly #ask: MailCheckOptions['ask']
  readonly #hasOutbox: boolean
  #isLate: Promise<boolean> | undefined
  #knownUntilMs = -Infinity

  constructor({ ask, hasOutbox = false }: MailCheckOptions) {
    this.#ask = ask
    this.#hasOutbox = hasOutbox
  }

  /** As {@link isLate} in time and faults. A mail in an outbox that whoever ordered it can open counts as sent. */
  async outlook(): Promise<MailOutlook> {
    if (this.#ask === undefined) return this.#hasOutbox ? 'sent' : 'unsent'
    return (await this.isLate()) ? 'late' : 'sent'
  }

  /** Never throws; takes 3 s at most, and next to nothing while an answer counts. */
  isLate(): Promise<boolean> {
    if (this.#ask === undefined) return Promise.resolve(false)
    if (this.#isLate === undefined || performance.now() >= this.#knownUntilMs) this.#isLate = this.#check(this.#ask)
    return this.#isLate
  }

  async #check(ask: () => Promise<boolean>): Promise<boolean> {
    this.#knownUntilMs = Infinity
    const limit = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => limit.resolve(false), LIMIT_MS)
    const isAnswering = await Promise.race([ask().catch(() => false), limit.promise])
    clearTimeout(timer)
    this.#knownUntilMs = performance.now() + (isAnswering ? GOOD_MS : BAD_MS)
    return !isAnswering
  }
}
