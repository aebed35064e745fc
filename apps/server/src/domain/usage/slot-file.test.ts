import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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

test('what a program left is found, although its number is that of this or another process now', () => {
  const below = join(folder, 'numbers')
  const own = new SlotFile(below, assert.ifError)
  const lost = [
    `${process.pid}-1-${randomUUID()}.slots`, // as older versions called theirs
    `${process.pid}@1-0-${randomUUID()}.slots`,
    `${process.ppid}@1-0-${randomUUID()}.slots`,
  ].map((name) => join(below, name))
  for (const path of lost) writeFileSync(path, '')
  const found = findLeftovers(below).map(({ path }) => path)
  assert.deepEqual(found.sort(), lost.sort())
  own.close()
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
