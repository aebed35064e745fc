import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toParts } from './to-parts.ts'

test('a long body comes in parts, and whole', async () => {
  const body = '1.2.3.4，\n'.repeat(100_000)
  const parts = await Array.fromAsync(toParts(body))
  assert.ok(parts.every(({ length }) => length <= 65_536))
  assert.equal(Buffer.concat(parts).toString(), body)
})
