import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { Reader, type Response } from 'maxmind'
import { spellV6 } from '../../spelling.ts'
import { ALIAS_VALUE } from './search-tree.ts'
import { double, uint16, uint32, type MmdbMap } from './value.ts'
import { BadMmdbError, verifyMmdb } from './verify.ts'
import { MmdbWriter } from './write-mmdb.ts'

const folder = mkdtempSync(join(tmpdir(), 'octet-mmdb-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'test.mmdb')
const OPTIONS = {
  type: 'Octet-Test',
  description: { en: 'A test' },
  languages: ['en'],
  builtAt: new Date('2026-11-21T00:00:00Z'),
}

type Range = readonly [start: bigint, record: number]

function write(ranges: readonly Range[], read: (record: number) => MmdbMap) {
  using writer = new MmdbWriter(path, OPTIONS, read)
  for (const [start, record] of ranges) writer.add(toWords(start), record)
  return { report: writer.finish(), bytes: readFileSync(path) }
}

function toWords(value: bigint): Uint32Array {
  return Uint32Array.from([96n, 64n, 32n, 0n], (shift) => Number((value >> shift) & 0xffff_ffffn))
}

const spell = (value: bigint): string => spellV6(toWords(value))
const SHARED = { iso_code: 'DE', names: { en: 'Germany', 'zh-CN': '德国' } }
const record = (number: number): MmdbMap => ({
  country: SHARED,
  number: uint32(number),
  small: uint16(number % 65_536),
  latitude: double(number / 7),
  is_odd: number % 2 === 1,
  tags: ['a', `tag ${number}`],
})
const plain = (number: number) => ({ ...record(number), number, small: number % 65_536, latitude: number / 7 })

type Numbered = Response & { number: number }

const LIMIT = 1n << 128n
const starts = fc.uniqueArray(
  fc.oneof(
    fc.bigInt(0n, 0xffff_ffffn),
    fc.bigInt(0n, LIMIT - 1n),
    fc
      .tuple(fc.bigInt(0n, LIMIT - 1n), fc.integer({ min: 0, max: 127 }))
      .map(([value, bits]) => (value >> BigInt(bits)) << BigInt(bits)),
  ),
  { minLength: 1, maxLength: 40 },
)

test('any ranges are read back as they were, and the file is clean', () => {
  fc.assert(
    fc.property(starts, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 41, maxLength: 41 }), (some, records) => {
      const ranges = [...new Set([0n, ...some])]
        .sort((a, b) => (a < b ? -1 : 1))
        .map((start, at) => [start, records[at]!] as Range)
      const { bytes } = write(ranges, record)
      if (ranges.some(([, number]) => number !== ranges[0]![1])) verifyMmdb(bytes)
      const reader = new Reader<object>(bytes)
      for (const [at, [start, number]] of ranges.entries()) {
        const last = (ranges[at + 1]?.[0] ?? LIMIT) - 1n
        for (const address of [start, last, (start + last) / 2n]) {
          const expected = number === 0 ? null : plain(number)
          assert.deepEqual(reader.get(spell(address)), expected, `${spell(address)} of range ${start}`)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('shared parts are written once, and a record again costs nothing', () => {
  const one = write(
    [
      [0n, 1],
      [8n, 0],
    ],
    record,
  ).report.dataBytes
  const two = write(
    [
      [0n, 1],
      [8n, 2],
      [16n, 1],
      [24n, 0],
    ],
    record,
  ).report.dataBytes
  assert.ok(two - one < one / 2, `${one} → ${two}`)
})

test('IPv4 is found under its own, the mapped and the 6to4 address', () => {
  const block = (start: bigint, bits: bigint): Range[] => [
    [start, ALIAS_VALUE],
    [start + (1n << (128n - bits)), 0],
  ]
  write([[0n, 0], [0x0102_0300n, 1], [0x0102_0400n, 0], ...block(0xffff_0000_0000n, 96n), ...block(0x2002n << 112n, 16n)], record)
  const reader = new Reader<Numbered>(readFileSync(path))
  for (const address of ['1.2.3.4', '::ffff:1.2.3.4', '2002:102:304::1']) assert.equal(reader.get(address)?.number, 1)
  for (const address of ['1.2.4.4', '::ffff:1.2.4.4', '2002:102:404::1', '2001::1']) assert.equal(reader.get(address), null)
  verifyMmdb(readFileSync(path))
})

for (const [recordSize, textBytes] of [
  [24, 10],
  [28, 10_000_000],
] as const)
  test(`records of ${recordSize} bits when the file is of that size`, () => {
    const { report, bytes } = write(
      [
        [0n, 1],
        [16n, 2],
        [32n, 0],
      ],
      (number) => ({ text: `${number}`.repeat(textBytes), number: uint32(number) }),
    )
    assert.equal(report.recordSize, recordSize)
    verifyMmdb(bytes)
    assert.equal(new Reader<Numbered>(bytes).get('0.0.0.16')?.number, 2)
  })

test('lengths and numbers at the edges of their encodings', () => {
  const value = {
    texts: [28, 29, 284, 285, 65_820, 65_821].map((size) => 'x'.repeat(size)),
    numbers: [0, 255, 256, 65_535].map(uint16),
    large: [0, 65_536, 0xffff_ffff].map(uint32),
    many: Array.from({ length: 300 }, (_, at) => `${at}`),
  }
  const { bytes } = write(
    [
      [0n, 1],
      [16n, 0],
    ],
    () => value,
  )
  verifyMmdb(bytes)
  assert.deepEqual(new Reader<object>(bytes).get('0.0.0.1'), {
    ...value,
    numbers: [0, 255, 256, 65_535],
    large: [0, 65_536, 0xffff_ffff],
  })
  assert.throws(() => write([[0n, 1]], () => ({ bad: uint16(65_536) })), /integer of 0 to 65535/)
})

test('the verifier finds damage anywhere in the file', () => {
  const { bytes } = write(
    [
      [0n, 1],
      [8n, 2],
      [16n, 0],
    ],
    record,
  )
  verifyMmdb(bytes)
  let found = 0
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes)
    damaged[at]! ^= 0xff
    try {
      verifyMmdb(damaged)
    } catch (error) {
      assert.ok(error instanceof BadMmdbError, `byte ${at}: ${String(error)}`)
      found++
    }
  }
  // Numbers and letters may change into others; structure may not.
  assert.ok(found > bytes.length * 0.7, `${found} of ${bytes.length}`)
  for (const size of [0, 10, bytes.length - 1]) assert.throws(() => verifyMmdb(bytes.subarray(0, size)), BadMmdbError)
})

const PEERS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['mmdblookup', 'mmdblookup', ['--file', path, '--ip', '1.2.3.4', 'country', 'iso_code']],
  [
    'python3-maxminddb',
    '/usr/bin/python3',
    ['-c', `import maxminddb; print(maxminddb.open_database(${JSON.stringify(path)}).get("1.2.3.4")["country"]["iso_code"])`],
  ],
]
for (const [name, command, args] of PEERS) {
  let isThere = true
  try {
    execFileSync(command, command === 'mmdblookup' ? ['--version'] : ['-c', 'import maxminddb'], { stdio: 'ignore' })
  } catch {
    isThere = false
  }
  test(`${name} reads it`, { skip: !isThere && `${name} is not here` }, () => {
    write(
      [
        [0n, 0],
        [0x0102_0300n, 1],
        [0x0102_0400n, 0],
      ],
      record,
    )
    assert.match(execFileSync(command, [...args]).toString(), /DE/)
  })
}
