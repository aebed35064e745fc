import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTools } from '@octet/tools/registry.ts'
import { renameFields } from './rename-fields.ts'

const names = { target: ['ip', 'domain'], ports: ['port'] }

for (const [title, sent, taken] of [
  ['another name', { ip: '8.8.8.8', port: '53' }, { target: '8.8.8.8', ports: '53' }],
  ['its own name before any other', { target: 'a', ip: 'b' }, { target: 'a', ip: 'b' }],
  ['the first of several', { domain: 'b', ip: 'a' }, { target: 'a', domain: 'b' }],
  ['fields of no other name', { count: 3 }, { count: 3 }],
] as const)
  test(`a field is taken by ${title}`, () => assert.deepEqual(renameFields(sent, names), taken))

test('the calls of the toolbox name other names only for fields that they have, and none of another field', async () => {
  const calls = (await loadTools()).filter(({ callNames }) => callNames)
  assert.equal(calls.length, 10)
  for (const { id, call, callNames = {}, input } of calls) {
    assert.ok(call, id)
    const fields = Object.keys(input.shape)
    const others = Object.values(callNames).flatMap((list) => list ?? [])
    assert.deepEqual(
      Object.keys(callNames).filter((name) => !fields.includes(name)),
      [],
      id,
    )
    assert.deepEqual(
      others.filter((name) => fields.includes(name)),
      [],
      id,
    )
    assert.equal(new Set(others).size, others.length, id)
  }
})
