import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readData, writeData } from './formats.ts'

const read = { delimiter: undefined, isTyped: true, isRagged: false, version: '1.2', breathe: async () => {} } as const
const write = { indent: '', delimiter: undefined, isFlat: true }

test('infinities are refused by the formats that have none, with their path', async () => {
  const tree = await readData('[{a: 1, b: .inf}]', 'yaml', read)
  assert.equal(await writeData(tree, 'yaml', write), '- a: 1\n  b: .inf\n')
  for (const format of ['json', 'csv', 'xml'] as const)
    await assert.rejects(writeData(tree, format, write), { key: 'unsupported_value', message: /“\[0\]\.b: Infinity”/ })
})
