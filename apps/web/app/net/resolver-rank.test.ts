import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bySpeed, isDishonest } from './resolver-rank.ts'

test('the fastest come first, who did not answer last, in the order they were', () => {
  const rows = [{ medianMs: null, id: 1 }, { medianMs: 30 }, { medianMs: null, id: 2 }, { medianMs: 4.5 }]
  assert.deepEqual(rows.toSorted(bySpeed), [{ medianMs: 4.5 }, { medianMs: 30 }, rows[0], rows[2]])
})

for (const [missingName, knownAnswer, expected] of [
  ['honest', 'right', false],
  ['unknown', 'unknown', false],
  ['redirected', 'right', true],
  ['honest', 'changed', true],
] as const)
  test(`${missingName} about a missing name and ${knownAnswer} about a known one is ${expected ? 'dishonest' : 'not'}`, () =>
    assert.equal(isDishonest({ missingName, knownAnswer }), expected))
