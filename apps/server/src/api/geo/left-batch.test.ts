import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@octet/core/testing/until.ts'
import { putAccount } from '../../testing/put-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { readUsed } from '../../testing/read-used.ts'
import { startProduct } from '../../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const folder = await mkdtemp(join(tmpdir(), 'octet-left-'))
before(async () => {
  const config = join(folder, 'octet.yaml')
  const plan = '{ id: free, name: FREE, requestsPerMonth: 1000000, keys: 3, requestsPerSecond: 20000 }'
  await writeFile(config, `limits: { unitsPerSecond: 10000, burst: 100000 }\nplans:\n  - ${plan}\n`)
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, env: { OCTET_CONFIG: config }, listen: true })
  await product.services.keyTable.load()
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const LINES = 50_000
/** Lines that may be charged beyond those whose bytes the system has taken: those of the part that is being handed over. */
const MOST_AHEAD = 600

for (const query of ['?format=csv', '?format=csv&fields=ip', '?format=ndjson', '?format=ndjson&fields=ip'])
  test(`of a batch${query} whose client leaves, what the system has taken is charged, and no more`, async () => {
    const { id, key } = await openAccount()
    const client = await ask(query, key)
    await until(() => client.countLines() >= 300, '300 lines are read')
    client.socket.pause()
    const read = client.countLines()
    await until(async () => (await readUsed(product.services, id)) >= read, 'what is read is charged meanwhile')
    await sleep(300)
    const taken = client.text.length + (await countQueued(client.socket))
    const bytesPerLine = client.body().length / client.countLines()
    client.socket.destroy()
    await sleep(300)
    const used = await readUsed(product.services, id)
    const most = Math.min(LINES, taken / bytesPerLine) * 1.05 + MOST_AHEAD
    assert.ok(used >= read && used <= most, `${read} read, ${used} charged, at most ${Math.round(most)}`)
  })

test('who reads all is charged for all, also one that closes at once', async () => {
  const { id, key } = await openAccount()
  const client = await ask('?format=csv', key)
  await until(() => client.text.endsWith('0\r\n\r\n'), 'all has come')
  client.socket.destroy()
  await until(async () => (await readUsed(product.services, id)) === LINES, 'all is charged')
})

/** A call whose answer is read as it comes, over a plain socket. */
async function ask(query: string, key: string) {
  const socket = connect(Number(new URL(product.origin).port), '127.0.0.1')
  const body = Array.from({ length: LINES }, (_, i) => `8.${i >> 16}.${(i >> 8) & 255}.${i & 255}\n`).join('')
  const client = {
    socket,
    text: '',
    body: () => client.text.slice(client.text.indexOf('\r\n\r\n') + 4),
    /** Lines of the answer that have begun. */
    countLines: () => client.body().match(/\n(?:\{"query":")?8\./g)?.length ?? 0,
  }
  socket.setEncoding('latin1').on('data', (some: string) => (client.text += some))
  socket.on('error', () => {})
  socket.write(
    `POST /v1/ip/batch${query} HTTP/1.1\r\nhost: test\r\nx-api-key: ${key}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  return client
}

/** Bytes that the system has taken from the server and the client has not read (proc(5), `tx_queue` and `rx_queue`). */
async function countQueued({ localPort = 0, remotePort = 0 }: Socket): Promise<number> {
  const [client, server] = [localPort, remotePort].map((port) => port.toString(16).toUpperCase().padStart(4, '0'))
  let bytes = 0
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of (await readFile(file, 'utf8')).split('\n').slice(1)) {
      const [, local = '', remote = '', , queues = ''] = line.trim().split(/\s+/)
      const [sending = '0', reading = '0'] = queues.split(':')
      if (local.endsWith(`:${server}`) && remote.endsWith(`:${client}`)) bytes += Number.parseInt(sending, 16)
      if (local.endsWith(`:${client}`) && remote.endsWith(`:${server}`)) bytes += Number.parseInt(reading, 16)
    }
  return bytes
}

async function openAccount(): Promise<{ id: string; key: string }> {
  const { id, token } = await putAccount(product.services)
  const headers = { token }
  const answer = await product.app.inject({ method: 'POST', url: '/v1/keys', payload: {}, headers })
  await product.services.keyTable.load()
  return { id, key: answer.json().data.key }
}
