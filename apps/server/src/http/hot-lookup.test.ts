import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { startProduct } from '../testing/start.ts'

let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  product = await startProduct({ listen: true })
})
after(() => product[Symbol.asyncDispose]())

/** What may differ between two answers to the same request. */
const toComparable = (headers: Record<string, unknown>, body: string) => ({
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive'].includes(name))
      .sort(),
  ),
  body: JSON.parse(body.replaceAll(/"current_time":"[^"]*"/g, '"current_time":""')),
})

for (const lang of ['en', 'zh', 'zh-CN,zh;q=0.9,en;q=0.5'])
  for (const address of ['8.8.8.8', '114.114.114.114', '192.168.1.1', '2001:4860:4860::8888', '2001:DB8::1', '::ffff:8.8.8.8'])
    test(`${address} in ${lang}: the same answer below the framework as in it`, async () => {
      const headers = { 'accept-language': lang }
      const hot = await fetch(`${product.origin}/v1/ip/${address}`, { headers })
      const framed = await product.app.inject({ url: `/v1/ip/${address}`, headers })
      assert.equal(hot.status, 200)
      assert.deepEqual(toComparable(Object.fromEntries(hot.headers), await hot.text()), toComparable(framed.headers, framed.body))
    })

const others: [string, number][] = [
  ['/v1/ip/999.1.1.1', 400],
  ['/v1/ip/::g', 400],
  ['/v1/ip/8.8.8.8?format=text', 200],
  ['/v1/ip/8.8.8.8/country_code', 200],
  ['/v1/ip/me', 200],
  ['/v1/ip/8.8.8.8/', 400],
]
for (const [path, status] of others)
  test(`${path} → ${status} by the framework`, async () => assert.equal((await fetch(product.origin + path)).status, status))

test('where requests are logged a lookup has its line, too', async () => {
  const lines: string[] = []
  const env = { LOG_LEVEL: 'info', LOG_REQUESTS: 'true' }
  await using logged = await startProduct({ listen: true, env, logTo: { write: (line) => void lines.push(line) } })
  const answer = await fetch(`${logged.origin}/v1/ip/8.8.8.8`)
  const requestId = answer.headers.get('x-request-id')
  const toLine = () => lines.map((line) => JSON.parse(line)).find((line) => line.requestId === requestId)
  await until(() => toLine() !== undefined, 'the line is written')
  const { route, status, client } = toLine()
  assert.deepEqual([route, status, client], ['/v1/ip/:ip', 200, '127.0.0.0/24'])
})
