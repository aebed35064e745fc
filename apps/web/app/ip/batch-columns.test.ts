import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILE_COLUMNS, toFileRow } from './batch-columns.ts'
import { toBatchRow } from './batch-row.ts'

test('files have the columns of a row, also where no row passes the filter', () => {
  const row = toBatchRow('{"query":"x","error":"bad_address","msg":""}', 1, 'en')
  assert.deepEqual(
    FILE_COLUMNS.map(({ name }) => name),
    Object.keys(toFileRow(row)),
  )
})
