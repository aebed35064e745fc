import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPauseMs, until } from './until.ts'

test('what is looked for is given once it is there, and neither nothing nor false is taken for it', async () => {
  const seen: (string | false | undefined)[] = [undefined, false, '', 'later']
  assert.equal(await until(() => seen.shift(), 'it is there'), '')
  assert.deepEqual(seen, ['later'])
})

test('a look that fails ends the waiting with its error', async () => {
  await assert.rejects(
    until(() => Promise.reject(new Error('broken')), 'it is there'),
    /^Error: broken$/,
  )
})

test('the next look comes soon after a short one, and leaves the processor to others after a long one', () => {
  assert.deepEqual([0, 0.5, 2, 20, 4_000].map(toPauseMs), [10, 10, 18, 100, 100])
})
