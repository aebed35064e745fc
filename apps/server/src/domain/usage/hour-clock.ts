const HOUR_MS = 3_600_000

/** The hour and the month (UTC) of now, as text; made once an hour. */
export class HourClock {
  readonly now: () => Date
  #made = { index: Number.NaN, hour: '', month: '' }

  constructor(now: () => Date) {
    this.now = now
  }

  /** Such as `2026-11-21T10:00:00Z` and `2026-11-01`. */
  read(): { readonly hour: string; readonly month: string } {
    const now = this.now()
    const index = Math.floor(now.getTime() / HOUR_MS)
    if (index !== this.#made.index) {
      const text = now.toISOString()
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
