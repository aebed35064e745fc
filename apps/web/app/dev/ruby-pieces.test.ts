import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toRubyPieces } from './ruby-pieces.ts'

const READINGS = [
  { text: '银', reading: 'yín', others: 'yín' },
  { text: '行', reading: 'háng', others: 'xíng háng hàng' },
]

test('readings stand over their characters, marks stay bare', () => {
  assert.deepEqual(
    toRubyPieces('“银行”', READINGS, {}).map(({ text, reading }) => [text, reading]),
    [
      ['“', undefined],
      ['银', 'yín'],
      ['行', 'háng'],
      ['”', undefined],
    ],
  )
})

test('a chosen reading takes the place of the first', () => {
  assert.equal(toRubyPieces('银行', READINGS, { 1: 1 })[1]?.reading, 'xíng')
})
