import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { createChanges, withChanges } from './list-changes.ts'
import './tool.ts'

const row = z.object({ name: z.string(), state: z.string() })
const output = z.object({ isComplete: z.boolean(), rows: z.array(row).meta({ streamKey: 'name' }), csv: z.string() })
type Output = z.infer<typeof output>

const WAITING = ['a', 'b', 'c'].map((name) => ({ name, state: 'waiting' }))
const STATES: readonly Output[] = [
  { isComplete: false, rows: WAITING, csv: '' },
  { isComplete: false, rows: WAITING.with(1, { name: 'b', state: 'free' }), csv: '' },
  { isComplete: false, rows: WAITING.with(1, { name: 'b', state: 'free' }), csv: '' },
  { isComplete: true, rows: WAITING.map(({ name }) => ({ name, state: 'free' })), csv: 'a\nb\nc' },
]

test('the first value and the complete one are whole, those between hold what changed', () => {
  const states = STATES.with(2, { ...STATES[1]!, rows: [...STATES[1]!.rows] })
  const toChanges = createChanges(output)
  const changesOnly = { rows: 'name' }
  assert.deepEqual(states.map(toChanges), [
    STATES[0],
    { isComplete: false, rows: [{ name: 'b', state: 'free' }], csv: '', changesOnly },
    { isComplete: false, rows: [], csv: '', changesOnly },
    STATES[3],
  ])
})

test('what a stream tells comes to each result again, over JSON', () => {
  const toChanges = createChanges(output)
  let whole: unknown
  for (const state of STATES) {
    whole = withChanges(whole, JSON.parse(JSON.stringify(toChanges(state))))
    assert.deepEqual(whole, state)
  }
})

test('a list that has become shorter is sent whole, as is a result without such a list', () => {
  const toChanges = createChanges(output)
  toChanges(STATES[0])
  const shorter = { ...STATES[0]!, rows: WAITING.slice(1) }
  assert.equal(toChanges(shorter), shorter)
  const plain = createChanges(z.object({ isComplete: z.boolean(), rows: z.array(row) }))
  for (const state of STATES) assert.equal(plain(state), state)
})
