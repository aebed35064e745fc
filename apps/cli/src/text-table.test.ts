import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCut, toTable, toWidth } from './text-table.ts'

const COLUMNS = [{ head: 'Point' }, { head: 'Place' }, { head: 'Min', isNumber: true }]
const ROWS = [{ cells: ['Frankfurt', 'DE', '1.5'] }, { cells: ['东京', 'JP', '120'], note: 'slow' }]

test('columns stand below each other, numbers to the right, also with Chinese', () =>
  assert.deepEqual(toTable(COLUMNS, ROWS, 80), [
    'Point      Place  Min',
    'Frankfurt  DE     1.5',
    '东京       JP     120',
    '  slow',
  ]))

test('where they do not fit, each row says its cells by name, and leaves out what is empty', () => {
  const lines = toTable(COLUMNS, [...ROWS, { cells: ['x', '', '2'] }], 19)
  assert.deepEqual(lines, ['Frankfurt', '  Place DE, Min 1.5', '东京', '  Place JP, Min 120', '  slow', 'x', '  Min 2'])
  assert.deepEqual(toTable(COLUMNS, ROWS.slice(0, 1), 12), ['Frankfurt', '  Place DE', '  Min 1.5'])
})

test('names of others cannot command the terminal', () => {
  const [, line, note] = toTable([{ head: 'P' }], [{ cells: ['a\u001b[2Jb\n\u202ec'], note: '\u009b1A\u2028' }], 80)
  assert.deepEqual([line, note], ['a\ufffd[2Jb\ufffd\ufffdc', '  \ufffd1A\ufffd'])
})

for (const [text, width] of [
  ['abc', 3],
  ['东京，ab', 8],
  ['e\u0301', 1],
  ['한글かな', 8],
] as const)
  test(`«${text}» is ${width} wide`, () => assert.equal(toWidth(text), width))

test('a text is cut to the width, Chinese too', () => {
  assert.deepEqual([toCut('abcdef', 4), toCut('东京都', 4), toCut('abc', 3)], ['abc…', '东…', 'abc'])
})
