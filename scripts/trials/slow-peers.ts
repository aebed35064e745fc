import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { toP99, type BenchRow } from '../../packages/core/src/bench.ts'
import { Load } from './load.ts'
import { readResidentMb } from '../../apps/server/src/bench/http-peers.ts'
import { startAlone } from './alone.ts'

const LIMIT_S = 25

type Word = 'opened' | { readonly open: number; readonly lastClosedMs: number }

/** Connections that send a byte now and then, half in the head and half in the body, while good clients go on. */
export async function run(): Promise<BenchRow[]> {
  const wanted = Number(process.env['TRIAL_CONNECTIONS'] ?? 10_000)
  await using product = await startAlone({ operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 } } })
  const before = await measure(product.origin)
  // The slow ones have a thread of their own, so that they do not slow the measurement.
  const peers = new Worker(new URL(import.meta.url), { workerData: { port: product.port, wanted } })
  const ended = new Promise<Exclude<Word, 'opened'>>((resolve) =>
    peers.on('message', (word: Word) => word !== 'opened' && resolve(word)),
  )
  await new Promise<void>((resolve) => peers.once('message', () => resolve()))
  const during = await measure(product.origin)
  const memory = await readResidentMb(product.pid)
  const { open, lastClosedMs } = await ended
  await peers.terminate()
  const seconds = lastClosedMs / 1_000
  return [
    {
      name: `${wanted.toLocaleString('en')} slow connections: left open`,
      value: open,
      unit: 'sockets',
      budget: { text: '0', isMet: open === 0 },
    },
    {
      name: 'the last was closed after',
      value: seconds,
      unit: 's',
      budget: { text: '≤ 25 s', isMet: open === 0 && seconds <= LIMIT_S },
    },
    {
      name: 'good clients meanwhile, p99',
      value: during,
      unit: 'ms',
      peer: { name: 'before', value: before, ratio: before / during },
      budget: { text: '≤ 3× before', isMet: during <= 3 * before },
    },
    { name: 'resident memory meanwhile', value: memory, unit: 'MB', budget: { text: '≤ 400 MB', isMet: memory <= 400 } },
  ]
}

async function hold({ port, wanted }: { port: number; wanted: number }): Promise<void> {
  const sockets: Socket[] = []
  const open = new Set<Socket>()
  let lastClosed = 0
  for (let index = 0; index < wanted; index++) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.on('connect', () => open.add(socket))
    socket.on('close', () => {
      open.delete(socket)
      lastClosed = performance.now()
    })
    socket.write(
      index % 2 === 0
        ? 'GET /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: octet.test\r\nX-'
        : 'POST /v1/ip/batch HTTP/1.1\r\nHost: octet.test\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n',
    )
    sockets.push(socket)
    if (index % 250 === 249) await sleep(20)
  }
  while (sockets.some((socket) => socket.connecting)) await sleep(10)
  const started = performance.now()
  parentPort?.postMessage('opened' satisfies Word)
  const drip = setInterval(() => sockets.forEach((socket) => !socket.destroyed && socket.write('a')), 2_000)
  while (open.size > 0 && performance.now() - started < 2 * LIMIT_S * 1_000) await sleep(100)
  clearInterval(drip)
  parentPort?.postMessage({ open: open.size, lastClosedMs: lastClosed - started } satisfies Word)
}

/** The 99th percentile of good requests over four seconds, in milliseconds; infinite when there was no good answer. */
async function measure(origin: string): Promise<number> {
  const times: number[] = []
  const load = new Load({ origin, clients: 8, onAnswer: (status, ms) => status === 200 && times.push(ms) })
  await sleep(4_000)
  await load.stop()
  return toP99(times)
}

if (!isMainThread) await hold(workerData as Parameters<typeof hold>[0])
