import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProduct } from '../../testing/start.ts'

let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  product = await startProduct({ listen: true })
})
after(() => product[Symbol.asyncDispose]())

test('a download has exactly the bytes asked for, random and never stored', async () => {
  const answer = await product.app.inject('/v1/speed/download?bytes=300000')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.rawPayload.length, 300_000)
  assert.match(String(answer.headers['cache-control']), /no-store/)
  assert.ok(new Set(answer.rawPayload.subarray(0, 4096)).size > 200, 'bytes are spread')
})

test('an empty download measures the round trip and costs nothing', async () => {
  const before = Number(/r=(\d+)/.exec(String((await product.app.inject('/livez')).headers['ratelimit']))?.[1])
  const answer = await product.app.inject('/v1/speed/download')
  assert.equal(answer.rawPayload.length, 0)
  assert.ok(Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]) >= before)
})

for (const bytes of ['-1', '33554433', 'x', '1.5'])
  test(`400 for ${bytes} bytes`, async () =>
    assert.equal((await product.app.inject(`/v1/speed/download?bytes=${bytes}`)).statusCode, 400))

test('an upload is counted and not kept', async () => {
  const { data } = (
    await product.app.inject({ method: 'POST', url: '/v1/speed/upload', payload: Buffer.alloc(1_000_000) })
  ).json()
  assert.equal(data.receivedBytes, 1_000_000)
  assert.ok(data.ms >= 0)
})

test('413 for an upload beyond 32 MiB', async () => {
  const payload = Buffer.alloc(32 * 1024 * 1024 + 1)
  assert.equal((await product.app.inject({ method: 'POST', url: '/v1/speed/upload', payload })).statusCode, 413)
})
