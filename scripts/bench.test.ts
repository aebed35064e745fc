import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('a word that is in the path of no bench is refused', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'bench.ts'), 'no-such'], { encoding: 'utf8' })
  assert.deepEqual(
    [status, stderr],
    [1, 'expected a word from the path of a bench, such as lookup or apps/server; got no-such\n'],
  )
})
