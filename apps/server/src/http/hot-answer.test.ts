import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ACTIONS } from '../operator/actions.ts'
import { startProduct } from '../testing/start.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
let key = ''
let other = ''
before(async () => {
  storage = await startStorage()
  product = await startProduct({ listen: true, storageUrl: storage.url })
  const email = 'hot@example.org'
  await ACTIONS['user add']!(product.services, { email, plan: 'free' })
  ;({ key } = (await ACTIONS['key add']!(product.services, { email })) as { key: string })
  ;({ key: other } = (await ACTIONS['key add']!(product.services, {
    email,
    allow_query: false,
    origins: ['https://a.test'],
  })) as {
    key: string
  })
  await product.services.keyTable.load()
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(product.origin + path, { headers })
  const body = (await response.json()) as { code: number; data?: { ip: string } }
  return { response, body, credits: Number(response.headers.get('x-credits-remaining') ?? Number.NaN) }
}

test('each way to send the key is answered and charged once', async () => {
  const ways: [string, Record<string, string>][] = [
    ['', { authorization: `Bearer ${key}` }],
    ['', { 'x-api-key': key }],
    ['', { authorization: `Basic ${Buffer.from(`1:${key}`).toString('base64')}` }],
    [`?key=${key}`, {}],
    [`?token=${key}`, {}],
  ]
  await ask('/v1/ip/8.8.8.8', { 'x-api-key': key }) // the first one fetches units and is the framework's
  let left: number | undefined
  for (const [query, headers] of ways) {
    const { response, body, credits } = await ask(`/v1/ip/8.8.8.8${query}`, headers)
    assert.equal(response.status, 200)
    assert.equal(body.data?.ip, '8.8.8.8')
    assert.equal(response.headers.get('x-credits-used'), '1')
    assert.equal(response.headers.get('x-credits-limit'), '50000')
    if (left !== undefined) assert.equal(credits, left - 1)
    left = credits
  }
  await product.services.meter.flush()
  const rows = await storageRows()
  assert.equal(rows, 6)
})

test('headers of a keyed answer are those of the framework', async () => {
  const hot = await fetch(`${product.origin}/v1/ip/1.1.1.1`, { headers: { 'x-api-key': key } })
  const framed = await product.app.inject({ url: '/v1/ip/1.1.1.1', headers: { 'x-api-key': key } })
  const toNames = (names: Iterable<string>) =>
    [...names].filter((name) => !['connection', 'keep-alive', 'date'].includes(name)).sort()
  assert.deepEqual(toNames(hot.headers.keys()), toNames(Object.keys(framed.headers)))
})

test('what is refused is not charged', async () => {
  const before = (await ask('/v1/ip/8.8.8.8', { 'x-api-key': key })).credits
  assert.equal((await ask('/v1/ip/999.1.1.1', { 'x-api-key': key })).response.status, 400)
  assert.equal((await ask('/v1/ip/8.8.8.8', { 'x-api-key': `${key.slice(0, -1)}_` })).body.code, 401)
  assert.equal((await ask(`/v1/ip/8.8.8.8?key=${other}`)).response.status, 403)
  assert.equal((await ask('/v1/ip/8.8.8.8', { 'x-api-key': other })).response.status, 403)
  assert.equal((await ask('/v1/ip/8.8.8.8', { 'x-api-key': other, origin: 'https://a.test' })).response.status, 200)
  assert.equal((await ask('/v1/ip/8.8.8.8', { 'x-api-key': key })).credits, before - 2)
})

async function storageRows(): Promise<number> {
  const rows = await product.services.storage.run((queries) => queries.selectFrom('usage').select('requests').execute())
  return rows.reduce((sum, { requests }) => sum + Number(requests), 0)
}
