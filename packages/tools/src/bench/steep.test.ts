import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTools } from '../registry.ts'
import { findTextCases } from './cases.ts'
import { SHAPES } from './shapes.ts'
import { isSteep } from './steep.ts'

const areSteep = (...times: number[]) => isSteep(times.map((ms) => ({ ms })))

test('times are steep where four times the text takes more than 7 times as long', () => {
  assert.equal(areSteep(20, 90, 400), false)
  assert.equal(areSteep(10, 160, 2560), true)
  assert.equal(areSteep(0.5, 5, 55), false, 'too short to count')
  assert.equal(areSteep(100, 1600, 1), true, 'refused for its length in the end')
  assert.equal(areSteep(Infinity), true)
  assert.equal(areSteep(200, Infinity), true)
})

test('a run that was refused at once is no measure for one that was not', () => {
  const refused = 'syntax_error'
  assert.equal(isSteep([{ ms: 2, refused }, { ms: 80 }]), false)
  assert.equal(isSteep([{ ms: 2 }, { ms: 80, refused }]), true)
  assert.equal(
    isSteep([
      { ms: 2, refused },
      { ms: 80, refused },
    ]),
    true,
  )
  assert.equal(isSteep([{ ms: 2, refused }, { ms: Infinity }]), true)
})

test('every shape has the size asked for', () => {
  for (const { name, make } of SHAPES) assert.equal(make(3000, '{"a": 1}').length, 3000, name)
})

test('tools that take long texts are found with each choice and each further text', async () => {
  const cases = new Map((await loadTools()).map((tool) => [tool.id, findTextCases(tool).map(({ name }) => name)]))
  assert.ok(cases.get('sql')!.includes('text (keywordCase=upper dialect=postgresql)'))
  assert.ok(cases.get('text-diff')!.some((name) => name.startsWith('left+right')))
  assert.deepEqual(cases.get('iban'), [])
})
