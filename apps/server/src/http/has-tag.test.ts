import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasStrongTag, hasTag } from './has-tag.ts'

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

test('a tag that is weak itself is named by If-None-Match, weak or not', () => {
  for (const header of ['W/"a"', '"a"', '"b", W/"a"']) assert.ok(hasTag(header, 'W/"a"'), header)
  assert.ok(!hasTag('W/"b"', 'W/"a"'))
})

for (const [header, is] of [
  ['"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['W/"a"', false],
  ['"b"', false],
  ['', false],
] as const)
  test(`If-Match: ${header} ${is ? 'names' : 'does not name'} "a"`, () => assert.equal(hasStrongTag(header, '"a"'), is))
