import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { until } from '@octet/core/testing/until.ts'
import { createClient, findBogon, OctetError } from './client.ts'

const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 20, keyPrefix: '00', keyLength: 32 } as const

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

test('a lookup sends the key and the language and gives the record', async () => {
  await using server = await serve([ok({ ip: '2001:db8::1', country_code: 'DE' })])
  const octet = createClient({ baseUrl: server.baseUrl, key: 'k', lang: 'zh' })
  assert.equal((await octet.lookup('2001:db8::1')).country_code, 'DE')
  const [call] = server.asked
  assert.deepEqual(
    [call?.url, call?.headers.authorization, call?.headers['accept-language']],
    ['/v1/ip/2001%3Adb8%3A%3A1', 'Bearer k', 'zh'],
  )
})

test('a lookup asks for more beside the record', async () => {
  await using server = await serve([ok({ ip: '8.8.8.8', abuse: { email: 'abuse@example.net' } })])
  const { abuse } = await createClient(server).lookup('8.8.8.8', { fields: ['ip', 'abuse'], include: ['abuse', 'hostname'] })
  assert.equal(abuse?.email, 'abuse@example.net')
  assert.equal(server.asked[0]?.url, '/v1/ip/8.8.8.8?fields=ip%2Cabuse&include=abuse%2Chostname')
})

test('a tool is called by its id, with types', async () => {
  await using server = await serve([ok({ text: 'STRASSE' })])
  const { text } = await createClient(server).tool('case', { text: 'Straße', to: 'upper' })
  assert.equal(text, 'STRASSE')
  assert.match(server.asked[0]?.body ?? '', /name="to"\r\n\r\nupper/)
})

test('a measurement that is sent again is begun once', async () => {
  await using server = await serve([busy, ok({ id: 'x' })])
  const input = { type: 'ping', target: 'example.com', locations: 'DE*2', limit: 2 } as const
  assert.equal((await createClient(server).measure(input)).id, 'x')
  const [first, second] = server.asked.map(({ headers, body }) => [headers['idempotency-key'], headers['content-type'], body])
  assert.deepEqual(first, second)
  assert.match(String(first?.[0]), /^[\da-f]{32}$/)
  assert.deepEqual(JSON.parse(String(first?.[2])), input)
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

test('work that is asked for is done, and the call goes on, also one that is sent once only', async () => {
  const secret = 'only for this test'
  const challenge = await createChallenge({ ...WORK, deriveKey, hmacSignatureSecret: secret })
  const wanted: Answer = {
    status: 429,
    headers: { 'retry-after': '9' },
    body: { code: 429, msg: 'work', data: { error: 'proof_wanted', challenge: JSON.stringify(challenge) } },
  }
  await using server = await serve([wanted, ok({ id: 'x' })])
  const octet = createClient({ ...server, retries: 0 })
  assert.deepEqual(await octet.call('/v1/jobs', { method: 'POST', body: '8.8.8.8', isOnce: true }), { id: 'x' })
  const [first, second] = server.asked
  assert.deepEqual([first?.headers['x-proof'], first?.body, second?.body], [undefined, '8.8.8.8', '8.8.8.8'])
  const proof = JSON.parse(atob(String(second?.headers['x-proof'])))
  assert.equal((await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: secret })).verified, true)

  await using greedy = await serve([wanted])
  await assert.rejects(createClient({ ...greedy, retries: 0 }).tool('ping', { target: 'example.com' }), { key: 'proof_wanted' })
  assert.equal(greedy.asked.length, 2, 'it does not work for ever')
  const other = { ...wanted, body: { code: 429, msg: 'work', data: { error: 'proof_wanted' } } }
  await using odd = await serve([other])
  await assert.rejects(createClient({ ...odd, retries: 0 }).usage(), { key: 'proof_wanted' })
  assert.equal(odd.asked.length, 1)
})

test('a call that is cancelled while it works ends at once', async () => {
  const challenge = await createChallenge({ ...WORK, keyPrefix: 'ffffffffff', deriveKey })
  const data = { error: 'proof_wanted', challenge: JSON.stringify(challenge) }
  await using server = await serve([{ status: 429, body: { code: 429, msg: 'work', data } }])
  const abort = new AbortController()
  const call = createClient(server).usage({ signal: abort.signal })
  await until(() => server.asked.length > 0, 'it was asked for work')
  abort.abort(new Error('left'))
  await assert.rejects(call, /left/)
  assert.equal(server.asked.length, 1)
})

test('a cancelled call is not tried again', async () => {
  await using server = await serve([ok(1)])
  const abort = new AbortController()
  abort.abort()
  await assert.rejects(createClient(server).call('/v1/x', { signal: abort.signal }), { name: 'AbortError' })
  assert.equal(server.asked.length, 0)
})

test('many addresses go in batches, each once; special ones are answered here', async () => {
  await using server = await serve([
    ok({ '8.8.8.8': { ip: '8.8.8.8' }, '1.1.1.1': { ip: '1.1.1.1' } }),
    ok({ x: { error: 'bad_address' } }),
  ])
  const octet = createClient(server)
  const answers = await octet.lookupMany(['8.8.8.8', '10.0.0.1', '8.8.8.8', '1.1.1.1', 'x'], { batchSize: 2, concurrency: 1 })
  assert.deepEqual([...answers.keys()], ['8.8.8.8', '10.0.0.1', '1.1.1.1', 'x'])
  assert.deepEqual(
    server.asked.map(({ body }) => body),
    ['["8.8.8.8","1.1.1.1"]', '["x"]'],
  )
  const own = answers.get('10.0.0.1')
  assert.ok(own && 'bogon' in own && own.special.rfc === 'RFC 1918')
})

test('spaces around an address lose no answer', async () => {
  await using server = await serve([ok({ '8.8.8.8': { ip: '8.8.8.8' } })])
  const found = await createClient(server).lookupMany([' 8.8.8.8'])
  assert.deepEqual([...found], [[' 8.8.8.8', { ip: '8.8.8.8' }]])
})

test('batches of many end when one has failed: nobody waits for their answers', async () => {
  await using server = await serve([
    ok({}),
    { status: 400, body: { code: 400, msg: 'no', data: { error: 'bad_input' } } },
    ok({}),
  ])
  const ips = Array.from({ length: 20 }, (_, at) => `8.8.8.${at}`)
  await assert.rejects(createClient(server).lookupMany(ips, { batchSize: 1, concurrency: 2 }), { key: 'bad_input' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.ok(server.asked.length < 6, `${server.asked.length} calls`)
})

test('what a special address is, is known without a server', () => {
  assert.equal(findBogon('100.64.0.1')?.special.block, '100.64.0.0/10')
  assert.equal(findBogon('2001:db8::1')?.special.rfc, 'RFC 3849')
  assert.equal(findBogon('8.8.8.8'), undefined)
  assert.equal(findBogon('192.88.99.1')?.bogon, true)
  assert.throws(() => findBogon('here'), { key: 'bad_address' })
})

test('a public IPv4 address inside an IPv6 one is asked for, a private one is not', () => {
  for (const ip of ['::ffff:8.8.8.8', '2002:808:808::1', '64:ff9b::808:808']) assert.equal(findBogon(ip), undefined, ip)
  for (const ip of ['::ffff:10.0.0.1', '2002:a00:1::', '::8.8.8.8', '2001:0:4136:e378::'])
    assert.equal(findBogon(ip)?.bogon, true, ip)
})

const paths: [string, (octet: ReturnType<typeof createClient>) => Promise<unknown>, string][] = [
  [
    'a record as of a day',
    (octet) => octet.lookup('8.8.8.8', { at: '2026-01-02', fields: ['country_code', 'ASN.asn'] }),
    '/v1/ip/8.8.8.8?at=2026-01-02&fields=country_code%2CASN.asn',
  ],
  ['privacy', (octet) => octet.privacy('2001:db8::1'), '/v1/privacy/2001%3Adb8%3A%3A1'],
  ['a network', (octet) => octet.asn(15_169), '/v1/asn/15169'],
  ['prefixes', (octet) => octet.prefixes('AS1', { page: 2, family: 'ipv6' }), '/v1/asn/AS1/prefixes?page=2&family=ipv6'],
  ['measurements', (octet) => octet.measurements(), '/v1/measurements'],
  ['a page of the jobs', (octet) => octet.jobs({ page: 2, limit: 50 }), '/v1/jobs?page=2&limit=50'],
  ['the use of the month', (octet) => octet.usage(), '/v1/account/usage'],
  ['ranges', (octet) => octet.ranges('org', 'A B', { family: 'ipv4' }), '/v1/ranges/org/A%20B?family=ipv4'],
  ['the end of a job', (octet) => octet.endJob('a/b'), '/v1/jobs/a%2Fb'],
  [
    'a job with a name and some fields',
    (octet) => octet.createJob('8.8.8.8', { name: 'a b.csv', fields: ['country_code', 'ASN.asn'] }),
    '/v1/jobs?name=a+b.csv&fields=country_code%2CASN.asn',
  ],
  [
    'a table that comes back with columns added',
    (octet) => octet.createJob('a;8.8.8.8', { format: 'table', column: 2, delimiter: 'semicolon' }),
    '/v1/jobs?format=table&column=2&delimiter=semicolon',
  ],
  [
    'a job',
    (octet) => octet.createJob('8.8.8.8', { format: 'ndjson', webhook: 'https://a.example/b' }),
    '/v1/jobs?format=ndjson&webhook=https%3A%2F%2Fa.example%2Fb',
  ],
]
for (const [name, ask, path] of paths)
  test(`${name} is asked at ${path}`, async () => {
    await using server = await serve([ok({ id: 'x' })])
    await ask(createClient(server))
    assert.equal(server.asked[0]?.url, path)
  })

test('configuration comes as text, its errors as errors', async () => {
  await using server = await serve([
    { body: 'deny' },
    { status: 400, body: { code: 400, msg: 'no', data: { error: 'unsupported_value', resolution: '' } } },
  ])
  const octet = createClient(server)
  assert.equal(await octet.rangesAs('country', 'SG', 'nginx'), '"deny"')
  await assert.rejects(octet.rangesAs('country', 'XX', 'nginx'), OctetError)
})

test('a result comes as a stream, and why there is none as an error', async () => {
  await using server = await serve([
    { body: 'ip' },
    { status: 404, body: { code: 404, msg: 'no job', data: { error: 'no_such', resolution: '' } } },
  ])
  const octet = createClient(server)
  assert.equal(await (await octet.openJobResult('x')).text(), '"ip"')
  await assert.rejects(octet.openJobResult('y'), { key: 'no_such' })
  assert.equal(server.asked[0]?.url, '/v1/jobs/x/result')
})

test('a job that is sent again is begun once', async () => {
  await using server = await serve([busy, ok({ id: 'x' }), ok({ id: 'x' })])
  const octet = createClient(server)
  await octet.createJob('8.8.8.8')
  await octet.createJob('8.8.8.8', { idempotencyKey: 'of today' })
  const [first, second, third] = server.asked.map(({ headers, body }) => [headers['idempotency-key'], body])
  assert.match(String(first?.[0]), /^[\da-f]{32}$/)
  assert.deepEqual([second, third], [first, ['of today', '8.8.8.8']])
})

test('what is to be sent once is, whatever the answer is', async () => {
  await using server = await serve([busy, ok({ id: 'x' })])
  const once = createClient(server).call('/v1/jobs', { method: 'POST', body: '8.8.8.8', isOnce: true })
  await assert.rejects(once, { key: 'too_many_requests' })
  assert.equal(server.asked.length, 1)
})

test('a job says that its file is a CSV where it is one', async () => {
  await using server = await serve([ok({ id: 'x' }), ok({ id: 'x' }), ok({ id: 'x' })])
  const octet = createClient(server)
  for (const file of ['ip\n8.8.8.8', new Blob(['8.8.8.8']), new Blob(['ip\n8.8.8.8'], { type: 'text/csv;charset=utf-8' })])
    await octet.createJob(file)
  assert.deepEqual(
    server.asked.map(({ headers }) => headers['content-type']),
    ['text/plain', 'text/plain', 'text/csv'],
  )
})

test('a call ends after its time with all its tries', async () => {
  let asked = 0
  const silent: typeof fetch = (_url, init) => {
    asked++
    return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)))
  }
  const octet = createClient({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 20, fetch: silent })
  await assert.rejects(octet.call('/v1/x'), { name: 'TimeoutError' })
  assert.equal(asked, 1)
})

test('a wait beyond the time of the call is not begun: the refusal is told', async () => {
  await using server = await serve([{ ...busy, headers: { 'retry-after': '30' } }])
  await assert.rejects(createClient({ ...server, timeoutMs: 5_000 }).call('/v1/x'), { key: 'too_many_requests' })
  assert.equal(server.asked.length, 1)
})

test('an answer that is not ours says its status', async () => {
  const html = () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  const octet = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0, fetch: html })
  await assert.rejects(octet.lookup('8.8.8.8'), /expected an answer of Octet, got status 502/)
})

test('several files of a tool are parts of the form', async () => {
  await using server = await serve([ok({})])
  await createClient(server).tool('hash', { files: [new Blob(['one']), new Blob(['two'])] } as never)
  assert.match(server.asked[0]?.body ?? '', /name="files\[\]"[^]*one[^]*name="files\[\]"[^]*two/)
})

test('what is to be sent once is, even when the connection breaks', async () => {
  let asked = 0
  const octet = createClient({
    baseUrl: 'http://127.0.0.1:9',
    fetch: () => {
      asked++
      return Promise.reject(new TypeError('broken'))
    },
  })
  await assert.rejects(octet.call('/v1/jobs', { method: 'POST', body: '8.8.8.8', isOnce: true }), TypeError)
  assert.equal(asked, 1)
})
