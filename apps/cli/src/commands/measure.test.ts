import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'

const MAIN = join(import.meta.dirname, '../../bin/octet.mjs')
const PROBE = { id: 'a', name: 'fra', country: 'DE', city: 'Frankfurt', asn: null, network: null, tags: [] }
const DATA = { sent: 1, received: 1, lossPercent: 0, minMs: 1, medianMs: 1, avgMs: 1, maxMs: 1 }
const STATE = {
  id: 'x',
  type: 'ping',
  status: 'in-progress',
  targets: ['example.com'],
  results: [{ target: 'example.com', probe: PROBE, result: { status: 'in-progress', data: DATA, error: null } }],
}

/** A server that streams nothing and never ends a measurement; `onPoll` is told how often it was asked. */
async function serve(onPoll: (polls: number) => void) {
  let polls = 0
  const server = createServer((request, response) => {
    const isPoll = request.method === 'GET' && request.headers.accept !== 'application/x-ndjson'
    if (isPoll) onPoll(++polls)
    const data = isPoll ? STATE : { id: 'x' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 200, msg: '', data }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('Ctrl+C prints what has come, says where the rest is to be read, and ends as interrupted', async () => {
  // Who asks a second time has seen the first answer.
  await using server = await serve((polls) => polls === 2 && child.kill('SIGINT'))
  const env = { ...process.env, LC_ALL: 'C.UTF-8', OCTET_SERVER: `${server.origin}/` }
  const child = spawn(process.execPath, [MAIN, 'measure', 'ping', 'example.com'], { env })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  assert.deepEqual(await once(child, 'close'), [null, 'SIGINT'])
  assert.match(out, /^fra +Frankfurt, DE +0% +1\.00 /m)
  assert.match(out, /\n0 of 1 done, .*loss 0%\n$/)
  assert.equal(err, `${server.origin}/measurements/x\n`)
})
