import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { verifyWebhook, type ReceivedWebhook } from '@octet/client/verify-webhook.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { createCertificate } from '@octet/probe/testing/certificate.ts'
import { checkWebhook, sendWebhook, sign } from './webhook.ts'

const SECRET = createHash('sha256').update('oct_live_x').digest()
const NOW = new Date('2026-11-21T12:00:00Z')
const seen: ReceivedWebhook[] = []
const server = createServer(async (request, response) => {
  const { 'x-octet-timestamp': timestamp, 'x-octet-signature': signature, 'user-agent': agent } = request.headers
  assert.equal(agent, 'Octet')
  seen.push({
    body: await text(request),
    timestamp: String(timestamp),
    signature: String(signature),
    secret: SECRET.toString('hex'),
  })
  if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1/' })
  response.end()
})
before(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
after(() => server.close())

const toMessage = (path = '/') => ({
  url: `http://hook.example.com:${(server.address() as AddressInfo).port}${path}`,
  body: '{"id":1}',
  secret: SECRET,
  now: NOW,
})

test('a webhook is checked on every delivery: a name that has turned inward gets nothing', async () => {
  const addresses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '127.0.0.2']
  const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => [addresses.shift() ?? ''] })
  await sendWebhook(guard, toMessage())
  for (let i = 0; i < 3; i++) await assert.rejects(sendWebhook(guard, toMessage()), { key: 'refused_target' })
  assert.equal(seen.length, 1)
})

for (const [port, isTaken] of [
  [25, false],
  [587, false],
  [6667, false],
  [80, true],
  [8443, true],
  [9000, true],
] as const)
  test(`a receiver at port ${port} is ${isTaken ? 'taken' : 'refused, when it is saved and on each delivery'}`, async () => {
    const url = `https://hook.example.com:${port}/`
    if (isTaken) return void assert.equal(checkWebhook(url), url)
    const guard = createGuard({ resolver: () => assert.fail('it was looked for') })
    assert.throws(() => checkWebhook(url), { key: 'refused_target' })
    await assert.rejects(sendWebhook(guard, { ...toMessage(), url }), { key: 'refused_target' })
  })

test('a redirect is not followed', async () => {
  const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
  await assert.rejects(sendWebhook(guard, toMessage('/away')), /got 302/)
})

const certificate = createCertificate()
test('nothing is sent to a receiver whose certificate nobody vouches for', { skip: !certificate && 'no OpenSSL' }, async () => {
  let heard = 0
  const secure = createSecureServer({ ...certificate }, (_, response) => (heard++, response.end()))
  await once(secure.listen(0, '127.0.0.1'), 'listening')
  try {
    const guard = createGuard({ allowTargets: ['127.0.0.1/32'] })
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`
    await assert.rejects(sendWebhook(guard, { ...toMessage(), url }), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    assert.equal(heard, 0)
  } finally {
    secure.close()
    secure.closeAllConnections()
  }
})

test('a receiver that says one byte at a time is left after the limit', async () => {
  const slow = createTcpServer((socket) => {
    const drip = setInterval(() => socket.write('H'), 20)
    socket.on('error', () => {}).on('close', () => clearInterval(drip))
    socket.write('HTTP/1.1 200 OK\r\nx-a: ')
  })
  await once(slow.listen(0, '127.0.0.1'), 'listening')
  const guard = createGuard({ allowTargets: ['127.0.0.1/32'] })
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`
  await assert.rejects(sendWebhook(guard, { ...toMessage(), url, limitMs: 300 }), {
    key: 'timed_out',
    message: 'No answer within 300 ms',
  })
  slow.close()
})

for (const [title, answer, expected] of [
  ['goes over to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', /got 101$/],
  ['says nothing but 103', 'HTTP/1.1 103 Early Hints\r\n\r\n', /hang up/],
  ['speaks another protocol', '220 ready\r\n', /Parse Error/],
] as const)
  test(`a receiver that ${title} is left, and told of`, async () => {
    const receiver = createTcpServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          socket.write(answer)
          setTimeout(() => socket.end(), 50)
        })
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const guard = createGuard({ allowTargets: ['127.0.0.1/32'] })
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    await assert.rejects(sendWebhook(guard, { ...toMessage(), url }), expected)
    receiver.close()
  })

test('the sample verifier takes what is sent, for five minutes', async () => {
  const [received] = seen
  assert.ok(received)
  const ask = (changed: Partial<ReceivedWebhook>) => verifyWebhook({ ...received, now: NOW, ...changed })
  const later = (seconds: number) => new Date(NOW.getTime() + 1_000 * seconds)
  assert.deepEqual(await Promise.all([ask({}), ask({ now: later(300) }), ask({ now: later(-300) })]), [true, true, true])
  const refused: Partial<ReceivedWebhook>[] = [
    { now: later(301) },
    { now: later(-301) },
    { body: '{"id":2}' },
    { secret: 'another' },
    { timestamp: '1' },
    { timestamp: `${received.timestamp} ` },
    { signature: received.signature.slice(0, -1) },
    { signature: received.signature.replace('sha256=', '') },
    { signature: `sha256=${sign(received.timestamp, '{"id":1}', Buffer.from('00', 'hex'))}` },
    { signature: '' },
  ]
  for (const changed of refused) assert.equal(await ask(changed), false, JSON.stringify(changed))
})
