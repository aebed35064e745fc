import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLeakLimit } from './leak-limit.ts'

const take = (count: number, toAddress: (index: number) => string, limit = createLeakLimit()) => {
  const counts = { answer: 0, cut: 0, nothing: 0 }
  for (let index = 0; index < count; index++) counts[limit(toAddress(index))]++
  return counts
}

test('one source, or one /64, gets a burst of answers and then cut ones', () => {
  for (const toAddress of [() => '192.0.2.1', (index: number) => `2001:db8:0:1::${index.toString(16)}`]) {
    const { answer, cut, nothing } = take(1_000, toAddress)
    assert.ok(answer >= 200 && answer < 1_000, `got ${answer}`)
    assert.deepEqual([answer + cut, nothing], [1_000, 0])
  }
})

test('a source that is spent takes nothing from another', () => {
  const limit = createLeakLimit()
  take(10_000, () => '192.0.2.1', limit)
  assert.equal(limit('192.0.2.2'), 'answer')
})

test('forged sources in any number get a bounded number of answers', () => {
  const { answer, nothing } = take(50_000, (index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
  assert.ok(answer >= 4_000 && nothing > 0, `got ${answer} answers and ${nothing} without`)
})
