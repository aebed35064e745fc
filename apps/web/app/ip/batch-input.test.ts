import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_LINES, readBatchInput } from './batch-input.ts'

test('addresses are counted, lines without one are named', async () => {
  const { counts, found, lines, badCount, badLines } = await readBatchInput(
    '8.8.8.8 and 2001:DB8::1\n\nnothing\n8.8.8.8\n999.1.1.1\n',
  )
  assert.deepEqual(
    [...counts],
    [
      ['8.8.8.8', 2],
      ['2001:db8::1', 1],
    ],
  )
  assert.deepEqual({ found, lines, badCount }, { found: 3, lines: 5, badCount: 2 })
  assert.deepEqual(badLines, [
    { line: 3, text: 'nothing' },
    { line: 5, text: '999.1.1.1' },
  ])
})
test('carriage returns alone end lines too', async () => {
  const { lines, badLines } = await readBatchInput('192.0.2.1\rnothing\r192.0.2.2\r')
  assert.deepEqual([lines, badLines], [3, [{ line: 2, text: 'nothing' }]])
})
test('lines beyond the limit are counted and not read', async () => {
  const { lines, leftOut, counts } = await readBatchInput('192.0.2.1\n'.repeat(MAX_LINES) + '192.0.2.2\n192.0.2.3')
  assert.deepEqual({ lines, leftOut, distinct: counts.size }, { lines: MAX_LINES, leftOut: 2, distinct: 1 })
})
