import { monitorEventLoopDelay } from 'node:perf_hooks'
import { availableParallelism } from 'node:os'
import type { PointLoad } from '@octet/core/probe/point-protocol.ts'

/** Measures this process: CPU since it was last asked, memory, and how late the event loop is. */
export class OwnLoad implements Disposable {
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #before = process.cpuUsage()
  #at = performance.now()

  constructor() {
    this.#delay.enable()
  }

  read(jobs: number): PointLoad {
    const { user, system } = process.cpuUsage(this.#before)
    const elapsedMs = Math.max(1, performance.now() - this.#at)
    this.#before = process.cpuUsage()
    this.#at = performance.now()
    const percent = ((user + system) / 1000 / elapsedMs / availableParallelism()) * 100
    return { cpuPercent: Math.min(100, Math.round(percent * 10) / 10), memoryBytes: process.memoryUsage.rss(), jobs }
  }

  /** The 90th percentile since it was last asked, beyond the resolution. */
  readLagMs(): number {
    const lag = Math.max(0, this.#delay.percentile(90) / 1e6 - 20)
    this.#delay.reset()
    return Number.isFinite(lag) ? Math.round(lag * 10) / 10 : 0
  }

  [Symbol.dispose](): void {
    this.#delay.disable()
  }
}
