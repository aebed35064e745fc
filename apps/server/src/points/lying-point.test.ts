import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import type { Task } from '@octet/core/probe/measurement.ts'
import { until } from '@octet/core/testing/until.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>

before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const HELLO = {
  kind: 'hello',
  protocol: 1,
  version: '0.1.0',
  step: 'tcp',
  tasks: ['ping', 'dns', 'http'],
  tags: [],
  load: { cpuPercent: 1, memoryBytes: 1, jobs: 0 },
  checks: { loopLagMs: 0, breaksPerHour: 0 },
}

/** What a point that somebody has written by hand says to a task, as text, and what becomes of the measurement. */
async function hear(name: string, request: object, toWords: (job: string, task: Task) => string[]) {
  const { id, token } = await product.services.points.store.add({ name, tags: [name], accountId: null })
  const socket = new WebSocket(`${product.origin.replace('http', 'ws')}/v1/points/connect`, {
    headers: { authorization: `Bearer ${token}` },
  })
  try {
    await once(socket, 'open')
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { kind: string; job: string; task: Task }
      if (frame.kind === 'task') for (const words of toWords(frame.job, frame.task)) socket.send(words)
    })
    socket.send(JSON.stringify(HELLO))
    await until(() => product.services.points.hub.roster.get(id) !== undefined, 'it has joined')
    const { measurements } = product.services.points
    const asker = { accountId: null, client: 'c' }
    const asked = { locations: `tag:${name}`, limit: 1, measurementOptions: {}, ...request } as Parameters<
      typeof measurements.plan
    >[0]
    const { id: begun } = await measurements.begin(await measurements.plan(asked, asker), asker)
    const { results } = await measurements.waitForEnd(begun)
    return results[0]!.result
  } finally {
    socket.terminate()
  }
}

const DNS = { type: 'dns', target: 'example.com' }
const answer = {
  question: { name: 'example.com.', type: 'A' },
  server: '192.0.2.53',
  transport: 'udp',
  rcode: 'NOERROR',
  flags: [],
  ms: 1,
  sizeBytes: 1,
  wasTruncated: false,
  answers: [{ name: 'a.', ttl: 1, class: 'IN', type: 'A', data: '192.0.2.1', fields: { deep: 'HERE' } }],
  authorities: [],
  additionals: [],
  edns: null,
  dig: '',
}
const isFine = async () => (await fetch(`${product.origin}/livez`)).status === 200
const ofKind = (kind: string, job: string, result: string) => `{"kind":"${kind}","job":"${job}","result":${result}}`

test('an answer that is nested too deeply to be written again is refused, and the server lives', async () => {
  const depth = 120_000
  const deep = JSON.stringify(answer).replace('"HERE"', '['.repeat(depth) + ']'.repeat(depth))
  for (const kind of ['progress', 'done']) {
    const { status, error } = await hear(`deep-${kind}`, DNS, (job) => [ofKind(kind, job, deep), ofKind('done', job, deep)])
    assert.deepEqual([status, error?.key], ['failed', 'unavailable'], kind)
    assert.match(error!.message.en, /an answer that cannot be read/)
    assert.ok(await isFine())
  }
})

test('a time that no packet can take is refused', async () => {
  const late = JSON.stringify({ ...answer, ms: 'HERE' }).replace('"HERE"', '1e308')
  const { status, error } = await hear('late', DNS, (job) => [ofKind('done', job, late)])
  assert.deepEqual([status, error?.key], ['failed', 'unavailable'])
})

test('what a point says of a job that it was not given, or that has ended, is not heard', async () => {
  const said = (job: string) => ofKind('done', job, JSON.stringify(answer))
  const other = JSON.stringify({ ...answer, rcode: 'LATE' })
  const { status, data } = await hear('eager', DNS, (job) => [
    said(`x${job}`),
    said(job),
    ofKind('done', job, other),
    '{',
    '[]',
    'null',
  ])
  assert.deepEqual([status, data?.['rcode']], ['finished', 'NOERROR'])
  assert.ok(await isFine())
})
