import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Logger } from 'pino'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { startStun } from './start-stun.ts'

test('a port that is taken is logged, and the others answer', async () => {
  const port = await findFreePort()
  const taken = createSocket('udp4').bind(port, '127.0.0.2')
  await once(taken, 'listening')
  const said: string[] = []
  const note = ({ host }: { host: string }, words: string) => void said.push(`${host}: ${words}`)
  const listen = [`127.0.0.2:${port}`, `127.0.0.1:${port}`]
  const client = createSocket('udp4')
  try {
    await using _stun = await startStun({
      config: { url: `stun:127.0.0.1:${port}`, listen },
      log: { warn: note, info: note } as unknown as Logger,
      take: () => true,
    })
    assert.deepEqual(said, [
      '127.0.0.2: no STUN here: the port cannot be opened',
      '127.0.0.1: answering STUN for the WebRTC leak test',
    ])
    client.send(Buffer.from('000100002112a442b7e7a701bc34d686fa87dfae', 'hex'), port, '127.0.0.1')
    const [answer] = (await once(client, 'message')) as [Buffer]
    assert.equal(answer.length, 32)
  } finally {
    client.close()
    taken.close()
  }
})
