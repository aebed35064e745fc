import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A token bucket: packets leave evenly, however many sessions ask. Bursts queue in kernels and spoil the times
 * of all sessions, so they are spread instead.
 */
export class PacketPacer {
  readonly #intervalMs: number
  readonly #burst: number
  #free = 0

  constructor({ perSecond = 1000, burst = 20 }: { perSecond?: number; burst?: number } = {}) {
    this.#intervalMs = 1000 / perSecond
    this.#burst = burst * this.#intervalMs
  }

  /** Waits until the next packet may leave. */
  async take(signal?: AbortSignal): Promise<void> {
    const now = performance.now()
    this.#free = Math.max(this.#free, now - this.#burst) + this.#intervalMs
    const waitMs = this.#free - now
    if (waitMs > 1) await sleep(waitMs, undefined, signal ? { signal } : {})
  }
}
