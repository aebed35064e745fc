import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDistance } from './distance.ts'

const now = new Date('2026-01-01T00:00:00Z')
for (const [date, en, zh] of [
  ['2026-01-01T00:00:40Z', 'in 40 seconds', '40秒钟后'],
  ['2026-01-01T00:59:59Z', 'in 59 minutes', '59分钟后'],
  ['2026-01-01T05:30:00Z', 'in 5 hours', '5小时后'],
  ['2026-01-02T18:00:00Z', 'in 42 hours', '42小时后'],
  ['2026-03-01T00:00:00Z', 'in 59 days', '59天后'],
] as const)
  test(`${date} is ${en}`, () => {
    assert.equal(toDistance(new Date(date), now, 'en'), en)
    assert.equal(toDistance(new Date(date), now, 'zh').replaceAll(' ', ''), zh)
  })
