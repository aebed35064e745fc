import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createReadStream, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { Answer } from '@octet/core/endpoint.ts'
import { until } from '@octet/core/testing/until.ts'
import type { Jobs } from '../domain/jobs/jobs.ts'
import { sendAnswer } from './reply.ts'
import { sendFile } from './send-file.ts'
import { sendResult } from './send-result.ts'
import { settleStream } from './settle-stream.ts'

let folder: string
let path: string
let app: FastifyInstance
/** What the endpoint waits for before it answers. */
let gate: Promise<void>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octet-send-'))
  path = join(folder, 'file')
  await writeFile(path, 'octet\n'.repeat(10_000))
  const file = { path, sizeBytes: 60_000, sha256: '00'.repeat(32), modifiedAt: new Date(), mediaType: 'text/plain' }
  app = Fastify()
  const finish = async () => async () => {}
  const sent = () => sendFile(file, { method: 'GET', header: () => undefined, onSend: finish })
  const jobs = {
    openResult: async () => ({
      format: 'table',
      delimiter: ',',
      fileName: 'a.csv',
      sizeBytes: 60_000,
      hasMark: false,
      stream: createReadStream(path),
    }),
  } as unknown as Jobs
  const result = (bom: boolean) => () => sendResult(jobs, 'account', { id: 'id', bom })
  const ways: Record<string, () => Promise<Answer>> = {
    file: sent,
    charged: async () => settleStream(await sent(), { settle() {}, onPart() {} }),
    result: result(false),
    marked: result(true),
  }
  for (const [name, answer] of Object.entries(ways))
    app.get(`/${name}`, async (_request, reply) => {
      const opened = await answer()
      await gate
      return sendAnswer(reply, opened)
    })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** How often this process holds the file open. */
const countOpen = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path
    } catch {
      return false // closed meanwhile
    }
  }).length

for (const name of ['file', 'charged', 'result', 'marked'])
  test(`/${name}: who goes away before the first byte keeps no file open`, { skip: process.platform !== 'linux' }, async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const asked = once(app.server, 'request')
    socket.write(`GET /${name} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const [request] = await asked
    await until(() => countOpen() === 1, 'the file is open')
    socket.destroy()
    await once(request.socket, 'close')
    await sleep(20)
    resolve()
    await until(() => countOpen() === 0, 'the file is closed')
  })

for (const [name, size] of [
  ['file', 60_000],
  ['charged', 60_000],
  ['result', 60_000],
  ['marked', 60_003],
] as const)
  test(`/${name} comes whole, and the file is closed`, async () => {
    gate = Promise.resolve()
    const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/${name}`)
    assert.equal((await answer.arrayBuffer()).byteLength, size)
    await until(() => countOpen() === 0, 'the file is closed')
  })
