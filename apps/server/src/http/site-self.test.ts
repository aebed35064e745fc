import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../testing/start.ts'

test('each visitor sees the own address on pages, also beside others of the same /64', async () => {
  await using product = await startProduct()
  for (const address of ['2a01:4f8:1:2::a', '2a01:4f8:1:2::b']) {
    const { body } = await product.app.inject({ url: '/ip', remoteAddress: address, headers: { accept: 'text/html' } })
    assert.ok(body.includes(address), `${address} is not on the page`)
  }
})
