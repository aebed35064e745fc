import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { MailServer } from '../domain/mail/mail-server.ts'
import type { PartStates } from '../domain/availability/part.ts'
import { startProduct } from '../testing/start.ts'
import { openMetricsListener } from './listener.ts'
import { Metrics } from './metrics.ts'

const PROMTOOL = '/usr/bin/promtool'
const log = pino({ level: 'silent' })
let product: Awaited<ReturnType<typeof startProduct>>
let listener: Awaited<ReturnType<typeof openMetricsListener>>
before(async () => {
  product = await startProduct({ listen: true })
  // Two readings stand for two threads.
  const read = async () => [await product.services.metrics.read(), await product.services.metrics.read()]
  listener = await openMetricsListener({ host: '127.0.0.1', port: 0, read, log })
})
after(async () => {
  await listener[Symbol.asyncDispose]()
  await product[Symbol.asyncDispose]()
})

const scrape = async () => {
  const response = await fetch(`http://127.0.0.1:${listener.port}/metrics`)
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  return response.text()
}

test('answers are counted by route and status, lookups below the framework by their reader, over all threads', async () => {
  await fetch(`${product.origin}/v1/ip/8.8.8.8`)
  await fetch(`${product.origin}/v1/ip/999.1.1.1?key=secret-of-a-visitor`)
  await fetch(`${product.origin}/livez`)
  const text = await scrape()
  assert.match(text, /octet_hot_lookups_total\{reader="front"\} 2/)
  assert.match(text, /octet_http_request_seconds_count\{method="GET",route="\/v1\/ip\/:ip",status="(400|401)"\} 2/)
  assert.match(text, /octet_data_ready 1\n/)
  assert.match(text, /octet_process_resident_memory_bytes \d+/)
  assert.doesNotMatch(text, /secret|999\.1/)
})

test('the process is told of, without what would cost something behind each collection of garbage', async () => {
  const names = [...(await scrape()).matchAll(/^# TYPE octet_((?:process|nodejs)_\w+)/gm)].map(([, name]) => name)
  for (const name of ['process_cpu_seconds_total', 'process_open_fds', 'nodejs_heap_size_used_bytes'])
    assert.ok(names.includes(name), name)
  assert.ok(!names.some((name) => /gc_duration|eventloop_lag/.test(name ?? '')))
})

test('the start of the process is told, also where threads are added up', async () => {
  const [, started] = /^octet_process_start_time_seconds (\d+)$/m.exec(await scrape()) ?? []
  assert.ok(Math.abs(Number(started) - (Date.now() / 1000 - process.uptime())) < 2, started)
})

test('nothing refused yet is a count of 0', async () => {
  const metrics = new Metrics({ isFirst: false })
  await using own = await openMetricsListener({ host: '127.0.0.1', port: 0, read: async () => [await metrics.read()], log })
  const text = await (await fetch(`http://127.0.0.1:${own.port}/metrics`)).text()
  assert.match(text, /^octet_refused_total\{reason="limit"\} 0$/m)
})

test('names say what kind of figure it is, and every figure is explained', async (t) => {
  const text = await scrape()
  const kinds = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  assert.ok(kinds.length > 25)
  for (const [, name = '', kind] of kinds) {
    assert.equal(name.endsWith('_total'), kind === 'counter', name)
    assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'))
  }
  if (!existsSync(PROMTOOL)) return t.skip('no promtool on this machine')
  const { status, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], { input: text, encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
})

test('one thread that hears nothing of keys, or has no data, is not hidden by the others', async () => {
  const deaf = new Metrics({ isFirst: false })
  const { ip, storage, meter, dnsLeak } = product.services
  deaf.watch({
    ip: { state: { ...ip.state, state: 'missing' } } as typeof ip,
    storage: { isConfigured: true, isListening: false } as typeof storage,
    meter,
    dnsLeak,
  })
  const heard = new Metrics({ isFirst: false })
  heard.watch({ ip, storage: { isConfigured: true, isListening: true } as typeof storage, meter, dnsLeak })
  const read = async () => [await heard.read(), await deaf.read()]
  await using both = await openMetricsListener({ host: '127.0.0.1', port: 0, read, log })
  const text = await (await fetch(`http://127.0.0.1:${both.port}/metrics`)).text()
  for (const line of ['octet_storage_listening 0', 'octet_data_ready 0', 'octet_storage_configured 1'])
    assert.ok(text.includes(`${line}\n`), line)
})

test('what the last update of the address data came to is told by source, and whether it failed', async () => {
  const { ip, storage, meter, dnsLeak } = product.services
  const toSource = (id: string, outcome: 'refused' | 'updated') => ({ id, outcome, reason: null, rows: 1 })
  const sources = [toSource('a', 'refused'), toSource('b', 'updated'), toSource('c', 'refused')]
  const report = { startedAt: '', endedAt: '', sources, build: null, error: 'no room' }
  for (const [last, lines] of [
    [async () => report, ['sources{outcome="refused"} 2', 'sources{outcome="unreachable"} 0', 'failed 1']],
    [async () => undefined, ['sources{outcome="refused"} 0', 'failed 0']],
    [() => Promise.reject(new Error('closed')), ['sources{outcome="updated"} 0', 'failed 0']],
  ] as const) {
    const metrics = new Metrics({ isFirst: false })
    metrics.watch({ ip, storage, meter, dnsLeak, lastUpdate: last })
    await using both = await openMetricsListener({ host: '127.0.0.1', port: 0, read: async () => [await metrics.read()], log })
    const text = await (await fetch(`http://127.0.0.1:${both.port}/metrics`)).text()
    for (const line of lines) assert.ok(text.includes(`octet_update_${line}\n`), line)
  }
})

test('a part that failed at its last check is 0, one that is not offered or not checked yet is not there', async () => {
  const { ip, storage, meter, dnsLeak } = product.services
  let states: PartStates | undefined
  const metrics = new Metrics({ isFirst: true })
  metrics.watch({ ip, storage, meter, dnsLeak, parts: () => states })
  await using both = await openMetricsListener({ host: '127.0.0.1', port: 0, read: async () => [await metrics.read()], log })
  const list = async () =>
    (await (await fetch(`http://127.0.0.1:${both.port}/metrics`)).text()).match(/^octet_part_up\{.*$/gm) ?? []
  assert.deepEqual(await list(), [])
  states = { lookup: 'up', accounts: 'failing', measurements: 'unchecked' }
  assert.deepEqual(await list(), ['octet_part_up{part="lookup"} 1', 'octet_part_up{part="accounts"} 0'])
})

test('a mail server that cannot be reached is told of', async () => {
  const { ip, storage, meter, dnsLeak } = product.services
  const server = new MailServer()
  const metrics = new Metrics({ isFirst: true })
  metrics.watch({ ip, storage, meter, dnsLeak, mailServer: server })
  await using both = await openMetricsListener({ host: '127.0.0.1', port: 0, read: async () => [await metrics.read()], log })
  const find = async (pattern: RegExp) => pattern.exec(await (await fetch(`http://127.0.0.1:${both.port}/metrics`)).text())?.[1]
  const read = () => find(/^octet_mail_failing (\d)$/m)
  assert.equal(await read(), '0')
  server.noteFault()
  assert.equal(await read(), '1')
  server.noteAnswer()
  assert.equal(await read(), '0')
  server.noteGivenUp(2)
  assert.equal(await find(/^octet_mails_given_up_total (\d)$/m), '2')
})

test('the public port has no metrics, and the metrics port nothing else', async () => {
  const [page, other] = await Promise.all([
    fetch(`${product.origin}/metrics`),
    fetch(`http://127.0.0.1:${listener.port}/v1/ip/8.8.8.8`),
  ])
  assert.equal(page.status, 404)
  assert.equal(other.status, 404)
})

test('what cannot be summed is a 503, and the next reading is answered', async () => {
  const readings = [[{ broken: true }], []] as unknown as Parameters<typeof openMetricsListener>[0]['read'] extends () => Promise<
    infer T
  >
    ? T[]
    : never
  const read = async () => readings.shift() ?? []
  await using strange = await openMetricsListener({ host: '127.0.0.1', port: 0, read, log })
  const ask = async () => (await fetch(`http://127.0.0.1:${strange.port}/metrics`)).status
  assert.deepEqual([await ask(), await ask()], [503, 200])
})
