import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickTwoBuilds } from './find-build.ts'

const kept = ['c', 'b', 'a'].map((build) => ({ build }))

for (const [ids, expected] of [
  [[], ['b', 'c']],
  [['a'], ['a', 'c']],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
] as const)
  test(`of c, b and a, ${ids.join(' and ') || 'nothing'} means ${expected.join(' and ')}`, () =>
    assert.deepEqual(
      pickTwoBuilds(kept, ids).map(({ build }) => build),
      expected,
    ))

for (const [some, ids, message] of [
  [kept.slice(2), [], 'A comparison needs two kept builds, got a; kept: a'],
  [[], [], 'A comparison needs two kept builds, got –; kept: –'],
  [kept, ['x', 'a'], 'A comparison needs two kept builds, got x, a; kept: c, b, a'],
] as const)
  test(message, () => assert.throws(() => pickTwoBuilds(some, ids), { key: 'builds_not_kept', message }))
