import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCountdown } from './to-countdown.ts'

for (const [seconds, words] of [
  [0, '0:00'],
  [9, '0:09'],
  [245, '4:05'],
  [3609, '1:00:09'],
  [86_400, '1:00:00:00'],
] as const)
  test(`${seconds} s are ${words}`, () => assert.equal(toCountdown(seconds), words))
