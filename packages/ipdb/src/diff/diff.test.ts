import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { openDatabase, type Ipdb } from '../open.ts'
import { makeFolder, writeSmallDatabase, type SmallRows } from '../testing/small-database.ts'
import { diffBuilds, type Change } from './diff.ts'
import { DIFF_FIELDS, RecordCells } from './record-cells.ts'
import { summarise, toCsvDiff, toNdjsonDiff } from './write-diff.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
before(async () => {
  folder = await makeFolder()
})
after(() => folder[Symbol.asyncDispose]())

let number = 0
async function open(rows: SmallRows): Promise<Ipdb> {
  const path = `${folder.path}/${number++}`
  await writeSmallDatabase(path, rows)
  return openDatabase(path)
}

const V6 = [0n, 1n << 32n, 0xffffn << 32n, 1n << 48n]

test('a build does not differ from itself', async () => {
  const db = await open({ v4: [0, 10, 20, 30, 40, 50], v6: V6 })
  assert.deepEqual([...diffBuilds(db, db)], [])
})

test('added, removed and changed, each with its fields', async () => {
  // Row n has record n modulo six: 0 nothing, 1 Berlin with a network, 2 Paris …, 5 nothing.
  const a = await open({ v4: [0, 10, 20], v6: [0n] })
  const b = await open({ v4: [0, 5, 12], v6: [0n] })
  const changes = [...diffBuilds(a, b, { fields: ['city', 'asn'] })]
  assert.deepEqual(
    changes.map(({ kind, start, end, size }) => [kind, start, end, size]),
    [
      ['added', '0.0.0.5', '0.0.0.9', 5],
      ['changed', '0.0.0.12', '0.0.0.19', 8],
    ],
  )
  assert.deepEqual(changes[1]?.fields, [
    { field: 'city', before: 'Berlin', after: 'Paris “Ⅷ”' },
    { field: 'asn', before: 'AS64496', after: 'AS4200000000' },
  ])
  const back = [...diffBuilds(b, a, { fields: ['city', 'asn'] })]
  assert.deepEqual(
    back.map(({ kind }) => kind),
    ['removed', 'changed'],
  )
})

const starts = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 })
  .map((some) => [0, ...some.sort((x, y) => x - y)])

test('address by address it says what both tables say', async () => {
  await fc.assert(
    fc.asyncProperty(starts, starts, async (one, two) => {
      const toRows = (rows: readonly number[]): SmallRows => ({ v4: rows, v6: rows.map((start) => BigInt(start) << 32n) })
      const [a, b] = [await open(toRows(one)), await open(toRows(two))]
      const [cellsA, cellsB] = [new RecordCells(a), new RecordCells(b)]
      const changes = [...diffBuilds(a, b)]
      for (let address = 0; address < 64; address++) {
        const [before, after] = [a, b].map((db, at) => [cellsA, cellsB][at]!.read(db.v4.recordOf(db.v4.findRow(address))))
        const expected = DIFF_FIELDS.flatMap((field, at) => (before![at] === after![at] ? [] : [field]))
        const found = changes.find(
          (change) => change.version === 4 && toNumber(change.start) <= address && address <= toNumber(change.end),
        )
        assert.deepEqual(found?.fields.map(({ field }) => field) ?? [], expected, `0.0.0.${address}`)
      }
      checkJoined(changes)
    }),
    { numRuns: 8 },
  )
})

const toNumber = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** Neighbours that touch differ. */
function checkJoined(changes: readonly Change[]): void {
  for (const [at, change] of changes.entries()) {
    const next = changes[at + 1]
    if (!next || next.version !== 4 || change.version !== 4 || toNumber(change.end) + 1 !== toNumber(next.start)) continue
    assert.notDeepEqual([change.kind, change.fields], [next.kind, next.fields])
  }
}

test('IPv6 is compared to the last bit', async () => {
  const a = await open({ v4: [0], v6: [0n, (0x2001n << 112n) + 5n] })
  const b = await open({ v4: [0], v6: [0n, (0x2001n << 112n) + 9n] })
  assert.deepEqual(
    [...diffBuilds(a, b, { fields: ['city'] })].map(({ kind, start, end }) => [kind, start, end]),
    [['removed', '2001::5', '2001::8']],
  )
})

test('NDJSON ends with the builds and the summary, CSV has a line per field', async () => {
  const a = await open({ v4: [0, 10, 20], v6: [0n] })
  const b = await open({ v4: [0, 5, 12], v6: [0n] })
  const options = { fields: ['city', 'asn'] }
  const ends = { from: '20260101T000000Z', to: '20260102T000000Z' }
  const lines = [...toNdjsonDiff(diffBuilds(a, b, options), ends)]
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  assert.deepEqual(lines[0], {
    change: 'added',
    start_ip: '0.0.0.5',
    end_ip: '0.0.0.9',
    fields: { city: [null, 'Berlin'], asn: [null, 'AS64496'] },
  })
  const summary = summarise(diffBuilds(a, b, options))
  assert.deepEqual(lines.at(-1), { ...ends, summary })
  assert.deepEqual(summary.fields['city'], { ranges: 2, v4: 13, v6: 0 })
  assert.deepEqual(summary.added, { ranges: 1, v4: 5, v6: 0 })
  const csv = [...toCsvDiff(diffBuilds(a, b, options))].join('').split('\n')
  assert.equal(csv[1], '0.0.0.5,0.0.0.9,added,city,,Berlin')
  assert.equal(csv.length, 6)
})
