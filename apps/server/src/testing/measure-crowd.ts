import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@octet/core/testing/until.ts'
import { startCrowd } from './point-crowd.ts'
import { startStorage } from './start-storage.ts'
import { startProduct } from './start.ts'

export type CrowdFigures = {
  readonly joined: number
  /** From the first connection to the last welcome. */
  readonly joinMs: number
  readonly answered: number
  /** From the call to the last row. */
  readonly wallMs: number
  /** How long the slowest of the chosen points took by itself. */
  readonly slowestMs: number
  /** CPU of the server's thread for the measurement. */
  readonly cpuMs: number
  /** CPU of the server's thread while nothing is measured, as a share of one core. */
  readonly idlePercent: number
  /** Heap of the server's thread that a connected point costs. */
  readonly heapBytesPerPoint: number
  readonly rssBytes: number
}

type CrowdOptions = { readonly points: number; readonly fanOut: number; readonly slowestMs: number; readonly idleMs: number }

/** So many simulated points on one server, and one measurement from some of them. */
export async function measureCrowd({ points, fanOut, slowestMs, idleMs }: CrowdOptions): Promise<CrowdFigures> {
  await using stack = new AsyncDisposableStack()
  const storage = stack.use(await startStorage())
  const env = { OCTET_PROCESSES: '1' }
  const product = stack.use(await startProduct({ storageUrl: storage.url, listen: true, withoutData: true, env }))
  const { store, hub, measurements } = product.services.points
  const tokens: string[] = []
  for (let index = 0; index < points; index++) {
    const { token } = await store.add({ name: `point ${index}`, tags: ['crowd'], accountId: null })
    tokens.push(token)
  }
  const heapBefore = usedHeap()
  const joining = performance.now()
  stack.use(await startCrowd({ server: product.origin, tokens, slowestMs }))
  const joinMs = performance.now() - joining
  await until(() => hub.roster.size >= points, 'all are in the list')
  await sleep(300)
  const heapBytesPerPoint = Math.max(0, usedHeap() - heapBefore) / points
  const idleBefore = process.threadCpuUsage()
  await sleep(idleMs)
  const idlePercent = (toMs(process.threadCpuUsage(idleBefore)) / idleMs) * 100

  const asker = { accountId: 'bench', client: 'bench' }
  const request = {
    type: 'ping' as const,
    target: 'example.com',
    locations: 'tag:crowd',
    limit: fanOut,
    measurementOptions: { packets: 3 },
  }
  const cpuBefore = process.threadCpuUsage()
  const started = performance.now()
  const begun = await measurements.begin(await measurements.plan(request, asker), { ...asker, accountId: null })
  const ended = await measurements.waitForEnd(begun.id)
  const wallMs = performance.now() - started
  const cpuMs = toMs(process.threadCpuUsage(cpuBefore))
  const answered = ended.results.filter(({ result }) => result.status === 'finished').length
  return {
    joined: hub.roster.size - 1,
    joinMs,
    answered,
    wallMs,
    slowestMs,
    cpuMs,
    idlePercent,
    heapBytesPerPoint,
    rssBytes: process.memoryUsage.rss(),
  }
}

function toMs({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1000
}

function usedHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
