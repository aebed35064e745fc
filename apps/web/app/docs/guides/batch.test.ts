import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { batch } from './batch.ts'

test('the sample for webhooks takes what is signed and new, and nothing else', async () => {
  const sample = batch.parts.flatMap(({ samples }) => samples).find(({ label }) => label.en === 'Check a signature')
  assert.ok(sample)
  const code = `${sample.code}\nexport { isOurs }`
  const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const now = Math.floor(Date.now() / 1_000)
  const sign = (timestamp: number, body: string) => {
    const secret = createHash('sha256').update('key').digest('hex')
    return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
  }
  assert.equal(isOurs('key', String(now), '{}', sign(now, '{}')), true)
  assert.equal(isOurs('key', String(now), '{ }', sign(now, '{}')), false)
  assert.equal(isOurs('other', String(now), '{}', sign(now, '{}')), false)
  assert.equal(isOurs('key', String(now - 600), '{}', sign(now - 600, '{}')), false, 'sent again by somebody who saw it')
})
