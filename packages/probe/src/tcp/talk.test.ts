import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { REPLY, Talk } from './talk.ts'

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
  const startedMs = readWorkMs()
  assert.equal(REPLY.test(words), false)
  assert.ok(readWorkMs() - startedMs < 20_000)
})

test('a time that is over is told as it was given, however often there was something in between', async () => {
  const socket = new Socket()
  const talk = new Talk(socket, 300)
  const drip = setInterval(() => socket.emit('data', Buffer.from('2')), 20)
  await assert.rejects(talk.read(REPLY), { key: 'timed_out', message: 'No answer within 300 ms' })
  clearInterval(drip)
  talk.end()
})
