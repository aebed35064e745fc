import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvents } from './read-events.ts'

async function read(...pieces: readonly string[]) {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  return Array.fromAsync(readEvents(stream))
}

test('events are cut at empty lines, wherever the pieces end', async () => {
  const whole = 'data: {"a":1}\n\nevent: error\ndata: {"b":2}\n\n'
  const expected = [
    { event: 'message', data: '{"a":1}' },
    { event: 'error', data: '{"b":2}' },
  ]
  assert.deepEqual(await read(whole), expected)
  assert.deepEqual(await read(...whole), expected)
})

test('comments and blocks without data are nothing', async () =>
  assert.deepEqual(await read(': alive\n\nid: 3\n\ndata: x\n\n'), [{ event: 'message', data: 'x' }]))

test('several data lines are one text', async () =>
  assert.deepEqual(await read('data: a\r\ndata: b\r\n\r\n'), [{ event: 'message', data: 'a\nb' }]))
