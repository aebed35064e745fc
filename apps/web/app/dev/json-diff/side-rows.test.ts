import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSideRows } from './side-rows.ts'

const draw = (left: string, right: string, options = { ignoresOrder: false, ignoredKeys: new Set<string>() }) =>
  toSideRows(left, right, options).map(({ left, right, isSame }) =>
    [left, right].map((line) => line?.pieces.map(({ text }) => text).join('') ?? '∅').join(isSame ? ' = ' : ' ≠ '),
  )

test('keys face each other whatever their order, and equal numbers are equal', () =>
  assert.deepEqual(draw('{"a":1,"b":[1,2]}', '{"b":[1,3],"a":1.0,"c":true}'), [
    '{ = {',
    '  "a": 1, =   "a": 1.0,',
    '  "b": [ =   "b": [',
    '    1, =     1,',
    '    2 ≠     3',
    '  ] =   ],',
    '∅ ≠   "c": true',
    '} = }',
  ]))

test('a value that became another kind stands whole on both sides', () =>
  assert.deepEqual(draw('{"a":{"x":1}}', '{"a":"1"}'), ['{ = {', '  "a": { ≠   "a": "1"', '    "x": 1 ≠ ∅', '  } ≠ ∅', '} = }']))

test('lists without order pair the items they share', () =>
  assert.deepEqual(draw('[1,2]', '[2,3]', { ignoresOrder: true, ignoredKeys: new Set() }), [
    '[ = [',
    '  1, ≠ ∅',
    '  2 =   2,',
    '∅ ≠   3',
    '] = ]',
  ]))

test('keys left aside are not shown', () =>
  assert.deepEqual(draw('{"a":1,"t":1}', '{"a":1,"t":2}', { ignoresOrder: false, ignoredKeys: new Set(['t']) }), [
    '{ = {',
    '  "a": 1 =   "a": 1',
    '} = }',
  ]))

test('lines are counted on each side', () => {
  const rows = toSideRows('[1]', '[1,2]', { ignoresOrder: false, ignoredKeys: new Set() })
  assert.deepEqual(
    rows.map(({ left, right }) => [left?.at, right?.at]),
    [
      [1, 1],
      [2, 2],
      [undefined, 3],
      [3, 4],
    ],
  )
})

test('items that a key finds to be the same face each other', () => {
  const options = { ignoresOrder: false, ignoredKeys: new Set<string>(), itemKeys: ['id'] }
  const rows = toSideRows('[{"id":1},{"id":2,"a":1}]', '[{"id":2,"a":3},{"id":4}]', options)
  const facing = rows.map(({ left, right }) => [left, right].map((line) => line?.pieces[0]?.text.trim()))
  assert.ok(facing.some(([own, other]) => own === '"a": 1' && other === '"a": 3'))
  assert.ok(facing.some(([own, other]) => own === undefined && other === '"id": 4'))
})
