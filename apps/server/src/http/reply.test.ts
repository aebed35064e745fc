import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { AppError } from '@octet/core/errors.ts'
import { sendFailure } from './reply.ts'

test('a caller who goes away amid its body is not logged as a fault of ours', { timeout: 30_000 }, async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk)) as undefined) })
  const app = Fastify({
    loggerInstance: pino({ level: 'error' }, stream) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  let answered: () => void
  const isAnswered = new Promise<void>((resolve) => (answered = resolve))
  app.setErrorHandler((error, _request, reply) => {
    sendFailure(reply, error, 'en')
    answered()
    return reply
  })
  app.post('/', () => 'read')
  app.get('/broken', () => Promise.reject(new Error('ours')))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const isRead = once(app.server, 'request')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{')
  await isRead
  socket.destroy()
  await isAnswered
  assert.deepEqual(lines, [])
  assert.equal((await app.inject('/broken')).statusCode, 500)
  assert.equal(lines.length, 1)
  await app.close()
})

test('a refusal comes in both languages for who asks, and in one otherwise', async () => {
  const app = Fastify()
  const refusal = new AppError('bad_input', { field: 'name', expected: { en: 'a name', zh: '名称' }, got: 7 })
  app.setErrorHandler((error, _request, reply) => sendFailure(reply, error, 'en'))
  app.get('/', () => Promise.reject(refusal))
  const { msg, data } = (await app.inject({ url: '/', headers: { 'x-words': 'both' } })).json()
  assert.equal(msg, 'name: expected a name, got 7')
  assert.deepEqual(
    [data.words.en.msg, data.words.zh.msg, data.words.en.resolution, data.expected],
    [msg, 'name：应为名称，收到 7', data.resolution, 'a name'],
  )
  assert.match(data.words.zh.resolution, /请更正/)
  for (const headers of [{}, { 'x-words': 'all' }])
    assert.equal('words' in (await app.inject({ url: '/', headers })).json().data, false)
  await app.close()
})
