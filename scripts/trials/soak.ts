import { readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { readResidentMb } from '../../apps/server/src/bench/http-peers.ts'
import { startAlone } from './alone.ts'
import { HELD_FILE } from './collect-garbage.ts'
import { Load } from './load.ts'

type Reading = {
  readonly minutes: number
  /** Resident. */
  readonly megabytes: number
  readonly handles: number
}

/**
 * When all garbage is collected, to see what is held: early and at the end, since a collection gives memory back that is
 * then taken again, which is no growth.
 */
const COLLECTIONS = [1 / 6, 1]

/** Lists of random addresses that are asked for first. */
const LISTS = 3_000
const LIST_SIZE = 1_000

/** Rest of each client between two calls, and of all before a collection: the figures wanted are those of memory, not of speed. */
const REST_MS = { lookUp: 4, call: 20, ofAll: 500 }

/** Mixed load for half an hour (`TRIAL_MINUTES`): lookups, pages, tools, batches, refused and broken-off calls. */
export async function run(): Promise<BenchRow[]> {
  const minutes = Number(process.env['TRIAL_MINUTES'] ?? 30)
  const heldFile = join(tmpdir(), `octet-held-${process.pid}`)
  const preload = `${process.env['NODE_OPTIONS'] ?? ''} --import ${new URL('collect-garbage.ts', import.meta.url).href}`
  await using product = await startAlone({
    operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 } },
    env: { NODE_OPTIONS: preload, [HELD_FILE]: heldFile },
  })
  const { origin } = product
  const authorization = `Bearer ${await product.addKey('enterprise')}`
  await fillCaches(origin)
  const loads = [{}, { authorization }].map((headers) => new Load({ origin, headers, clients: 2, pauseMs: REST_MS.lookUp }))
  const unexpected = new Map<string, number>()
  const over = new AbortController()
  /** Over when what is held has been read: answers under way would be counted, lists of many megabytes among them. */
  let rest: Promise<unknown> = Promise.resolve()
  const mixed = Array.from({ length: 4 }, async (_, index) => {
    for (let at = index; !over.signal.aborted; at++) {
      const { status, ...request } = REQUESTS[at % REQUESTS.length]!
      const fault = await ask(origin, request, request.isKeyed ? { authorization } : {}).then(
        (got) => (got === status ? undefined : `${request.path}: ${got}`),
        (error: Error) => `${request.path}: ${error.message}`,
      )
      if (fault) unexpected.set(fault, (unexpected.get(fault) ?? 0) + 1)
      if (at % 7 === 0) await breakOff(product.port)
      await Promise.all([sleep(REST_MS.call), rest])
    }
  })
  const started = performance.now()
  const readings: Reading[] = []
  const held: [minutes: number, megabytes: number][] = []
  const passed = () => (performance.now() - started) / 60_000
  while (passed() < minutes) {
    await sleep(Math.min(10_000, minutes * 6_000))
    readings.push({ minutes: passed(), ...(await read(product.pid)) })
    if (passed() >= minutes * (COLLECTIONS[held.length] ?? Infinity)) {
      const reading = sleep(REST_MS.ofAll).then(() => readHeld(product.pid, heldFile))
      rest = reading.catch(() => {})
      held.push([passed(), await reading])
    }
    if (readings.length % 6 === 0) {
      const holding = held.length > 0 ? `, held ${held.at(-1)![1].toFixed(1)} MB` : ''
      console.log(`    ${passed().toFixed(1)} min: ${readings.at(-1)?.megabytes.toFixed(0)} MB${holding}`)
    }
  }
  over.abort()
  await Promise.all(mixed)
  await rm(heldFile, { force: true })
  const counts = await Promise.all(loads.map((load) => load.stop()))
  const requests = counts.reduce((sum, count) => sum + count.requests, 0)
  for (const fault of product.faults) unexpected.set(fault, 1)
  for (const [fault, count] of unexpected) console.log(`    ${count}× ${fault}`)
  // The first third warms up what the lists before have not.
  const settled = readings.slice(Math.floor(readings.length / 3))
  const slope = toSlope(settled.map(({ minutes, megabytes }) => [minutes, megabytes])) * 10
  const heldSlope = toSlope(held) * 10
  const handles = settled.map((reading) => reading.handles)
  const drift = (handles.at(-1) ?? 0) - (handles[0] ?? 0)
  const errors = [...loads.map((load) => load.errors), ...unexpected.values()].reduce((sum, count) => sum + count, 0)
  return [
    {
      name: `${minutes} minutes, ${requests.toLocaleString('en')} lookups and mixed calls`,
      value: errors,
      unit: 'unexplained errors',
      budget: { text: '0', isMet: errors === 0 },
    },
    {
      name: 'memory held after warm-up, all garbage collected: slope',
      value: heldSlope,
      unit: 'MB per 10 min',
      budget: { text: '≤ 1', isMet: heldSlope <= 1 },
    },
    {
      name: 'resident memory after warm-up: slope',
      value: slope,
      unit: 'MB per 10 min',
      budget: { text: '≤ 1', isMet: slope <= 1 },
    },
    {
      name: 'open files, last less first',
      value: drift,
      unit: 'files',
      budget: { text: 'constant (± 8)', isMet: Math.abs(drift) <= 8 },
    },
    { name: 'resident memory at the end', value: readings.at(-1)?.megabytes ?? 0, unit: 'MB' },
  ]
}

/** Prepared texts are kept for so many records as there is room for; lists fill it sooner than lookups. */
async function fillCaches(origin: string): Promise<void> {
  const random = () => Math.floor(Math.random() * 2 ** 32)
  for (let list = 0; list < LISTS; list++) {
    const numbers = Array.from({ length: LIST_SIZE }, random)
    const addresses = numbers.map((n) => `${((n >>> 24) % 223) + 1}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`)
    // Without the key: so many addresses are most of its month.
    const status = await ask(origin, { path: '/v1/ip/batch', body: JSON.stringify(addresses), type: JSON_TYPE }, {})
    if (status !== 200) throw new Error(`expected a list of ${LIST_SIZE} addresses to be answered; got HTTP ${status}`)
  }
}

type Asked = { readonly path: string; readonly body?: string; readonly type?: string; readonly isKeyed?: boolean }

const JSON_TYPE = 'application/json'
const REQUESTS: readonly (Asked & { readonly status: number })[] = [
  { path: '/', status: 200 },
  { path: '/zh/format/json', status: 200 },
  { path: '/v1/ip/8.8.8.8?fields=ip,country_code', status: 200 },
  { path: '/v1/ip/8.8.8.8?format=xml', status: 200 },
  { path: '/v1/ip/nonsense!', status: 400 },
  { path: '/v1/ip/batch', body: '["8.8.8.8","2001:4860:4860::8888","x"]', type: JSON_TYPE, status: 200 },
  { path: '/v1/ip/batch?format=csv', body: '8.8.8.8\n1.1.1.1\n'.repeat(500), type: 'text/plain', status: 200 },
  { path: '/v1/privacy/8.8.8.8', isKeyed: true, status: 200 },
  { path: '/v1/asn/15169', isKeyed: true, status: 200 },
  { path: '/v1/ip/batch', body: '["8.8.4.4","1.1.1.1"]', type: JSON_TYPE, isKeyed: true, status: 200 },
  { path: '/8.8.8.8/json', isKeyed: true, status: 200 },
  { path: '/mcp', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', type: JSON_TYPE, status: 200 },
  { path: '/v1/tools/json', body: '{"text":"{\\"a\\":[1,2.0,3e5]}"}', type: JSON_TYPE, status: 200 },
  { path: '/v1/tools/base64', body: '{"text":"汉字 😀"}', type: JSON_TYPE, status: 200 },
  { path: '/v1/tools/nothing', body: '{}', type: JSON_TYPE, status: 404 },
  { path: '/no/such/page', status: 404 },
  { path: '/openapi.json', status: 200 },
]

async function ask(origin: string, { path, body, type }: Asked, headers: Record<string, string>): Promise<number> {
  const wanted = { ...headers, accept: 'application/json, text/event-stream, */*', 'content-type': type ?? 'text/plain' }
  const response = await fetch(origin + path, body === undefined ? { headers } : { method: 'POST', body, headers: wanted })
  await response.arrayBuffer()
  return response.status
}

/** Calls that end in the middle: of a head, of a body, of the answer. */
async function breakOff(port: number): Promise<void> {
  for (const text of BROKEN) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.write(text)
    await sleep(5)
    socket.destroy()
  }
}

const BROKEN = [
  'GET /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: octet.te',
  'POST /v1/ip/batch HTTP/1.1\r\nHost: octet.test\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n8.8.8.8\n',
  'GET /openapi.json HTTP/1.1\r\nHost: octet.test\r\n\r\n',
]

async function read(pid: number): Promise<Omit<Reading, 'minutes'>> {
  const [megabytes, files] = await Promise.all([readResidentMb(pid), readdir(`/proc/${pid}/fd`)])
  return { megabytes, handles: files.length }
}

/** Megabytes that a server holds when all garbage is collected. */
async function readHeld(pid: number, file: string): Promise<number> {
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 100; tries++) {
    await sleep(100)
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text !== '') return Number(text)
  }
  throw new Error('expected the server to say within 10 seconds what it holds')
}

/** Megabytes per minute of the line through the points (least squares). */
function toSlope(points: readonly (readonly [minutes: number, megabytes: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [x, y] = [mean(([minutes]) => minutes), mean(([, megabytes]) => megabytes)]
  const over = points.reduce((sum, [minutes, megabytes]) => sum + (minutes - x) * (megabytes - y), 0)
  const under = points.reduce((sum, [minutes]) => sum + (minutes - x) ** 2, 0)
  return under === 0 ? 0 : over / under
}
