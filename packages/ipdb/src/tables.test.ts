import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { MAX_VALUE } from '@octet/core/ip/address.ts'
import { v4Starts, v6Starts } from './testing/row-starts.ts'
import { fillIndex, INDEX_BYTES, V4Table } from './v4-table.ts'
import { V6Table } from './v6-table.ts'
import { groupRows } from './write.ts'

const INDEX = new Int32Array(INDEX_BYTES / 4)

test('every IPv4 address is found in the row that a plain search finds', () =>
  fc.assert(
    fc.property(v4Starts, fc.array(fc.nat(0xffff_ffff), { maxLength: 50 }), (starts, more) => {
      const rows = Uint32Array.from(starts.flatMap((start, row) => [start, row]))
      fillIndex(rows, INDEX)
      const table = new V4Table(rows, INDEX)
      const near = starts.flatMap((start) => [start - 1, start, start + 1])
      const addresses = [...near, ...more].filter((address) => address >= 0 && address <= 0xffff_ffff)
      const [rowsOfAll, records] = [new Int32Array(addresses.length), new Uint32Array(addresses.length)]
      table.findRows(Uint32Array.from(addresses), rowsOfAll, addresses.length)
      table.readRecords(Uint32Array.from(addresses), rowsOfAll, records, addresses.length)
      const expected = addresses.map((address) => starts.findLastIndex((start) => start <= address))
      assert.deepEqual([...rowsOfAll], expected)
      assert.deepEqual([...records], expected)
      for (const address of addresses) {
        const row = starts.findLastIndex((start) => start <= address)
        assert.equal(table.findRow(address), row, `${address} among ${starts.join()}`)
        assert.equal(table.findRecord(address), row)
        for (const first of [table.firstOf(row), table.findFirst(address)]) assert.equal(first, starts[row])
        for (const last of [table.lastOf(row), table.findLast(address)]) assert.equal(last, (starts[row + 1] ?? 2 ** 32) - 1)
      }
    }),
    { numRuns: 30 },
  ))

const toWords = (value: bigint) => Uint32Array.from([96n, 64n, 32n, 0n], (shift) => Number((value >> shift) & 0xffff_ffffn))
const toNumber = (words: Uint32Array) => words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)

test('every IPv6 address is found in the row that a plain search finds', () =>
  fc.assert(
    fc.property(v6Starts, fc.array(fc.bigInt(0n, MAX_VALUE[6]), { maxLength: 50 }), (starts, more) => {
      const words = starts.map(toWords)
      const deep = words.flatMap((word, row) => (word[2] === 0 && word[3] === 0 ? [] : [row]))
      const groups = groupRows(Uint32Array.from(words, (word) => word[0]!))
      const table = new V6Table({
        jump: groups.jump,
        groups: groups.keys,
        groupRows: groups.rows,
        low: Uint32Array.from(words, (word) => word[1]!),
        records: Uint32Array.from(words, (_, row) => row),
        deepRows: Uint32Array.from(deep),
        deepLows: Uint32Array.from(deep.flatMap((row) => [words[row]![2]!, words[row]![3]!])),
      })
      const near = starts.flatMap((start) => [start - 1n, start, start + 1n])
      const edge = new Uint32Array(4)
      for (const address of [...near, ...more]) {
        if (address < 0n || address > MAX_VALUE[6]) continue
        const row = starts.findLastIndex((start) => start <= address)
        assert.equal(table.findRow(toWords(address)), row, `${address.toString(16)}`)
        table.readStart(row, edge)
        assert.equal(toNumber(edge), starts[row])
        table.readLast(row, edge)
        assert.equal(toNumber(edge), (starts[row + 1] ?? MAX_VALUE[6] + 1n) - 1n)
      }
    }),
    { numRuns: 200 },
  ))
