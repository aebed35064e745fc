import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startProduct } from '../testing/start.ts'

const BURST = 3
const folder = await mkdtemp(join(tmpdir(), 'octet-site-'))
const OCTET_CONFIG = join(folder, 'octet.json')
await writeFile(OCTET_CONFIG, JSON.stringify({ limits: { unitsPerSecond: 0.001, burst: BURST } }))
const product = await startProduct({ withoutData: true, env: { OCTET_CONFIG } })
after(async () => {
  await product[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const get = (url: string, remoteAddress = '198.51.100.1') =>
  product.app.inject({ url, remoteAddress, headers: { accept: 'text/html' } })

test('a client that asks for ever new pages gets them drawn as often as it may call', async () => {
  for (let i = 0; i < BURST; i++) {
    const { statusCode, headers } = await get(`/pricing?n=${i}`)
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-store'])
  }
  const undrawn = await get('/pricing?n=more')
  assert.deepEqual([undrawn.statusCode, undrawn.headers['cache-control']], [200, 'no-cache'], 'the page as it was prerendered')
  assert.match(undrawn.body, /<\/html>/)
  const nothing = await get('/no-such-page')
  assert.deepEqual([nothing.statusCode, nothing.headers['content-type']], [429, 'text/html; charset=utf-8'])
  assert.match(nothing.body, /<h1>Too many requests[^<]*<\/h1>.*<a href="\/">/)
  assert.ok(Number(nothing.headers['retry-after']) > 0)
  assert.match((await get('/zh/no-such-page')).body, /<html lang="zh">.*<h1>请求过于频繁.*<a href="\/zh">返回首页/)
  const program = await product.app.inject({ url: '/no-such-page', remoteAddress: '198.51.100.1' })
  assert.deepEqual([program.statusCode, program.json().data.error], [429, 'too_many_requests'])
  assert.equal((await get('/pricing?n=0')).headers['cache-control'], 'no-store', 'one that was just drawn is there')
  assert.equal((await get('/pricing')).statusCode, 200)
  assert.equal((await get('/no-such-page', '203.0.113.9')).statusCode, 404, 'another client is not slowed')
})
