import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RECORD_WORDS } from '@octet/ipdb/record-table.ts'
import { orderRecords } from './order-records.ts'

/** Records that say who they are. */
const makeRecords = (count: number) =>
  Uint32Array.from({ length: count * RECORD_WORDS }, (_, at) => Math.floor(at / RECORD_WORDS) + 100)

test('records come in the order of the addresses they answer for, and every row keeps its own', () => {
  const records = makeRecords(5)
  const v4 = { starts: Uint32Array.of(0, 0x0100_0000, 0x0100_0100, 0x0200_0000), records: Uint32Array.of(1, 2, 1, 3) }
  const v6 = { records: Uint32Array.of(4, 4, 4, 2) }
  const said = (rows: Uint32Array) => Array.from(rows, (record) => records[record * RECORD_WORDS])
  const [before4, before6] = [said(v4.records), said(v6.records)]
  orderRecords({ v4, v6, records })
  assert.deepEqual(said(v4.records), before4)
  assert.deepEqual(said(v6.records), before6)
  const order = Array.from({ length: 5 }, (_, record) => [
    ...records.subarray(record * RECORD_WORDS, (record + 1) * RECORD_WORDS),
  ])
  assert.deepEqual(
    order.map((words) => new Set(words).size),
    [1, 1, 1, 1, 1],
  )
  // 3 has nearly all, 1 two /8, 4 three rows of IPv6, 2 one and a /24; nobody asks for 0.
  assert.deepEqual(
    order.map(([first]) => first! - 100),
    [3, 1, 2, 4, 0],
  )
})

test('within one power of two the order stays', () => {
  const records = makeRecords(4)
  const starts = Uint32Array.of(0, 300, 600, 1000)
  const v4 = { starts, records: Uint32Array.of(3, 1, 2, 0) }
  orderRecords({ v4, v6: { records: new Uint32Array() }, records })
  assert.deepEqual([...v4.records], [3, 1, 2, 0])
})
