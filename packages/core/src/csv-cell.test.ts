import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoteCsv, toHarmless } from './csv-cell.ts'

for (const [text, written] of [
  ['plain text', 'plain text'],
  ['a "word"', '"a ""word"""'],
  ['a,b', '"a,b"'],
  ['two\nlines', '"two\nlines"'],
  ['a;=1+1;b', '"a;=1+1;b"'],
  ['a\t=1+1', '"a\t=1+1"'],
] as const)
  test(`${JSON.stringify(text)} is one cell for every spreadsheet`, () => assert.equal(quoteCsv(text), written))

for (const [text, written] of [
  ['=1+1', "'=1+1"],
  ['＝1', "'＝1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+1 234', "'+1 234"],
  ['+86', '+86'],
  ['-33.86', '-33.86'],
  ['a=1', 'a=1'],
] as const)
  test(`${text} is written ${written}`, () => assert.equal(toHarmless(text), written))
