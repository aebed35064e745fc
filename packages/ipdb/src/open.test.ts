import assert from 'node:assert/strict'
import { copyFile, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHash } from 'node:crypto'
import { until } from '@octet/core/testing/until.ts'
import { MANIFEST, PREVIOUS_MANIFEST, type Manifest } from './manifest.ts'
import { openDatabase } from './open.ts'
import { watchDatabase } from './slot.ts'
import { makeFolder, writeSmallDatabase } from './testing/small-database.ts'

const ROWS = { v4: [0, 256, 512], v6: [0n, 1n << 120n] }

/** Changes the published file, and with `isTrusted` its checksum in the manifest too. */
async function damage(folder: string, change: (bytes: Buffer) => Buffer, isTrusted = false): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest
  const file = manifest.files[0]!
  const bytes = change(await readFile(join(folder, file.name)))
  await writeFile(join(folder, file.name), bytes)
  if (!isTrusted) return
  file.sha256 = createHash('sha256').update(bytes).digest('hex')
  file.sizeBytes = bytes.length
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest))
}

const flip = (at: number) => (bytes: Buffer) => {
  bytes[at]! ^= 1
  return bytes
}

for (const [what, change, isTrusted, expected] of [
  ['one changed bit', flip(1000), false, /damaged: expected SHA-256/],
  ['a cut end', (bytes: Buffer) => bytes.subarray(0, -64), false, /expected \d+ bytes, got \d+/],
  ['a cut end with a new checksum', (bytes: Buffer) => bytes.subarray(0, -64), true, /expected \d+ bytes, got \d+/],
  ['another format', flip(0), true, /not an Octet range database/],
  ['another version', flip(8), true, /expected format version 1, got 0/],
  [
    'a directory that points outside',
    (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/"offset":\d{6}/, '"offset":999936'), 'latin1'),
    true,
    /lies outside/,
  ],
  ['an empty file', () => Buffer.alloc(0), true, /at least 64 bytes/],
] as const)
  test(`a file with ${what} is refused`, async () => {
    await using folder = await makeFolder()
    await writeSmallDatabase(folder.path, ROWS)
    await damage(folder.path, change, isTrusted)
    await assert.rejects(openDatabase(folder.path), { name: 'DamagedFileError', message: expected })
  })

test('a file of before, which says nothing of neighbours, is read', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, ROWS)
  const withoutNames = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('"networks', '"formerly'), 'latin1')
  await damage(folder.path, withoutNames, true)
  await using db = await openDatabase(folder.path)
  assert.equal(db.networks.size, 0)
})

test('without any build the error says so', async () => {
  await using folder = await makeFolder()
  await assert.rejects(openDatabase(folder.path), { key: 'data_missing' })
})

test('a broken manifest is refused by name', async () => {
  await using folder = await makeFolder()
  await writeFile(join(folder.path, MANIFEST), '{"format":9}')
  await assert.rejects(openDatabase(folder.path), /not a manifest/)
})

test('the var folder will do as well as the data folder in it', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(join(folder.path, 'data'), ROWS)
  assert.equal((await openDatabase(folder.path)).build, 'small')
})

test('the build before is used when the newest is damaged', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, ROWS, 'old')
  await copyFile(join(folder.path, MANIFEST), join(folder.path, PREVIOUS_MANIFEST))
  await writeSmallDatabase(folder.path, ROWS, 'new')
  await truncate(join(folder.path, 'octet-new.ipdb'), 100)
  let told = ''
  const db = await openDatabase(folder.path, { onFallback: (error) => (told = error.message) })
  assert.equal(db.build, 'old')
  assert.match(told, /octet-new/)
})

test('a new build takes over while serving, a damaged one does not', async () => {
  await using folder = await makeFolder()
  const data = join(folder.path, 'data')
  const errors: string[] = []
  const swaps: string[] = []
  await using slot = await watchDatabase(folder.path, {
    intervalMs: 10,
    onSwap: (db) => swaps.push(db.build),
    onError: (error) => errors.push(error.message),
  })
  assert.equal(slot.current, undefined)
  assert.throws(() => slot.get(), { key: 'data_missing' })
  await writeSmallDatabase(data, ROWS, 'one')
  await until(() => slot.current?.build === 'one', 'the new build is open')
  const held = slot.get()
  await publishElsewhere(folder.path, data, 'bad', (bytes) => bytes.subarray(0, 100))
  await until(() => errors.some((message) => message.includes('octet-bad')), 'the bad build is told')
  assert.equal(slot.get().build, 'one')
  await publishElsewhere(folder.path, data, 'two', (bytes) => bytes)
  await until(() => slot.get().build === 'two', 'the new build is open')
  assert.equal(held.lookup('0.0.1.1', { lang: 'en', now: new Date(0) }).country_code, 'DE')
  assert.deepEqual(swaps, ['one', 'two'])
})

test('a database that has been opened already is not read again, and makes room for a newer one', async () => {
  await using folder = await makeFolder()
  const data = join(folder.path, 'data')
  await writeSmallDatabase(data, ROWS, 'one')
  const current = await openDatabase(folder.path)
  await damage(data, flip(200)) // whoever reads it now is told
  const errors: string[] = []
  await using slot = await watchDatabase(folder.path, { current, intervalMs: 10, onError: ({ message }) => errors.push(message) })
  assert.equal(slot.get(), current)
  await publishElsewhere(folder.path, data, 'two', (bytes) => bytes)
  await until(() => slot.get().build === 'two', 'the new build is open')
  assert.deepEqual(errors, [])
})

/** Writes a build beside and moves it in, the manifest last, as publishing does. */
async function publishElsewhere(folder: string, data: string, build: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  const aside = join(folder, build)
  await writeSmallDatabase(aside, ROWS, build)
  const name = `octet-${build}.ipdb`
  await writeFile(join(data, name), change(await readFile(join(aside, name))))
  await rename(join(aside, MANIFEST), join(data, MANIFEST))
}
