import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../../testing/start.ts'

test('a log becomes a table of countries in one call, and as a stream', async () => {
  await using product = await startProduct()
  const payload = {
    text: 'GET / from 8.8.8.8\nGET / from 8.8.4.4',
    steps: [{ tool: 'extract' }, { tool: 'ip-batch' }, { tool: 'group', options: { by: 'record.country_code' } }],
  }
  const whole = await product.app.inject({ method: 'POST', url: '/v1/pipeline', payload })
  assert.equal(whole.json().data.text, 'record.country_code,count\nUS,2', whole.body)
  const stream = await product.app.inject({
    method: 'POST',
    url: '/v1/pipeline',
    payload,
    headers: { accept: 'application/x-ndjson' },
  })
  const lines = stream.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.ok(lines.length > 3)
  assert.deepEqual(lines.at(-1).data.isDone, true)
})

test('400 for an unknown tool, with the name that came', async () => {
  await using product = await startProduct()
  const refused = await product.app.inject({
    method: 'POST',
    url: '/v1/pipeline',
    payload: { text: 'a', steps: [{ tool: 'nothing' }] },
  })
  assert.deepEqual([refused.statusCode, refused.json().data.got], [400, 'nothing'])
})
