import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pruneCode } from './prune-code.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-30T00:00Z')

async function makeCache(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'octet-prune-'))
  t.after(() => rm(folder, { recursive: true }))
  const put = async (
    name: string,
    { days, bytes = 10, readDays = days }: { days: number; bytes?: number; readDays?: number },
  ) => {
    const path = join(folder, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, '')
    await truncate(path, bytes)
    await utimes(path, (NOW - readDays * DAY_MS) / 1000, (NOW - days * DAY_MS) / 1000)
  }
  return { folder, put }
}

test('what nobody has read for two weeks goes, and with it the folder of a Node that is gone', async (t) => {
  const { folder, put } = await makeCache(t)
  await put('v24.21.0-x64-a-0/new', { days: 1 })
  await put('v24.21.0-x64-a-0/read', { days: 40, readDays: 2 })
  await put('v24.21.0-x64-a-0/old', { days: 15 })
  await put('v24.0.0-x64-b-0/gone', { days: 40 })
  assert.equal(await pruneCode(folder, NOW), 2)
  assert.deepEqual((await readdir(folder)).toSorted(), ['.pruned', 'v24.21.0-x64-a-0'])
  assert.deepEqual((await readdir(join(folder, 'v24.21.0-x64-a-0'))).toSorted(), ['new', 'read'])
})

test('of more than 64 MB what was read last stays', async (t) => {
  const { folder, put } = await makeCache(t)
  for (const days of [1, 2, 3, 4]) await put(`v24.21.0-x64-a-0/${days}`, { days, bytes: 20 << 20 })
  assert.equal(await pruneCode(folder, NOW), 1)
  assert.deepEqual((await readdir(join(folder, 'v24.21.0-x64-a-0'))).toSorted(), ['1', '2', '3'])
})

test('it is looked at once a day', async (t) => {
  const { folder, put } = await makeCache(t)
  await put('v24.21.0-x64-a-0/new', { days: 1 })
  assert.equal(await pruneCode(folder, NOW), 0)
  await put('v24.21.0-x64-a-0/old', { days: 15 })
  assert.equal(await pruneCode(folder, NOW + DAY_MS / 2), 0)
  assert.equal(await pruneCode(folder, NOW + DAY_MS), 1)
})

test('where nothing is kept nothing is made', async (t) => {
  const { folder } = await makeCache(t)
  assert.equal(await pruneCode(join(folder, 'none'), NOW), 0)
  assert.ok(!existsSync(join(folder, 'none')))
})
