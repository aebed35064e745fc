import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { serveStun } from './serve-stun.ts'

const REQUEST = Buffer.from('000100002112a442b7e7a701bc34d686fa87dfae', 'hex')

test('a binding request is answered with where it came from, and who asks too often is not', async () => {
  const port = await findFreePort()
  const asked: string[] = []
  await using _server = await serveStun({ host: '127.0.0.1', port, take: (address) => asked.push(address) !== 2 })
  const client = createSocket('udp4')
  try {
    client.send(REQUEST, port, '127.0.0.1')
    const [answer] = (await once(client, 'message')) as [Buffer]
    assert.equal(answer.readUInt16BE(26) ^ 0x2112, client.address().port)
    assert.equal((answer.readUInt32BE(28) ^ 0x2112_a442) >>> 0, 0x7f00_0001)
    client.send(REQUEST, port, '127.0.0.1') // the one that gets none
    client.send(Buffer.concat([REQUEST.subarray(0, 19), Buffer.of(7)]), port, '127.0.0.1')
    const [next] = (await once(client, 'message')) as [Buffer]
    assert.equal(next[19], 7)
    assert.deepEqual(asked, ['127.0.0.1', '127.0.0.1', '127.0.0.1'])
  } finally {
    client.close()
  }
})

test('a port that is taken is told', async () => {
  const port = await findFreePort()
  await using _one = await serveStun({ host: '127.0.0.1', port, take: () => true })
  await assert.rejects(serveStun({ host: '127.0.0.1', port, take: () => true }), { code: 'EADDRINUSE' })
})
