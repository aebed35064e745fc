import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDotPath } from './dot-path.ts'

for (const [x, y] of [
  [0, 0],
  [57.915, 52.578],
  [360, 180],
] as const)
  test(`the dot at ${x} ${y} has a length, in the precision of a browser too`, () => {
    const [, from, length] = /^M(\S+) \S+h(\S+)$/.exec(toDotPath(x, y)) ?? []
    assert.ok(Math.fround(Number(from) + Number(length)) > Math.fround(Number(from)))
    assert.ok(Number(length) < 0.001, 'and is not to be seen')
  })
