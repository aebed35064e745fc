import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toLockFingerprint } from './fingerprint.ts'

const LOCK = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')

test('a lockfile in which npm prune has noted something names the same packages', () => {
  const pruned = LOCK.replace(/("license": "[^"]+",\n)/, '$1      "hasInstallScript": true,\n')
  assert.notEqual(pruned, LOCK)
  assert.equal(toLockFingerprint(pruned), toLockFingerprint(LOCK))
})

test('a lockfile of the same size with another version does not', () => {
  const other = LOCK.replace(
    /("integrity": "sha512-)(.)/,
    (_, start: string, first: string) => `${start}${first === 'A' ? 'B' : 'A'}`,
  )
  assert.equal(other.length, LOCK.length)
  assert.notEqual(toLockFingerprint(other), toLockFingerprint(LOCK))
})
