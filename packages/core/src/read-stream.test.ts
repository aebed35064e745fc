import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInThisContext } from 'node:vm'
import { readStream } from './read-stream.ts'
import { OLDER_BROWSER } from './testing/older-browser.ts'

runInThisContext(OLDER_BROWSER)

/** A stream of two parts, and whether it was cancelled. */
function createStream(end: (controller: ReadableStreamDefaultController<string>) => void) {
  const state = { isCancelled: false }
  const stream = new ReadableStream<string>({
    start(controller) {
      controller.enqueue('a')
      controller.enqueue('b')
      end(controller)
    },
    cancel() {
      state.isCancelled = true
    },
  })
  return { state, stream }
}

test('a stream is read to its end in a browser that cannot iterate over it', async () => {
  const { stream } = createStream((controller) => controller.close())
  assert.deepEqual(await Array.fromAsync(readStream(stream)), ['a', 'b'])
  assert.equal(stream.locked, false)
})

test('a loop that is left cancels the stream', async () => {
  const { state, stream } = createStream(() => {})
  for await (const part of readStream(stream)) if (part === 'b') break
  assert.deepEqual([state.isCancelled, stream.locked], [true, false])
})

test('an error of the stream comes out of the loop', async () => {
  const { stream } = createStream((controller) => setTimeout(() => controller.error(new Error('cut off'))))
  await assert.rejects(Array.fromAsync(readStream(stream)), { message: 'cut off' })
})
