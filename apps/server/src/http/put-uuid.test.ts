import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putUuid } from './put-uuid.ts'

const UUID_LETTERS = 36

test('ids are random ones of RFC 9562, none twice, and nothing around them is touched', () => {
  const seen = new Set<string>()
  const target = Buffer.alloc(UUID_LETTERS + 2, 'x')
  for (let i = 0; i < 2_000; i++) {
    assert.equal(putUuid(target, 1), UUID_LETTERS + 1)
    const text = target.toString('latin1')
    assert.match(text, /^x[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}x$/)
    seen.add(text)
  }
  assert.equal(seen.size, 2_000)
})
