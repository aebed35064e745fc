import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FlowBook } from './flow-book.ts'

/** `a b *` is a flow that saw a, b and silence. */
function toPaths(...flows: readonly string[]) {
  const book = new FlowBook()
  for (const [flow, hops] of flows.entries())
    for (const [index, address] of hops.split(' ').entries()) if (address !== '*') book.add(flow, index + 1, address)
  return book.toPaths(3).map(({ flows: count, addresses }) => `${count}: ${addresses.map((one) => one ?? '*').join(' ')}`)
}

test('flows that went one way are one path, the most frequent first', () =>
  assert.deepEqual(toPaths('a x z', 'a b z', 'a b z'), ['2: a b z', '1: a x z']))

test('silence is no way of its own, and another flow fills it', () => {
  assert.deepEqual(toPaths('a * z', 'a b z'), ['2: a b z'])
  assert.deepEqual(toPaths('a * z', 'a b *'), ['2: a b z'])
  assert.deepEqual(toPaths('a * z'), ['1: a * z'])
})

test('without flows there are no paths', () => assert.deepEqual(toPaths(), []))
