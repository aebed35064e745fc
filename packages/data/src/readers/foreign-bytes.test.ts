import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import { FLAGS } from '@octet/ipdb/meta.ts'
import { makeFolder } from '../testing/folder.ts'
import { writeTestMmdb } from '../testing/mmdb-writer.ts'
import { readSteps } from '../testing/steps.ts'
import { readFlagLists } from './flag-list.ts'
import { readGeofeeds } from './geofeed.ts'
import { readMmdb } from './mmdb.ts'
import { readPacked } from './packed.ts'
import { readRangeCsv } from './range-csv.ts'

/** What the world publishes is read, or refused by an error that names the file; it never hangs and never gives a fault of ours. */
let folder: Awaited<ReturnType<typeof makeFolder>>
before(async () => void (folder = await makeFolder()))
after(() => folder[Symbol.asyncDispose]())

async function readOrRefuse(bytes: Buffer, read: (path: string) => Promise<unknown>): Promise<void> {
  const path = join(folder.path, 'foreign')
  await writeFile(path, bytes)
  try {
    await read(path)
  } catch (error) {
    assert.ok(error instanceof Error && !(error instanceof TypeError) && !(error instanceof ReferenceError), String(error))
  }
}

const lines = (...pieces: readonly string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: anyCharacter, maxLength: 20 })), { maxLength: 12 })
    .map((parts) => Buffer.from(parts.join('')))

/** A good file with bytes changed and perhaps an end missing. */
const damaged = (good: Buffer) =>
  fc
    .tuple(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }), fc.nat(good.length))
    .map(([changes, cut]) => {
      const bytes = Buffer.from(good)
      for (const [at, value] of changes) bytes[at] = value
      return changes.length % 2 === 0 ? bytes : bytes.subarray(0, good.length - cut)
    })

const MMDB = writeTestMmdb(
  [
    { bits: '00000001', record: { country_code: 'AU', city: 'Brisbane' } },
    { bits: '0000001000000001', record: { country_code: 'CN', number: 4_000_000_000 } },
  ],
  4,
  24,
)

for (const [what, bytes, read] of [
  ['MMDB', damaged(MMDB), async (path: string) => readSteps(await readMmdb(path, (record) => inspect(record)))],
  [
    'range CSV',
    lines('1.0.0.0', ',', '"', '\n', '16777216', '::1', '\r\n', '1,2,3,One\n'),
    async (path: string) =>
      readSteps(await readRangeCsv(path, { version: 4, toKey: (row) => row.number(2), toValue: (row) => row.text(3) })),
  ],
  [
    'lists of networks',
    lines('192.0.2.0/24', '\n', '#', ' ', '2001:db8::/32', '/33', '198.51.100.7', ';'),
    async (path: string) => {
      for await (const stream of readFlagLists([path], FLAGS.vpn)) readSteps(stream)
    },
  ],
  [
    'location feeds',
    lines('192.0.2.0/24', ',', 'DE', 'DE-BY', 'Munich', '\n', '#', '"'),
    async (path: string) => {
      for await (const stream of readGeofeeds([path])) readSteps(stream)
    },
  ],
  ['packed files', damaged(gzipSync('some text that is packed')), (path: string) => readPacked(path)],
] as const)
  test(`${what}: any bytes are read or refused`, () =>
    fc.assert(
      fc.asyncProperty(bytes, (changed) => readOrRefuse(changed, read)),
      { numRuns: 100 },
    ))
