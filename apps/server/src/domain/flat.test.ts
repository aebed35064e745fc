import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsvLine } from './flat.ts'

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
