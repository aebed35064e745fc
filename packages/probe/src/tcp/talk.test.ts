import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REPLY } from './talk.ts'

const rows: [string, boolean][] = [
  ['220 ready\r\n', true],
  ['220 ready\n', true],
  ['250\r\n', true],
  ['250-STARTTLS\r\n', false],
  ['250-STARTTLS\r\n250 HELP\r\n', true],
  ['220 ready\r', false],
  ['220 ready', false],
]
for (const [text, isWhole] of rows)
  test(`${JSON.stringify(text)} is ${isWhole ? '' : 'not '}whole`, () => assert.equal(REPLY.test(text), isWhole))

test('a peer that never ends its line is looked at in one pass', () => {
  const words = '\r000 '.repeat(100_000)
  const startedMs = performance.now()
  assert.equal(REPLY.test(words), false)
  assert.ok(performance.now() - startedMs < 20_000)
})
