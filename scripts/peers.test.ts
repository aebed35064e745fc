import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PEERS } from './peers.ts'

test('.ci/run installs every peer that the tests use', () => {
  const words = readFileSync(join(import.meta.dirname, '../.ci/run'), 'utf8').split(/[\s;]+/)
  assert.deepEqual(
    Object.values(PEERS).filter((debian) => !words.includes(debian)),
    [],
  )
})
