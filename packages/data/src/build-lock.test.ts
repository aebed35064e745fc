import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import fs, { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { lockBuild } from './build-lock.ts'

const folder = await mkdtemp(join(tmpdir(), 'octet-lock-'))
after(() => rm(folder, { recursive: true }))
const path = join(folder, 'build.lock')

/** What a process that holds the lock writes. */
async function readMark(): Promise<string> {
  await using _lock = await lockBuild(folder)
  return await readFile(path, 'utf8')
}

test('a lock is held until it is let go', async () => {
  const lock = await lockBuild(folder)
  await assert.rejects(lockBuild(folder), new RegExp(`process ${process.pid} is already building`))
  await lock[Symbol.asyncDispose]()
  assert.ok(!existsSync(path))
  await readMark()
})

test('a number that another process has by now holds nothing', async (t) => {
  if (!existsSync('/proc/self/stat')) return t.skip('needs /proc')
  const [pid, , ...place] = (await readMark()).split(' ')
  await writeFile(path, [pid, '1', ...place].join(' '))
  await readMark()
})

test('the lock of another machine holds while it is touched, whoever has its number here', async () => {
  const [pid, start] = (await readMark()).split(' ')
  await writeFile(path, `${pid} ${start} elsewhere/pid:[1]`)
  await assert.rejects(lockBuild(folder), /process \d+ of elsewhere\/pid:\[1\] is already building/)
  await writeFile(path, '999999999 1 elsewhere/pid:[1]')
  await assert.rejects(lockBuild(folder), /already building/)
  const old = new Date(Date.now() - 130_000)
  await utimes(path, old, old)
  await readMark()
})

test('a lock that has just been made, and bears no name yet, holds', async () => {
  await writeFile(path, '')
  await assert.rejects(lockBuild(folder), /another process is already building/)
  const old = new Date(Date.now() - 130_000)
  await utimes(path, old, old)
  await readMark()
})

test('who was stopped until another took the lock over leaves it to that one', async () => {
  const lock = await lockBuild(folder)
  await writeFile(path, '7 1 elsewhere/pid:[1]')
  await lock[Symbol.asyncDispose]()
  assert.equal(await readFile(path, 'utf8'), '7 1 elsewhere/pid:[1]')
  await rm(path)
})

test('of many who begin together one builds', async () => {
  const begun = await Promise.allSettled(Array.from({ length: 20 }, () => lockBuild(folder)))
  const locks = begun.filter((one) => one.status === 'fulfilled')
  assert.equal(locks.length, 1)
  await locks[0]?.value[Symbol.asyncDispose]()
})

test('of many who find a lock left over one takes it', async () => {
  const [, , ...place] = (await readMark()).split(' ')
  for (let round = 0; round < 50; round++) {
    await writeFile(path, ['999999999', '1', ...place].join(' '))
    const begun = await Promise.allSettled(Array.from({ length: 8 }, () => lockBuild(folder)))
    const locks = begun.filter((one) => one.status === 'fulfilled')
    assert.equal(locks.length, 1, `round ${round}`)
    await locks[0]?.value[Symbol.asyncDispose]()
  }
})

test('who was killed while taking a lock over keeps nobody out for long', async () => {
  const [, , ...place] = (await readMark()).split(' ')
  await writeFile(path, ['999999999', '1', ...place].join(' '))
  await writeFile(`${path}.taking`, '')
  await assert.rejects(lockBuild(folder), /has just begun/)
  const old = new Date(Date.now() - 130_000)
  await utimes(`${path}.taking`, old, old)
  await assert.rejects(lockBuild(folder), /has just begun/)
  await readMark()
  assert.ok(!existsSync(`${path}.taking`))
})

test('a lock that another takes the moment the one before is let go is left to that one', async (t) => {
  const other = '7 1 elsewhere/pid:[1]'
  await writeFile(path, other)
  const { stat } = fs
  let looks = 0
  t.mock.method(fs, 'readFile', async () => {
    if (looks === 0) await rm(path)
    return Promise.reject(new Error('gone'))
  })
  t.mock.method(fs, 'stat', async (of: string) => {
    const found = await stat(of).catch((error: unknown) => error)
    // Twice it is not there; then, before whoever looked can act, it is.
    if (++looks === 2) await writeFile(path, other, { flag: 'wx' })
    return found instanceof Error ? Promise.reject(found) : found
  })
  syncBuiltinESMExports()
  try {
    await assert.rejects(lockBuild(folder), /building|begun/)
  } finally {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  }
  if (looks > 1) assert.equal(await readFile(path, 'utf8'), other)
  await rm(path, { force: true })
})
