import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createClient, OctetError } from './client.ts'

type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

/** A server on loopback that gives the answers in turn and keeps what it was asked. */
async function serve(answers: readonly Answer[]) {
  const asked: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    asked.push({ url: request.url ?? '', headers: request.headers, body })
    const { status = 200, headers = {}, body: answer } = answers[Math.min(asked.length, answers.length) - 1] as Answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    asked,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const ok = (data: unknown): Answer => ({ body: { code: 200, msg: '', data } })
const busy: Answer = {
  status: 429,
  headers: { 'retry-after': '0' },
  body: { code: 429, msg: 'slow', data: { error: 'too_many_requests', resolution: 'wait' } },
}

test('a look-up sends the key and the language and gives the record', async () => {
  await using server = await serve([ok({ ip: '2001:db8::1', country_code: 'DE' })])
  const octet = createClient({ baseUrl: server.baseUrl, key: 'k', lang: 'zh' })
  assert.equal((await octet.lookup('2001:db8::1')).country_code, 'DE')
  const [call] = server.asked
  assert.deepEqual(
    [call?.url, call?.headers.authorization, call?.headers['accept-language']],
    ['/v1/ip/2001%3Adb8%3A%3A1', 'Bearer k', 'zh'],
  )
})

test('a tool is called by its id, with types', async () => {
  await using server = await serve([ok({ text: 'STRASSE' })])
  const { text } = await createClient(server).tool('case', { text: 'Straße', to: 'upper' })
  assert.equal(text, 'STRASSE')
  assert.match(server.asked[0]?.body ?? '', /name="to"\r\n\r\nupper/)
})

test('an error carries code, key, message and details', async () => {
  await using server = await serve([
    { status: 400, body: { code: 400, msg: 'no', data: { error: 'bad_address', resolution: 'do', got: 'x' } } },
  ])
  const error = await createClient(server)
    .lookup('x')
    .catch((error: unknown) => error)
  assert.ok(error instanceof OctetError)
  assert.deepEqual(
    [error.code, error.key, error.message, error.resolution, error.details],
    [400, 'bad_address', 'no', 'do', { got: 'x' }],
  )
})

test('429 is tried again after Retry-After, as often as asked for', async () => {
  await using server = await serve([busy, busy, ok(1)])
  assert.equal(await createClient({ ...server, retries: 2 }).call('/v1/x'), 1)
  await using always = await serve([busy])
  await assert.rejects(createClient({ ...always, retries: 1 }).call('/v1/x'), { key: 'too_many_requests' })
  assert.equal(always.asked.length, 2)
})

test('a cancelled call is not tried again', async () => {
  await using server = await serve([ok(1)])
  const abort = new AbortController()
  abort.abort()
  await assert.rejects(createClient(server).call('/v1/x', { signal: abort.signal }), { name: 'AbortError' })
  assert.equal(server.asked.length, 0)
})
