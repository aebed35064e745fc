import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { makeProbe } from '@octet/core/testing/measured.ts'
import { startStorage, type TestStorage } from './start-storage.ts'
import { startProduct } from './start.ts'

type Result = MeasurementRow['result']

export const MONITOR_RULES = { lossPercent: 50, latencyMs: null, onFailure: true, minPoints: 1, confirmations: 1 }

export const toPingRequest = <const T extends string>(target: T) =>
  ({ type: 'ping', target, locations: 'world', limit: 1, measurementOptions: {} }) as const

/** What a point says of a ping that took so long; null for one without an answer. */
export function toPinged(ms: number | null): Result {
  const isGood = ms !== null
  return {
    status: 'finished',
    data: { lossPercent: isGood ? 0 : 100, avgMs: ms, received: isGood ? 3 : 0 },
    error: null,
  } as Result
}

/**
 * A product with a database for the tests of the file that calls it, from before the first until after the last: its monitors run
 * only when `record` says what their points have found.
 */
export function createMonitorDesk() {
  let storage: TestStorage
  let product: Awaited<ReturnType<typeof startProduct>>
  before(async () => {
    storage = await startStorage()
    product = await startProduct({ storageUrl: storage.url, withoutData: true, withoutJobs: true })
  })
  after(async () => {
    await product[Symbol.asyncDispose]()
    await storage[Symbol.asyncDispose]()
  })
  return {
    get product() {
      return product
    },
    /** Records a run of a monitor that pings, by what each of its points has found. */
    record(id: string, request: ReturnType<typeof toPingRequest>, found: readonly Result[]): Promise<void> {
      const { target } = request
      const results = found.map((result): MeasurementRow => ({ target, probe: makeProbe('p', 'Cellar'), result }))
      const measurement = { id: randomUUID(), type: 'ping', targets: [target], measurementOptions: {}, results }
      return product.services.points.monitors.record({ id, request }, measurement as unknown as Measurement)
    },
  }
}
