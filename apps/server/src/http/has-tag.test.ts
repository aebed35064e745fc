import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasTag } from './has-tag.ts'

for (const [header, is] of [
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
] as const)
  test(`If-None-Match: ${header} ${is ? 'names' : 'does not name'} "a"`, () => assert.equal(hasTag(header, '"a"'), is))
