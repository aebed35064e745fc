import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCaret } from './caret.ts'

test('the caret stands below the place', () => assert.equal(toCaret('{\n  "a": x\n}', 2, 8), '  "a": x\n       ^'))
test('a wide sign takes two columns', () => assert.equal(toCaret('{"中": x}', 1, 7), '{"中": x}\n       ^'))
test('a long line is cut around the place', () => {
  const [shown = '', caret = ''] = (toCaret(`${'a'.repeat(100)}!${'b'.repeat(100)}`, 1, 101) ?? '').split('\n')
  assert.equal(shown[caret.indexOf('^')], '!')
  assert.ok(shown.startsWith('…') && shown.endsWith('…') && shown.length < 90)
})
test('no place, no caret', () => {
  for (const [line, column] of [
    [9, 1],
    [0, 1],
    [NaN, 2],
  ] as const)
    assert.equal(toCaret('a', line, column), undefined)
})
