import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findLeftovers, SlotFile } from './slot-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'octet-slots-'))
after(() => rmSync(folder, { recursive: true }))

test('a folder that cannot be written is told of once, and the count goes on', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const faults: unknown[] = []
  const slots = new SlotFile(join(file, 'below'), (error) => faults.push(error))
  slots.write(randomUUID(), 1)
  slots.write(randomUUID(), 2)
  slots.close()
  assert.equal(faults.length, 1)
})

test(
  'what a program left is found, although its number is that of this or another process now',
  { skip: process.platform !== 'linux' },
  () => {
    const below = join(folder, 'numbers')
    const [place] = /\d+/.exec(readlinkSync('/proc/self/ns/pid')) ?? []
    const own = new SlotFile(below, assert.ifError)
    const lost = [
      `${process.pid}-1-${randomUUID()}.slots`, // as older versions called theirs
      `${process.pid}@1.${place}-0-${randomUUID()}.slots`,
      `${process.ppid}@1.${place}-0-${randomUUID()}.slots`,
      `1@1.7-0-${randomUUID()}.slots`, // of another container, which has not touched it
    ].map((name) => join(below, name))
    const beside = join(below, `1@1.8-0-${randomUUID()}.slots`)
    for (const path of [...lost, beside]) writeFileSync(path, '')
    utimesSync(lost.at(-1)!, new Date(), new Date(Date.now() - 61_000))
    const found = findLeftovers(below).map(({ path }) => path)
    assert.deepEqual(found.sort(), lost.sort())
    own.close()
  },
)

test('what was written last is read back, and the place of a closed lease is used again', () => {
  const below = join(folder, 'places')
  const slots = new SlotFile(below, assert.ifError)
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string]
  slots.write(first, 1)
  slots.write(second, 2)
  slots.write(first, 2 ** 40 + 0.5)
  slots.drop(second)
  slots.drop(second)
  const left = () => {
    const [name] = readdirSync(below)
    // as another program would find it, once this one has ended
    const path = join(below, '..', `1@1.7-0-${randomUUID()}.slots`)
    writeFileSync(path, readFileSync(join(below, name!)))
    utimesSync(path, 0, 0)
    const [found] = findLeftovers(folder).filter((leftover) => leftover.path === path)
    rmSync(path)
    return found?.leases
  }
  assert.deepEqual(left(), [{ id: first, used: 2 ** 40 + 0.5 }])
  slots.write(third, 3)
  slots.write(fourth, 4)
  slots.write(third, 5)
  assert.deepEqual(left(), [
    { id: first, used: 2 ** 40 + 0.5 },
    { id: third, used: 5 },
    { id: fourth, used: 4 },
  ])
  slots.close()
  assert.equal(readdirSync(below).length, 1, 'leases that are open are left to whoever finds the file')
})

test('a program that has nothing to write says that it is there', () => {
  const below = join(folder, 'idle')
  const slots = new SlotFile(below, assert.ifError)
  const path = join(below, readdirSync(below)[0]!)
  utimesSync(path, 0, 0)
  slots.touch()
  assert.ok(Date.now() - statSync(path).mtimeMs < 30_000)
  slots.close()
})

const canMount = process.getuid?.() === 0 && process.platform === 'linux'

test(
  'on a full disk slots are lost and nothing else; with room again they are written',
  { skip: !canMount && 'needs root' },
  (t) => {
    const disk = mkdtempSync(join(tmpdir(), 'octet-disk-'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0) return t.skip('cannot mount here')
    try {
      const faults: unknown[] = []
      const slots = new SlotFile(disk, (error) => faults.push(error))
      const [first, second] = [randomUUID(), randomUUID()]
      assert.throws(() => writeFileSync(join(disk, 'ballast'), Buffer.alloc(1 << 20)), { code: 'ENOSPC' })
      slots.write(first, 7)
      slots.write(second, 8)
      assert.deepEqual([faults.length, (faults[0] as NodeJS.ErrnoException).code], [1, 'ENOSPC'])
      rmSync(join(disk, 'ballast'))
      slots.write(first, 9)
      slots.write(second, 10)
      const bytes = readFileSync(join(disk, readdirSync(disk)[0] ?? ''))
      assert.deepEqual([bytes.length, bytes.readDoubleLE(16), bytes.readDoubleLE(40)], [48, 9, 10])
      slots.drop(first)
      slots.drop(second)
      slots.close()
      assert.deepEqual(readdirSync(disk), [])
    } finally {
      spawnSync('umount', [disk])
      rmSync(disk, { recursive: true, force: true })
    }
  },
)
