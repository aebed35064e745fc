import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPlanChoices } from './plan-choices.ts'

const plans = [{ id: 'basic', name: 'Basic' }]

test('a plan that has gone from the file is still shown to whom it belongs, not the first of the others', () => {
  assert.deepEqual(toPlanChoices(plans, 'gold'), [{ id: 'gold', name: 'gold', isLost: true }, ...plans])
  assert.deepEqual(toPlanChoices(plans, 'basic'), plans)
  assert.deepEqual(toPlanChoices(plans, null), plans)
})
