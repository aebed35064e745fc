import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MailServer } from './mail-server.ts'

test('the pauses grow to a minute, and begin anew after an answer', () => {
  const server = new MailServer()
  assert.deepEqual([server.state, server.isPaused], ['unchecked', false])
  const pauses = Array.from({ length: 6 }, () => server.noteFault() / 1_000)
  assert.deepEqual(pauses, [5, 10, 20, 40, 60, 60])
  assert.deepEqual([server.state, server.isPaused], ['failing', true])
  server.noteAnswer()
  assert.deepEqual([server.state, server.noteFault()], ['up', 5_000])
})
