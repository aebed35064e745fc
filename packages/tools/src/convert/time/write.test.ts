import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toRelative } from './write.ts'

for (const [ms, en, zh] of [
  [0, 'now', '现在'],
  [-900, 'now', '现在'],
  [-1000, '1 second ago', '1秒钟前'],
  [86_400_000, 'in 1 day', '1天后'],
] as const)
  test(`${ms} ms from now is ${en}`, () => {
    const moment = { epochMilliseconds: 1_700_000_000_000 + ms }
    assert.deepEqual(
      (['en', 'zh'] as const).map((lang) => toRelative(moment, 1_700_000_000_000, lang)),
      [en, zh],
    )
  })
