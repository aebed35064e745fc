import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readWorkMs } from './work.ts'

test('what is worked counts, and what is only waited does not', async () => {
  const started = readWorkMs()
  await wait(1_000)
  assert.ok(readWorkMs() - started < 900)
  const begun = readWorkMs()
  while (readWorkMs() - begun < 50);
})
