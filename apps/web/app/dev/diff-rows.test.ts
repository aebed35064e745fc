import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDiffRows } from './diff-rows.ts'

test('lines that face each other show the words that differ', () => {
  const rows = toDiffRows([
    { change: 'same', text: 'a\n' },
    { change: 'removed', text: 'the quick fox\n' },
    { change: 'added', text: 'the slow fox\nnew\n' },
  ])
  assert.deepEqual(
    rows.map(({ left, right, isSame }) => [left?.at, right?.at, isSame]),
    [
      [1, 1, true],
      [2, 2, false],
      [undefined, 3, false],
    ],
  )
  assert.deepEqual(rows[1]?.left?.pieces, [
    { text: 'the ', isChanged: false },
    { text: 'quick', isChanged: true },
    { text: ' fox', isChanged: false },
  ])
})

test('a line that is only there on one side leaves the other empty', () => {
  const [row] = toDiffRows([{ change: 'removed', text: 'gone\n' }])
  assert.equal(row?.right, undefined)
  assert.equal(row?.left?.at, 1)
})
