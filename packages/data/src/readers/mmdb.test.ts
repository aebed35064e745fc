import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Reader } from 'maxmind'
import { Float, writeTestMmdb, type TestNetwork } from '../testing/mmdb-writer.ts'
import { makeFolder } from '../testing/folder.ts'
import { readSteps } from '../testing/steps.ts'
import { readMmdb } from './mmdb.ts'

const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch '.repeat(6)

const toBits = (address: string, prefix: number) =>
  address
    .split('.')
    .map((octet) => Number(octet).toString(2).padStart(8, '0'))
    .join('')
    .slice(0, prefix)

const NETWORKS: readonly TestNetwork[] = [
  { bits: toBits('1.0.0.0', 24), record: { country_code: 'AU', city: 'Brisbane', latitude: new Float(-27.5) } },
  { bits: toBits('1.0.1.0', 24), record: { country_code: 'CN', city: '', number: 4_000_000_000 } },
  { bits: toBits('2.0.0.0', 8), record: { country_code: 'FR', city: long, flag: true } },
  { bits: toBits('255.255.255.255', 32), record: { country_code: 'ZZ' } },
]

async function withFile(bytes: Buffer, use: (path: string) => Promise<void>): Promise<void> {
  await using folder = await makeFolder()
  const path = join(folder.path, 'test.mmdb')
  await writeFile(path, bytes)
  await use(path)
}

for (const recordSize of [24, 28, 32] as const)
  test(`the networks of a file with records of ${recordSize} bits come in order, with the gaps between them`, () =>
    withFile(writeTestMmdb(NETWORKS, 4, recordSize), async (path) => {
      const stream = await readMmdb(path, (record) => record)
      const plain = NETWORKS.map(({ record }) =>
        Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value instanceof Float ? value.value : value])),
      )
      assert.deepEqual(readSteps(stream), [
        { start: 0x0100_0000n, value: plain[0] },
        { start: 0x0100_0100n, value: plain[1] },
        { start: 0x0100_0200n, value: undefined },
        { start: 0x0200_0000n, value: plain[2] },
        { start: 0x0300_0000n, value: undefined },
        { start: 0xffff_ffffn, value: plain[3] },
      ])
      assert.equal(stream.rows, 4)
      assert.equal(stream.metadata.buildEpoch, 1_780_000_000)
    }))

test('another reader reads the test file alike', () => {
  const reader = new Reader<Record<string, unknown>>(writeTestMmdb(NETWORKS, 4, 28))
  assert.equal(reader.get('2.3.4.5')?.['city'], long)
  assert.equal(reader.get('3.0.0.1'), null)
})

test('IPv6 networks keep all their bits', () =>
  withFile(writeTestMmdb([{ bits: '0010'.padEnd(100, '01'), record: { country_code: 'JP' } }], 6, 24), async (path) => {
    const [first, second] = readSteps(await readMmdb(path, ({ country_code: code }) => code))
    const start = BigInt(`0b${'0010'.padEnd(100, '01').padEnd(128, '0')}`)
    assert.deepEqual(
      [first, second],
      [
        { start, value: 'JP' },
        { start: start + (1n << 28n), value: undefined },
      ],
    )
  }))

for (const [what, bytes, expected] of [
  ['not a MaxMind DB', Buffer.from('hello'), /no metadata marker/],
  ['cut in front', writeTestMmdb(NETWORKS, 4, 28).subarray(600), /longer than the file/],
] as const)
  test(`a file that is ${what} is refused by name`, () =>
    withFile(bytes, (path) =>
      assert.rejects(
        readMmdb(path, () => null),
        expected,
      ),
    ))
