import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../testing/folder.ts'
import { readSteps } from '../testing/steps.ts'
import { readRangeCsv, readRangePair } from './range-csv.ts'

async function read(text: string, version: 4 | 6) {
  await using folder = await makeFolder()
  const path = join(folder.path, 'ranges.csv')
  await writeFile(path, text)
  const stream = await readRangeCsv(path, { version, toKey: (row) => row.number(2), toValue: (row) => row.text(3) })
  return { steps: readSteps(stream).map(({ start, value }) => `${start} ${value ?? '-'}`), rows: stream.rows }
}

for (const [what, text, version, steps] of [
  ['decimal numbers', '16777216,16777471,1,One\n16777472,16777473,2,Two\n', 4, ['16777216 One', '16777472 Two', '16777474 -']],
  ['dotted addresses', '0.0.0.1,0.0.0.2,1,One', 4, ['1 One', '3 -']],
  ['quotes, commas and doubled quotes', '1,2,7,"Acme ""X"", Inc."\r\n', 4, ['1 Acme "X", Inc.', '3 -']],
  ['an empty line and a missing field', '\n1,2,3\n\n', 4, ['1 ', '3 -']],
  ['rows that share a key', '1,2,3,First\n5,6,3,Second\n', 4, ['1 First', '3 -', '5 First', '7 -']],
  ['blanks around a field', '1,2,3, Acme \n5,6,4," Quoted "\n', 4, ['1 Acme', '3 -', '5  Quoted ', '7 -']],
  ['a byte order mark', '\ufeff1,2,3,One\n', 4, ['1 One', '3 -']],
  ['IPv6 text', '::1,::2,1,One\n::3,::3,2,Ü\n', 6, ['1 One', '3 Ü', '4 -']],
] as const)
  test(`a file with ${what}`, async () => assert.deepEqual((await read(text, version)).steps, steps))

for (const [what, text, version] of [
  ['a word for an address', '1,2,3,ok\nfoo,2,3,no\n', 4],
  ['a number beyond the family', '1,4294967296,3,no\n', 4],
  ['an IPv4 address where IPv6 is due', '1.2.3.4,1.2.3.5,3,no\n', 6],
] as const)
  test(`${what} is refused with its line`, () => assert.rejects(read(text, version), /line \d+: expected two IPv\d addresses/))

for (const [what, text, version] of [
  ['IPv4', '1,2,3,ok\n9,5,3,no\n', 4],
  ['IPv6', '::1,::2,3,ok\n2001:db8::9,2001:db8::5,3,no\n', 6],
] as const)
  test(`a range of ${what} that ends before it begins is refused with its line`, () =>
    assert.rejects(read(text, version), /line 2: expected two IPv\d addresses, the first not behind the last, got/))

test('of two files the first is read as IPv4, the second as IPv6', async () => {
  await using folder = await makeFolder()
  const files = ['4.csv', '6.csv'].map((name) => join(folder.path, name))
  await writeFile(files[0]!, '1,2,3\n')
  await writeFile(files[1]!, '::1,::2,3\n')
  const reading = { toKey: () => 0, toValue: () => 'x' }
  const streams = await Array.fromAsync(readRangePair(files, reading))
  assert.deepEqual(
    streams.map(({ version }) => version),
    [4, 6],
  )
})
