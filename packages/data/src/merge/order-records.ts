import { RECORD_WORDS } from '@octet/ipdb/record-table.ts'
import type { DatabaseParts } from '@octet/ipdb/write.ts'

type Ordered = Pick<DatabaseParts, 'records'> & {
  readonly v4: Pick<DatabaseParts['v4'], 'starts' | 'records'>
  readonly v6: Pick<DatabaseParts['v6'], 'records'>
}

/** What a row of IPv6 counts for: as much as a /24 of IPv4. */
const ADDRESSES_OF_A_V6_ROW = 256
const CLASSES = 64

/**
 * Numbers the records anew, in place: those that answer for most addresses first, by powers of two; within one power they
 * keep their order. What is asked for most then stands together in every table that goes by records, and stays in the
 * processor's memory.
 */
export function orderRecords({ v4, v6, records }: Ordered): void {
  const count = records.length / RECORD_WORDS
  const classes = classify(count, v4, v6)
  const next = toStarts(classes)
  const numbers = new Uint32Array(count)
  for (let record = 0; record < count; record++) numbers[record] = next[classes[record]!]!++
  const before = records.slice()
  for (let record = 0; record < count; record++)
    for (let word = 0; word < RECORD_WORDS; word++)
      records[numbers[record]! * RECORD_WORDS + word] = before[record * RECORD_WORDS + word]!
  for (const rows of [v4.records, v6.records]) for (let row = 0; row < rows.length; row++) rows[row] = numbers[rows[row]!]!
}

/** For each record the power of two of its addresses. */
function classify(count: number, v4: Ordered['v4'], v6: Ordered['v6']): Uint8Array {
  const addresses = new Float64Array(count)
  const { starts } = v4
  for (let row = 0; row < starts.length; row++) addresses[v4.records[row]!]! += (starts[row + 1] ?? 2 ** 32) - starts[row]!
  for (let row = 0; row < v6.records.length; row++) addresses[v6.records[row]!]! += ADDRESSES_OF_A_V6_ROW
  const classes = new Uint8Array(count)
  for (let record = 0; record < count; record++) classes[record] = Math.log2(addresses[record]! + 1)
  return classes
}

/** The first number of each class, the largest class first. */
function toStarts(classes: Uint8Array): Uint32Array {
  const sizes = new Uint32Array(CLASSES)
  for (const size of classes) sizes[size]!++
  const starts = new Uint32Array(CLASSES)
  for (let size = CLASSES - 2; size >= 0; size--) starts[size] = starts[size + 1]! + sizes[size + 1]!
  return starts
}
