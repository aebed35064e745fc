import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { BenchRow } from '@octet/core/bench.ts'
import { measureCrowd } from '../testing/measure-crowd.ts'

const POINTS = 1_000
const FAN_OUT = 200
const SLOWEST_MS = 3_000
/** All answers in within so long of the slowest probe. */
const LATE_MS = 2_000

/** 1,000 simulated points on one server thread, and a ping from 200 of them. */
export async function run(): Promise<readonly BenchRow[]> {
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc') as typeof globalThis.gc
  const figures = await measureCrowd({ points: POINTS, fanOut: FAN_OUT, slowestMs: SLOWEST_MS, idleMs: 12_000 })
  const lateMs = figures.wallMs - figures.slowestMs
  return [
    { name: `${figures.joined} points join`, value: Math.round(figures.joinMs), unit: 'ms' },
    { name: 'heap of the server per point', value: Math.round(figures.heapBytesPerPoint / 1024), unit: 'KiB' },
    { name: 'memory of the process, points included', value: Math.round(figures.rssBytes / 2 ** 20), unit: 'MiB' },
    { name: 'CPU of the server with all of them idle', value: figures.idlePercent, unit: '% of a core' },
    {
      name: `${figures.answered} of ${FAN_OUT} answers, later than the slowest probe`,
      value: Math.round(Math.max(0, lateMs)),
      unit: 'ms',
      budget: { text: `all within ${LATE_MS} ms`, isMet: figures.answered === FAN_OUT && lateMs <= LATE_MS },
    },
    { name: 'CPU of the server for that measurement', value: Math.round(figures.cpuMs), unit: 'ms' },
  ]
}
