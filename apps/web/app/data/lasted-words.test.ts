import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLastedWords } from './lasted-words.ts'

for (const [seconds, en, zh] of [
  [0, '0 s', '0 秒'],
  [15, '15 s', '15 秒'],
  [60, '1 min', '1 分钟'],
  [75, '1 min 15 s', '1 分钟 15 秒'],
  [21_720, '6 h 2 min', '6 小时 2 分钟'],
  [3_605, '1 h', '1 小时'],
  [90_000, '1 d 1 h', '1 天 1 小时'],
] as const)
  test(`${seconds} → ${en}`, () => assert.deepEqual([toLastedWords(seconds, 'en'), toLastedWords(seconds, 'zh')], [en, zh]))
