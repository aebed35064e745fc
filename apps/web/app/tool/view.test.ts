import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import type { Field } from './schema.ts'
import { isAwaited, isFieldWrong, isOfBefore, toRoom, type ToolState } from './view.ts'

const card = (...needs: string[]) => ({ needs }) as unknown as ToolCard
const IDLE = { card: card('probe'), result: 1, error: null, isRunning: false, isPart: false }
const FAILED = { code: 503, msg: '', data: {} } as unknown as ToolState['error']

for (const [what, change, expected] of [
  ['an answer is of its own run', {}, false],
  ['what stands while a server is asked anew is of the run before', { isRunning: true }, true],
  ['a part that has come is of this run', { isRunning: true, isPart: true }, false],
  ['what stands beside an error is of the run before', { error: FAILED }, true],
  ['a part that a run left when it broke is its own', { error: FAILED, isPart: true }, false],
  ['nothing is of no run', { error: FAILED, result: undefined }, false],
  ['a tool of the browser, which answers as one types, is not marked at each key', { isRunning: true, card: card() }, false],
] as const)
  test(what, () => assert.equal(isOfBefore({ ...IDLE, ...change } as ToolState), expected))

const SLOW = { isRunning: true, isSlow: true, fields: [] }
for (const [what, change, isAway, hasRoom] of [
  ['what stands below gives way to an answer of a server that takes its time', SLOW, true, true],
  ['it stays for an answer that comes at once', { isRunning: true, isSlow: false }, false, false],
  ['it comes back with the answer, and nothing is kept free', { isSlow: false, elapsedMs: 900 }, false, false],
  ['it comes back with an error', { isSlow: false, error: FAILED, elapsedMs: 900 }, false, false],
  [
    'it gives way to the first answer of the browser, which keeps its own room',
    { ...SLOW, card: card(), result: undefined },
    true,
    false,
  ],
  ['it stays for the next answer of the browser', { ...SLOW, card: card() }, false, false],
] as const)
  test(what, () => {
    const tool = { ...IDLE, ...change } as ToolState
    assert.deepEqual([isAwaited(tool), toRoom(tool) !== undefined], [isAway, hasRoom])
  })

const MAIN = { name: 'target', isMain: true } as Field
const OTHER = { name: 'resolver', isMain: false } as Field
for (const [what, data, expected] of [
  ['the field that an error names is marked', { error: 'bad_input', field: 'resolver', got: 'a' }, [false, true]],
  ['so is the main field for a target that is refused', { error: 'refused_target', got: 'localhost' }, [true, false]],
  ['not for one that stands elsewhere', { error: 'refused_target', got: '10.0.0.1' }, [false, false]],
  ['no field is marked for a fault of others', { error: 'target_failed', got: 'localhost' }, [false, false]],
] as const)
  test(what, () => {
    const input = { target: 'localhost', resolver: '10.0.0.1' }
    const tool = { error: { code: 400, msg: '', data: { ...data, resolution: '' } }, input }
    assert.deepEqual(
      [MAIN, OTHER].map((field) => isFieldWrong(tool, field)),
      expected,
    )
  })

test('no field is marked where nothing failed', () => assert.ok(!isFieldWrong({ error: null, input: {} }, MAIN)))
