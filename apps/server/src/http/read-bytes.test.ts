import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { readBytes } from './read-bytes.ts'

/** Both ends of a connection. */
async function withPair(use: (mine: Socket, theirs: Socket) => Promise<void>): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const theirs = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [mine] = (await once(server, 'connection')) as [Socket]
  try {
    await use(mine, theirs)
  } finally {
    theirs.destroy()
    mine.destroy()
    server.close()
  }
}

/** What is heard until as many bytes have come. */
function hear(socket: Socket, wanted: number): { leave: () => void; heard: Promise<string> } {
  const { promise: heard, resolve } = Promise.withResolvers<string>()
  let text = ''
  const leave = readBytes(socket, (bytes, size) => {
    text += bytes.toString('latin1', 0, size)
    if (text.length >= wanted) resolve(text)
  })
  return { leave, heard }
}

test('bytes of two connections are heard in order, and pausing holds them back', () =>
  withPair((mine, theirs) =>
    withPair(async (other, toOther) => {
      const [one, two] = [hear(mine, 200_000), hear(other, 3)]
      theirs.write('a'.repeat(200_000))
      toOther.write('two')
      assert.equal(await two.heard, 'two')
      assert.equal(await one.heard, 'a'.repeat(200_000))
      assert.equal(mine.bytesRead, 200_000)

      mine.pause()
      const late = hear(mine, 4)
      theirs.write('late')
      await new Promise((resolve) => setTimeout(resolve, 30))
      assert.equal(mine.bytesRead, 200_000)
      mine.resume()
      assert.equal(await late.heard, 'late')
    }),
  ))

test('what comes after leaving is the stream’s, and so is the end', () =>
  withPair(async (mine, theirs) => {
    const { leave, heard } = hear(mine, 3)
    assert.equal(mine.listenerCount('data'), 0, 'this Node is read past the stream')
    theirs.write('one')
    assert.equal(await heard, 'one')
    leave()
    theirs.end('two'.repeat(50_000))
    let text = ''
    for await (const chunk of mine) text += String(chunk)
    assert.equal(text, 'two'.repeat(50_000))
  }))

test('a connection that cannot be read past its stream is read through it', () =>
  withPair(async (mine, theirs) => {
    const { _handle: handle } = mine as unknown as { _handle: object }
    Object.defineProperty(handle, 'useUserBuffer', { value: undefined })
    const { leave, heard } = hear(mine, 3)
    assert.equal(mine.listenerCount('data'), 1)
    theirs.write('one')
    assert.equal(await heard, 'one')
    leave()
    assert.equal(mine.listenerCount('data'), 0)
  }))
