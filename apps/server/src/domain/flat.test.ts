import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatten, toCsvLine } from './flat.ts'

const cells: [unknown, string][] = [
  ['=1+1', "'=1+1"],
  ['@x', "'@x"],
  ['-x', "'-x"],
  ['-12.5', '-12.5'],
  ['+86', '+86'],
  ['+08:00', '+08:00'],
  [-3, '-3'],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  ['＝1+1', "'＝1+1"],
  ['\n=1+1', '"\'\n=1+1"'],
]
for (const [cell, text] of cells) test(`csv cell ${JSON.stringify(cell)}`, () => assert.equal(toCsvLine([cell]), `${text}\r\n`))

test('leaves have dotted names; a list is one cell, as JSON where anything in it has parts', () => {
  const value = { a: { b: 1, c: null }, plain: ['x', 2], parts: ['x', { y: 1 }], none: [] }
  assert.deepEqual(flatten(value), [
    ['a.b', 1],
    ['a.c', null],
    ['plain', 'x 2'],
    ['parts', '["x",{"y":1}]'],
    ['none', ''],
  ])
})
