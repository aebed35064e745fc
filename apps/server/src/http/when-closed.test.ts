import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { PartCharges } from './part-charges.ts'
import { whenClosed } from './when-closed.ts'

const server = createServer()
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())

/** The response to a caller who is there. */
async function ask() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = await asked
  return { socket, response }
}

/** The response to a caller who has gone. */
async function askAndGo(): Promise<ServerResponse> {
  const { socket, response } = await ask()
  const closed = once(response, 'close')
  socket.destroy()
  await closed
  return response
}

test('who comes after the caller has gone hears of it, too', async () => {
  const response = await askAndGo()
  await new Promise<void>((resolve) => whenClosed(response, resolve))
})

test('who comes before hears of it then, once', async () => {
  const { socket, response } = await ask()
  let times = 0
  const heard = new Promise<void>((resolve) =>
    whenClosed(response, () => {
      times++
      resolve()
    }),
  )
  assert.equal(times, 0)
  socket.destroy()
  await heard
  assert.equal(times, 1)
})

test('units of a part for a caller who had gone before are given back', async () => {
  const response = await askAndGo()
  const parts = new PartCharges()
  parts.watch(response)
  const told: string[] = []
  const note = (word: string) => () => void told.push(word)
  parts.add({ settle: note('charged'), giveBack: note('given back') }, 5)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(told, ['given back'])
})
