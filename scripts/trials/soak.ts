import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { startAlone } from './alone.ts'
import { Load } from './load.ts'

type Reading = { readonly minutes: number; readonly megabytes: number; readonly handles: number }

/** Mixed load for half an hour (`TRIAL_MINUTES`): look-ups, pages, tools, batches, refused input. */
export async function run(): Promise<BenchRow[]> {
  const minutes = Number(process.env['TRIAL_MINUTES'] ?? 30)
  await using product = await startAlone({ operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 } } })
  const load = new Load({ origin: product.origin, clients: 4 })
  const unexpected = new Map<string, number>()
  const over = new AbortController()
  const mixed = Array.from({ length: 4 }, async (_, index) => {
    for (let at = index; !over.signal.aborted; at++) {
      const { status, ...request } = REQUESTS[at % REQUESTS.length]!
      const fault = await ask(product.origin, request).then(
        (got) => (got === status ? undefined : `${request.path}: ${got}`),
        (error: Error) => `${request.path}: ${error.message}`,
      )
      if (fault) unexpected.set(fault, (unexpected.get(fault) ?? 0) + 1)
      await sleep(20)
    }
  })
  const started = performance.now()
  const readings: Reading[] = []
  const passed = () => (performance.now() - started) / 60_000
  while (passed() < minutes) {
    await sleep(Math.min(10_000, minutes * 6_000))
    readings.push({ minutes: passed(), ...(await read(product.pid)) })
    if (readings.length % 6 === 0) console.log(`    ${passed().toFixed(1)} min: ${readings.at(-1)?.megabytes.toFixed(0)} MB`)
  }
  over.abort()
  await Promise.all(mixed)
  const { requests } = await load.stop()
  for (const [fault, count] of unexpected) console.log(`    ${count}× ${fault}`)
  // The first third warms caches up.
  const settled = readings.slice(Math.floor(readings.length / 3))
  const slope = toSlope(settled) * 10
  const handles = settled.map((reading) => reading.handles)
  const drift = (handles.at(-1) ?? 0) - (handles[0] ?? 0)
  const errors = load.errors + [...unexpected.values()].reduce((sum, count) => sum + count, 0)
  return [
    {
      name: `${minutes} minutes, ${requests.toLocaleString('en')} look-ups and mixed calls`,
      value: errors,
      unit: 'unexplained errors',
      budget: { text: '0', isMet: errors === 0 },
    },
    { name: 'memory slope after warm-up', value: slope, unit: 'MB per 10 min', budget: { text: '≤ 1', isMet: slope <= 1 } },
    {
      name: 'open files, last less first',
      value: drift,
      unit: 'files',
      budget: { text: 'constant (± 8)', isMet: Math.abs(drift) <= 8 },
    },
    { name: 'resident memory at the end', value: readings.at(-1)?.megabytes ?? 0, unit: 'MB' },
  ]
}

type Asked = { readonly path: string; readonly body?: string; readonly type?: string }

const JSON_TYPE = 'application/json'
const REQUESTS: readonly (Asked & { readonly status: number })[] = [
  { path: '/', status: 200 },
  { path: '/zh/format/json', status: 200 },
  { path: '/v1/ip/8.8.8.8?fields=ip,country_code', status: 200 },
  { path: '/v1/ip/8.8.8.8?format=xml', status: 200 },
  { path: '/v1/ip/nonsense!', status: 400 },
  { path: '/v1/ip/batch', body: '["8.8.8.8","2001:4860:4860::8888","x"]', type: JSON_TYPE, status: 200 },
  { path: '/v1/ip/batch?format=csv', body: '8.8.8.8\n1.1.1.1\n'.repeat(500), type: 'text/plain', status: 200 },
  { path: '/v1/tools/json', body: '{"text":"{\\"a\\":[1,2.0,3e5]}"}', type: JSON_TYPE, status: 200 },
  { path: '/v1/tools/base64', body: '{"text":"汉字 😀"}', type: JSON_TYPE, status: 200 },
  { path: '/v1/tools/nothing', body: '{}', type: JSON_TYPE, status: 404 },
  { path: '/no/such/page', status: 404 },
  { path: '/openapi.json', status: 200 },
]

async function ask(origin: string, { path, body, type }: Asked): Promise<number> {
  const response = await fetch(
    origin + path,
    body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': type ?? '' } },
  )
  await response.arrayBuffer()
  return response.status
}

async function read(pid: number): Promise<{ megabytes: number; handles: number }> {
  const [status, files] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readdir(`/proc/${pid}/fd`)])
  return { megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024, handles: files.length }
}

/** Megabytes per minute of the line through the readings (least squares). */
function toSlope(readings: readonly Reading[]): number {
  const mean = (pick: (reading: Reading) => number) => readings.reduce((sum, one) => sum + pick(one), 0) / readings.length
  const [x, y] = [mean((one) => one.minutes), mean((one) => one.megabytes)]
  const over = readings.reduce((sum, one) => sum + (one.minutes - x) * (one.megabytes - y), 0)
  const under = readings.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0)
  return under === 0 ? 0 : over / under
}
