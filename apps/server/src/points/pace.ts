/** A point that reports on all its jobs at once, twice a second each, stays below. */
const UNITS_PER_SECOND = 100
const BURST = 500
const BYTES_PER_UNIT = 8_192

/** How much one point says. One that says more than its jobs need is not read for a while, and TCP makes it wait. */
export class Pace {
  #owed = 0
  #atMs = 0

  /** Counts a frame. Gives the milliseconds for which no more should be read. */
  take(sizeBytes: number, nowMs = performance.now()): number {
    const paid = ((nowMs - this.#atMs) / 1_000) * UNITS_PER_SECOND
    this.#owed = Math.max(0, this.#owed - paid) + 1 + sizeBytes / BYTES_PER_UNIT
    this.#atMs = nowMs
    return Math.max(0, ((this.#owed - BURST) / UNITS_PER_SECOND) * 1_000)
  }
}
