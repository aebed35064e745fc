import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../testing/start.ts'

test('llms.txt names every tool with its page and every call of the data service', async () => {
  await using product = await startProduct({ withoutData: true })
  const { body, headers } = await product.app.inject('/llms.txt')
  assert.match(String(headers['content-type']), /text\/markdown/)
  assert.match(body, /^# Octet\n\n> /)
  for (const { id, route } of product.services.tools) assert.ok(body.includes(`(${id})](`) && body.includes(`${route})`), id)
  for (const path of ['/v1/ip/{ip}', '/v1/privacy/{ip}', '/v1/asn/{asn}', '/v1/jobs', '/v1/corrections'])
    assert.ok(body.includes(path), path)
})
