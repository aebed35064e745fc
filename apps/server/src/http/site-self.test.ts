import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startProduct } from '../testing/start.ts'

const product = await startProduct()
after(() => product[Symbol.asyncDispose]())

test('each visitor sees the own address on pages, also beside others of the same /64', async () => {
  for (const address of ['2a01:4f8:1:2::a', '2a01:4f8:1:2::b'])
    for (const url of ['/ip', '/zh/ipdizhi']) {
      const { body } = await product.app.inject({ url, remoteAddress: address, headers: { accept: 'text/html' } })
      assert.ok(body.includes(address), `${address} is not on ${url}`)
    }
})

test('calls to copy name the address of the site, without scripts too', async () => {
  for (const url of ['/dnschaxun', '/ip-data', '/docs']) {
    const { body } = await product.app.inject({ url, headers: { accept: 'text/html' } })
    assert.ok(body.includes(`curl ${product.services.config.publicOrigin}/v1/`), `${url} has no call`)
    assert.ok(!body.includes('$ORIGIN'), `${url} names no address`)
  }
})
