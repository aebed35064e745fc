import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { PassThrough } from 'node:stream'
import { until } from '@octet/core/testing/until.ts'
import { ACTIONS } from '../operator/actions.ts'
import { startProduct } from '../testing/start.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'

/** As OTLP has it in JSON (opentelemetry-proto, trace.proto). */
type OtlpSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: { stringValue?: string; intValue?: number } }[]
  readonly status: { readonly code?: number }
}
type Sent = { readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[] }

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const SECRET = 'correct-horse-battery'

const received: OtlpSpan[] = []
let raw = ''
const collector = createServer((request, response) => {
  void json(request).then((sent) => {
    raw += JSON.stringify(sent)
    received.push(...(sent as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
})
let storage: TestStorage
before(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  storage = await startStorage()
})
after(async () => {
  collector.close()
  await storage[Symbol.asyncDispose]()
})

const toEnv = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
  OTEL_SERVICE_NAME: 'octet-test',
})
const read = (span: OtlpSpan, key: string) => {
  const value = span.attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('requests and their queries arrive at a collector as one trace, and nothing that was said in them', async () => {
  {
    await using product = await startProduct({ listen: true, storageUrl: storage.url, withoutJobs: true, env: toEnv() })
    const email = 'traced@example.org'
    await ACTIONS['user add']!(product.services, { email, plan: 'free' })
    const { key } = (await ACTIONS['key add']!(product.services, { email })) as { key: string }
    await product.services.keyTable.load()
    const logIn = await fetch(`${product.origin}/v1/account/log_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${TRACE}-${CALLER}-01` },
      body: JSON.stringify({ email, password: SECRET }),
    })
    assert.equal(logIn.status, 401)
    const headers = { 'x-api-key': key, traceparent: `00-${TRACE}-${CALLER}-01` }
    assert.equal((await fetch(`${product.origin}/v1/ip/203.0.113.77`, { headers })).status, 200)
    assert.equal((await fetch(`${product.origin}/v1/ip/203.0.113.77`, { headers: { 'x-api-key': key } })).status, 200)
    assert.equal((await fetch(`${product.origin}/nowhere/at-all`, { headers: { accept: 'application/json' } })).status, 404)
    assert.ok(!raw.includes(key))
  } // what is left is sent now
  const named = (name: string) => received.filter((span) => span.name === name)
  const [logIn, ...others] = named('POST /v1/account/log_in')
  assert.ok(logIn && others.length === 0)
  assert.deepEqual([logIn.traceId, logIn.parentSpanId, logIn.kind], [TRACE, CALLER, 2])
  assert.equal(read(logIn, 'http.response.status_code'), 401)
  const queries = received.filter(({ parentSpanId }) => parentSpanId === logIn.spanId)
  assert.ok(queries.length > 0 && queries.every((query) => query.traceId === TRACE && query.kind === 3))
  assert.ok(queries.some((query) => query.name === 'select' && String(read(query, 'db.query.text')).includes('"accounts"')))
  // A lookup that is part of somebody's trace is a span; one that is answered before the framework is none.
  assert.equal(named('GET /v1/ip/:ip').filter(({ traceId }) => traceId === TRACE).length, 1)
  assert.ok(raw.includes('octet-test'))
  for (const said of [SECRET, 'traced@example.org', '203.0.113.77', 'at-all', 'oct_live_']) assert.ok(!raw.includes(said), said)
})

test('a caller who does not want its trace recorded gets none', async () => {
  received.length = 0
  {
    await using product = await startProduct({ withoutData: true, withoutJobs: true, env: toEnv() })
    await product.app.inject({ url: '/v1/plans', headers: { traceparent: `00-${TRACE}-${CALLER}-00` } })
    await product.app.inject({ url: '/v1/plans' })
  }
  assert.deepEqual(
    received.map(({ name, traceId }) => [name, traceId === TRACE]),
    [['GET /v1/plans', false]],
  )
})

test('a collector that is away is told of in the log, and costs no answer', async () => {
  const lines: string[] = []
  const logTo = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()))
  const env = { ...toEnv(), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', LOG_LEVEL: 'info', LOG_REQUESTS: 'true' }
  {
    await using product = await startProduct({ withoutData: true, withoutJobs: true, env, logTo })
    const { statusCode } = await product.app.inject({ url: '/v1/plans', headers: { traceparent: `00-${TRACE}-${CALLER}-01` } })
    assert.equal(statusCode, 200)
  }
  await until(() => lines.some((line) => line.includes('traces cannot be sent')), 'the fault is logged')
  assert.ok(lines.some((line) => line.includes(`"traceId":"${TRACE}"`)))
})
