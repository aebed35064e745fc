import assert from 'node:assert/strict'
import { copyFile, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatIpv6 } from '@octet/core/ip/ipv6.ts'
import { AskedDatabase } from './asked-database.ts'
import { MANIFEST, PREVIOUS_MANIFEST } from './data-folder.ts'
import { FileBlocks } from './file-blocks.ts'
import { Ipdb, openDatabase } from './open.ts'
import { readAsAsked } from './read-as-asked.ts'
import { makeFolder, writeSmallDatabase } from './testing/small-database.ts'

const ROWS = {
  v4: [0, 256, 512, 0x0808_0808, 0x0a00_0000, 0x0a00_0003, 0x0b00_0000],
  v6: [
    0n,
    0xffffn << 32n,
    1n << 48n,
    0x64_ff9bn << 96n,
    (0x64_ff9bn << 96n) + (1n << 32n),
    0x2001n << 112n,
    (0x2001n << 112n) + 5n,
    0x2002n << 112n,
    0x2003n << 112n,
  ],
} as const
const ADDRESSES = ['8.8.8.8', '0.0.1.7', '10.0.0.2', '2001::4', '2001::5', '::ffff:8.8.8.8', '2002:808:808::1', 'fe80::1']
const OPTIONS = { lang: 'en', now: new Date(0) } as const

/** Many lookups, in any order, so that whatever is kept of one may be wrong for the next. */
const address = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255).join('.')),
  fc.constantFrom(...ADDRESSES),
  fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).map(formatIpv6),
  fc.tuple(fc.constantFrom(...ROWS.v6), fc.bigInt({ min: 0n, max: 9n })).map(([start, step]) => formatIpv6(start + step)),
)

/** Changes a byte of the published file. */
async function damage(path: string, at: number): Promise<void> {
  await using file = await open(path, 'r+')
  const byte = new Uint8Array(1)
  await file.read(byte, 0, 1, at)
  await file.write(Uint8Array.of(byte[0]! ^ 0x10), 0, 1, at)
}

test('what is read as it is asked for is what the whole says', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, ROWS)
  const whole = await openDatabase(folder.path)
  const bytes = await readFile(join(folder.path, 'octet-small.ipdb'))
  using blocks = FileBlocks.open(join(folder.path, 'octet-small.ipdb'), bytes.length)
  const part = new Ipdb(readAsAsked(blocks!, 'small'))
  const isSame = (asked: string, lang: 'en' | 'zh') => {
    const options = { lang, now: new Date(0) }
    assert.deepEqual(part.lookup(asked, options), whole.lookup(asked, options))
    assert.equal(part.lookupJson(asked, options), whole.lookupJson(asked, options))
    assert.equal(part.findId(asked), whole.findId(asked))
  }
  fc.assert(fc.property(address, fc.constantFrom('en', 'zh'), isSame))
  assert.deepEqual([...part.ranges({ country: 'DE' })], [...whole.ranges({ country: 'DE' })])
  assert.throws(() => part.shared, TypeError)
})

test('wherever one byte is wrong, no answer is: it is right, or the file is named as damaged', async () => {
  await using folder = await makeFolder()
  const manifest = await writeSmallDatabase(folder.path, ROWS)
  const path = join(folder.path, 'octet-small.ipdb')
  const { sizeBytes } = manifest.files[0]!
  const whole = await openDatabase(folder.path)
  const right = new Map(ADDRESSES.map((asked) => [asked, whole.lookup(asked, OPTIONS)]))
  let refused = 0
  const places = Array.from({ length: Math.ceil(sizeBytes / 512) }, (_, at) =>
    Math.min(at * 512 + ((at * 37) % 512), sizeBytes - 1),
  )
  for (const at of places) {
    await damage(path, at)
    await using data = await AskedDatabase.open(folder.path)
    for (const [asked, record] of right) {
      const found = await (async () => data.lookup(asked, OPTIONS))().catch(orDamaged)
      if (found) assert.deepEqual(found, record)
      else refused++
    }
    await damage(path, at)
  }
  assert.ok(refused > 0 && refused < places.length * ADDRESSES.length)

  function orDamaged(error: Error): undefined {
    assert.equal(error.name, 'DamagedFileError')
    assert.match(error.message, /octet-small\.ipdb/)
  }
})

test('where a lookup finds damage the build before answers, and it is said', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, ROWS, 'old')
  await copyFile(join(folder.path, MANIFEST), join(folder.path, PREVIOUS_MANIFEST))
  const { files } = await writeSmallDatabase(folder.path, ROWS, 'new')
  const path = join(folder.path, 'octet-new.ipdb')
  const told: string[] = []
  await using data = await AskedDatabase.open(folder.path, { onFallback: ({ message }) => told.push(message) })
  assert.equal((await data.lookup('8.8.8.8', OPTIONS)).build, 'new')
  await damage(path, findJump(path, files[0]!.sizeBytes))
  assert.equal((await data.lookup('8.8.8.8', OPTIONS)).build, 'new')
  assert.equal((await data.lookup('2001::4', OPTIONS)).build, 'old')
  assert.equal((await data.lookup('8.8.8.8', OPTIONS)).build, 'old')
  assert.match(told.join(), /octet-new\.ipdb is damaged: expected SHA-256/)
})

test('after a hundred lookups the whole is opened, and checked as a whole', async () => {
  await using folder = await makeFolder()
  const { files } = await writeSmallDatabase(folder.path, ROWS)
  const path = join(folder.path, 'octet-small.ipdb')
  await damage(path, findJump(path, files[0]!.sizeBytes))
  await using data = await AskedDatabase.open(folder.path)
  for (let count = 0; count < 100; count++) assert.equal((await data.lookup('8.8.8.8', OPTIONS)).ip, '8.8.8.8')
  await assert.rejects(async () => data.lookup('8.8.8.8', OPTIONS), { name: 'DamagedFileError' })
})

test('a file of another build in its place is refused', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, ROWS, 'one')
  await writeSmallDatabase(folder.path, ROWS, 'two')
  await copyFile(join(folder.path, 'octet-one.ipdb'), join(folder.path, 'octet-two.ipdb'))
  await using data = await AskedDatabase.open(folder.path)
  await assert.rejects(async () => data.lookup('8.8.8.8', OPTIONS), { name: 'DamagedFileError', message: /octet-two\.ipdb/ })
})

test('a file of before, which has no checks, is read as a whole', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, ROWS)
  const path = join(folder.path, 'octet-small.ipdb')
  const bytes = await readFile(path)
  const before = Buffer.from(bytes.toString('latin1').replace('"checks"', '"chocks"'), 'latin1')
  await writeFile(path, before)
  assert.equal(FileBlocks.open(path, bytes.length), undefined)
  await using data = await AskedDatabase.open(folder.path)
  await assert.rejects(async () => data.lookup('8.8.8.8', OPTIONS), { name: 'DamagedFileError', message: /expected SHA-256/ })
})

test('an address that is none is refused as the whole refuses it', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, ROWS)
  await using data = await AskedDatabase.open(folder.path)
  assert.throws(() => data.lookup('8.8.8', OPTIONS), { key: 'bad_address' })
  assert.equal(await data.whole(), await data.whole())
})

test('without any build the error says so', async () => {
  await using folder = await makeFolder()
  await assert.rejects(AskedDatabase.open(folder.path), { key: 'data_missing' })
})

/** Where the IPv6 search begins for 2001::/16, far from everything else in the file. */
function findJump(path: string, sizeBytes: number): number {
  using blocks = FileBlocks.open(path, sizeBytes)
  return blocks!.directory['v6.jump'].offset + 4 * 0x2001
}
