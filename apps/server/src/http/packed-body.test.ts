import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { until } from '@octet/core/testing/until.ts'
import { packBody, Packings } from './packed-body.ts'

const page = Buffer.from('<p>一行文字</p>\n'.repeat(500))

test('the page comes as the browser takes it, and is the same page', async () => {
  const pack = packBody(page)
  const br = await pack('gzip, deflate, br, zstd')
  assert.equal(br.encoding, 'br')
  assert.ok(brotliDecompressSync(br.body).equals(page))
  const gz = await pack('gzip')
  assert.equal(gz.encoding, 'gzip')
  assert.ok(gunzipSync(gz.body).equals(page))
  assert.ok(br.body.length < page.length / 10 && gz.body.length < page.length / 10)
  assert.deepEqual(await pack(undefined), { body: page })
  assert.deepEqual(await pack('identity'), { body: page })
  assert.equal((await pack('br;q=0, gzip')).encoding, 'gzip')
})

test('it is packed once for everyone who asks', async () => {
  const pack = packBody(page)
  assert.equal((await pack('br')).body, (await pack('br')).body)
})

test('a few bytes go as they are', async () => {
  const body = Buffer.from('<p>ok</p>')
  assert.deepEqual(await packBody(body)('br'), { body })
})

test('what serves for long is packed in the best way once two have asked; the first waits for the quick one', async () => {
  const text = Buffer.from(
    Array.from({ length: 3_000 }, (_, i) => `<li><a href="/tools/${i * 7919}">${i * 104_729}</a>`).join(''),
  )
  const packings = new Packings(() => text, { servesLong: true })
  const [first, second] = [await packings.get('br'), await packings.get('br')]
  assert.equal(first, second)
  const best = await until(async () => {
    const packed = await packings.get('br')
    return packed === first ? undefined : packed
  }, 'the best packing')
  assert.ok(best.body.length < first.body.length * 0.95, `${best.body.length} of ${first.body.length} B`)
  assert.ok(brotliDecompressSync(best.body).equals(text))
  assert.equal(await packings.get('br'), best)
})
