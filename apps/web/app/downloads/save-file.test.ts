import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { FileSaver } from './save-file.ts'

const BYTES = randomBytes(500_000)

/** A file of the reader's disk, kept in memory. */
function makeHandle() {
  const bytes = Buffer.alloc(BYTES.length)
  return {
    bytes,
    createWritable: async () => ({
      async write({ position, data }: { position: number; data: Uint8Array }) {
        bytes.set(data, position)
      },
      async close() {},
    }),
  }
}

/** Sends so much of the file, then breaks the line, or says nothing more. */
async function serve(breakAfter: number, { isSilent = false } = {}) {
  const ranges: (string | undefined)[] = []
  const server = createServer((request, response) => {
    ranges.push(request.headers.range)
    const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const part = BYTES.subarray(start)
    response.writeHead(start > 0 ? 206 : 200, { etag: '"one"', 'content-length': part.length })
    const leave = () => isSilent || setTimeout(() => response.destroy(), 200)
    if (part.length > breakAfter) response.write(part.subarray(0, breakAfter), leave)
    else response.end(part)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ranges,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a line that breaks is taken up where it broke', async () => {
  await using server = await serve(200_000)
  const handle = makeHandle()
  const saver = new FileSaver(handle, BYTES.length, async () => server.url)
  let told = 0
  assert.equal(await saver.run(() => told++), 'saved')
  assert.ok(handle.bytes.equals(BYTES))
  assert.ok(told > 0)
  assert.deepEqual([server.ranges.length >= 3, server.ranges[0]], [true, undefined])
})

test('a line that is dead without a word is given up and taken up again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  await using server = await serve(200_000, { isSilent: true })
  const handle = makeHandle()
  const saver = new FileSaver(handle, BYTES.length, async () => server.url)
  const ended = saver.run(() => {})
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  while (saver.doneBytes < 200_000) await settle()
  context.mock.timers.tick(29_000)
  for (let turns = 0; turns < 50; turns++) await settle()
  assert.equal(server.ranges.length, 1)
  while (saver.doneBytes < BYTES.length) {
    context.mock.timers.tick(1_000)
    await settle()
  }
  assert.equal(await ended, 'saved')
  assert.ok(handle.bytes.equals(BYTES))
  assert.equal(server.ranges[1], 'bytes=200000-')
})

test('a pause keeps what came, and going on fetches the rest', async () => {
  await using server = await serve(Infinity)
  const handle = makeHandle()
  const saver = new FileSaver(handle, BYTES.length, async () => server.url)
  const ended = saver.run(() => saver.pause())
  assert.equal(await ended, 'paused')
  assert.ok(saver.doneBytes > 0 && saver.doneBytes < BYTES.length)
  assert.equal(await saver.run(() => {}), 'saved')
  assert.ok(handle.bytes.equals(BYTES))
  assert.match(server.ranges.at(-1) ?? '', /^bytes=\d+-$/)
})
