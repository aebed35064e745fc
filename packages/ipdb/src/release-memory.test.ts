import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { releaseMemory } from './release-memory.ts'

const measure = () => process.memoryUsage().arrayBuffers
/** The system gives the memory of an array only when it is touched. */
const [LITTLE_BYTES, MANY_BYTES] = [64 << 20, 600 << 20]

test('little is left to the engine', () => {
  let held = [new Uint8Array(LITTLE_BYTES)]
  const before = measure()
  assert.ok(before >= LITTLE_BYTES && held.length > 0)
  held = []
  releaseMemory()
  assert.ok(measure() > before - LITTLE_BYTES)
})

test('much that a phase has left behind is freed', () => {
  let held = [new Uint8Array(MANY_BYTES)]
  assert.ok(measure() >= MANY_BYTES && held.length > 0)
  held = []
  releaseMemory()
  releaseMemory() // arrays are freed in another thread of the engine, which is waited for before it looks again
  assert.ok(measure() < MANY_BYTES)
})

test('code that is kept compiled from here on is good for a program that begins', () => {
  const path = JSON.stringify(join(import.meta.dirname, 'release-memory.ts'))
  const tell = `const { cachedDataVersionTag } = require('node:v8'), before = cachedDataVersionTag()
    require(${path}).collectGarbage()
    console.log(cachedDataVersionTag() === before)`
  assert.equal(spawnSync(process.execPath, ['-e', tell], { encoding: 'utf8' }).stdout, 'true\n')
})
