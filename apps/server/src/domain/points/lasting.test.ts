import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLasting, toLastingApart } from './lasting.ts'

const MINUTE = 60_000
const rows: [number, string, string][] = [
  [0, '1 min', '1 分钟'],
  [12.4 * MINUTE, '12 min', '12 分钟'],
  [59.6 * MINUTE, '1 h', '1 小时'],
  [125 * MINUTE, '2 h 5 min', '2 小时 5 分钟'],
  [1_440 * MINUTE, '1 d', '1 天'],
  [1_445 * MINUTE, '1 d', '1 天'],
  [(2 * 1_440 + 3 * 60 + 7) * MINUTE, '2 d 3 h', '2 天 3 小时'],
]
for (const [ms, en, zh] of rows) test(`${ms} ms is ${en}`, () => assert.deepEqual(toLasting(ms), { en, zh }))

test('maintenance within it is said beside it, if only it is half a minute', () => {
  assert.deepEqual(toLastingApart(185 * MINUTE, 120 * MINUTE), {
    en: '3 h 5 min (2 h of it maintenance)',
    zh: '3 小时 5 分钟（其中维护 2 小时）',
  })
  assert.deepEqual(toLastingApart(185 * MINUTE, 0.4 * MINUTE), toLasting(185 * MINUTE))
})
