import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { decodeMessage, encodeQuery } from '@octet/probe/dns/message.ts'
import { TYPES } from '@octet/probe/dns/types.ts'
import { findRedisServer, startRedis } from '../../testing/redis.ts'
import { createBrakeTables } from '../../http/brakes.ts'
import { startProduct } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
/** Two threads: the first answers for the zone, calls go to either. */
let a: Product
let b: Product
let port: number
const folder = await mkdtemp(join(tmpdir(), 'octet-leak-'))
const file = join(folder, 'octet.yaml')
const env = { OCTET_CONFIG: file }

before(async () => {
  port = await findFreePort()
  await writeFile(file, `dnsLeak: { zone: Leak.Example.com., addresses: [192.0.2.10], listen: ['127.0.0.1:${port}'] }\n`)
  const brakeTables = createBrakeTables()
  b = await startProduct({ env, brakeTables, withoutData: true, withoutJobs: true })
  assert.deepEqual(await getData(b, '/v1/dns_leak'), { state: 'silent', zone: 'leak.example.com' })
  a = await startProduct({ env, brakeTables, withoutData: true })
})
after(async () => {
  await a[Symbol.asyncDispose]()
  await b[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const call = async ({ app }: Product, url: string, method: 'GET' | 'POST' = 'GET') => (await app.inject({ method, url })).json()
const getData = async (product: Product, url: string) => (await call(product, url)).data
const isReady = async (product: Product) => (await getData(product, '/v1/dns_leak')).state === 'ready'

async function ask(name: string, at = port): Promise<ReturnType<typeof decodeMessage>> {
  const udp = createSocket('udp4')
  const data = Buffer.from([0, 1, 24, 0, 198, 51, 100])
  const edns = { udpSizeBytes: 1232, isDnssecOk: false, options: [{ code: 8, data }] }
  udp.send(encodeQuery({ id: 1, name: `${name}.`, type: TYPES.A, edns }), at, '127.0.0.1')
  const [reply] = (await once(udp, 'message')) as [Buffer]
  udp.close()
  return decodeMessage(reply)
}

test('a test begun on one thread is read on another', async () => {
  await until(() => isReady(b), 'the second thread hears the first')
  assert.ok(await isReady(a))
  const { id, names, expires_at: end } = (await call(b, '/v1/dns_leak', 'POST')).data
  assert.equal(new Set(names).size, 6)
  assert.ok(Date.parse(end) > Date.now())
  assert.ok(!names.join().includes(id.slice(-26)), 'the secret half is in no name')
  assert.equal((await getData(a, `/v1/dns_leak/${id}`)).verdict, 'none')
  for (const name of names) assert.equal((await ask(name.toUpperCase())).answers.length, 1)
  for (const product of [a, b]) {
    const url = `/v1/dns_leak/${id}`
    const found = await until(async () => {
      const data = await getData(product, url)
      return data.verdict !== 'none' && data
    }, 'the resolver is seen')
    const [{ address, transports, subnets, relation }, ...more] = found.resolvers
    assert.deepEqual([address, transports, subnets, relation], ['127.0.0.1', ['udp'], ['198.51.100.0/24'], 'own'])
    assert.equal(more.length, 0)
    assert.equal(found.caller.address, '127.0.0.1')
    assert.equal(found.expires_at, end)
  }
})

test('packets to the zone are counted for Prometheus in the thread that answers', async () => {
  const count = async ({ services }: Product) => {
    const metric = (await services.metrics.read()).find(({ name }) => name === 'octet_leak_zone_packets_total')!
    return (metric.values as { value: number; labels: { outcome?: string } }[]).find(
      ({ labels }) => labels.outcome === 'answered',
    )!.value
  }
  const before = await count(a)
  await ask('leak.example.com')
  assert.deepEqual([await count(a), await count(b)], [before + 1, 0])
})

test('a name that was not issued does not exist', async () => {
  const { rcode, answers } = await ask(`1.${'0'.repeat(32)}.leak.example.com`)
  assert.deepEqual([rcode, answers.length], [3, 0])
})

for (const [id, code] of [
  ['0'.repeat(58), 404],
  ['x', 400],
] as const)
  test(`${code} for the id ${id}`, async () => assert.equal((await call(a, `/v1/dns_leak/${id}`)).code, code))

test('without a zone the calls say what is missing', async () => {
  await using product = await startProduct({ withoutData: true })
  assert.deepEqual(await getData(product, '/v1/dns_leak'), { state: 'off', zone: null })
  const { code, msg, data } = await call(product, '/v1/dns_leak?lang=en', 'POST')
  assert.deepEqual([code, data.error], [409, 'not_set_up'])
  assert.match(msg, /no DNS zone of its own; its operator sets `dnsLeak`/)
  assert.doesNotMatch(data.resolution, /again|Retry-After/, 'waiting helps nothing')
})

test('a port in use is logged with a cure, and the product serves', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port: used } = other.address() as { port: number }
  const own = join(folder, 'used.yaml')
  await writeFile(own, `dnsLeak: { zone: used.example.com, addresses: [192.0.2.10], listen: ['127.0.0.1:${used}'] }\n`)
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const more = { OCTET_CONFIG: own, LOG_LEVEL: 'warn', PORT: '1' }
  await using product = await startProduct({ withoutData: true, env: more, logTo })
  assert.match(lines.join(''), /no DNS leak test: .*EADDRINUSE.*another program has it/)
  assert.deepEqual(await getData(product, '/v1/dns_leak'), { state: 'silent', zone: 'used.example.com' })
  const { code, msg } = await call(product, '/v1/dns_leak?lang=zh', 'POST')
  assert.equal(code, 503)
  assert.match(msg, /权威域名服务器未在运行/)
  other.close()
})

const redisProgram = findRedisServer()
const skip = redisProgram ? false : 'no redis-server on this machine'
test('machines that share a Redis show what any of them was asked', { skip }, async () => {
  await using stack = new AsyncDisposableStack()
  const redis = await startRedis(redisProgram ?? '')
  stack.defer(() => redis[Symbol.asyncDispose]())
  const own = await findFreePort()
  const shared = join(folder, 'shared.yaml')
  await writeFile(shared, `dnsLeak: { zone: leak.example.com, addresses: [192.0.2.10], listen: ['127.0.0.1:${own}'] }\n`)
  const more = { OCTET_CONFIG: shared, REDIS_URL: redis.url }
  const options = { withoutData: true, env: more }
  const asked = stack.use(await startProduct(options))
  const other = stack.use(await startProduct({ ...options, withoutJobs: true }))
  await until(() => isReady(other), 'the machine without the port hears the other')
  const { verdict } = await until(async () => {
    // Until both have the same secret, names of one are none to the other.
    const { id, names } = (await call(other, '/v1/dns_leak', 'POST')).data
    if ((await ask(names[0], own)).rcode !== 0) return undefined
    const url = `/v1/dns_leak/${id}`
    assert.equal((await getData(asked, url)).verdict, 'own')
    return until(async () => {
      const data = await getData(other, url)
      return data.verdict !== 'none' && data
    }, 'the resolver is known on the other machine')
  }, 'a name of one machine lives on the other')
  assert.equal(verdict, 'own')
})
