const HOUR_MS = 3_600_000

/** The hour and the month (UTC) of now, as text; made once an hour. */
export class HourClock {
  readonly #now: () => number
  #made = { index: Number.NaN, hour: '', month: '' }

  /** `now` gives milliseconds since 1970. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  now(): Date {
    return new Date(this.#now())
  }

  /** Such as `2026-11-21T10:00:00Z` and `2026-11-01`. */
  read(): { readonly hour: string; readonly month: string } {
    const index = Math.floor(this.#now() / HOUR_MS)
    if (index !== this.#made.index) {
      const text = new Date(index * HOUR_MS).toISOString()
      this.#made = { index, hour: `${text.slice(0, 13)}:00:00Z`, month: `${text.slice(0, 7)}-01` }
    }
    return this.#made
  }

  /** When the next month begins. */
  toNextMonth(): Date {
    const now = this.now()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  }
}
