import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

/** A server that answers summaries and ranges, and keeps what it was asked. */
const asked: { url: string; body: string }[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  asked.push({ url: request.url ?? '', body })
  if (request.url?.startsWith('/v1/ranges/country/ZZ')) {
    const refusal = { code: 400, msg: 'owner: expected a country', data: { error: 'bad_input', resolution: 'Correct it.' } }
    return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
  }
  if (request.url?.startsWith('/v1/databases/lite/')) return void sendLite(request, response)
  const download = /^\/v1\/databases\/(geolocation|asn)\//.exec(request.url ?? '')?.[1]
  if (download) {
    const refusal =
      download === 'asn'
        ? { code: 401, msg: 'Please log in first', data: { error: 'login_required', resolution: 'Log in.' } }
        : { code: 403, msg: 'You have not subscribed', data: { error: 'database_not_subscribed', resolution: 'Choose a plan.' } }
    return void response.writeHead(refusal.code, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
  }
  if (request.url?.startsWith('/v1/ranges/')) return void response.end('add x4 192.0.2.0/24\n')
  if (request.url === '/v1/ip/batch') {
    const rows = (JSON.parse(body) as string[]).map((ip) => [
      ip,
      ip === 'x' ? { error: 'bad_address', msg: '' } : { ip, country_code: 'US', ASN: { asn: 15169 } },
    ])
    return void response.end(JSON.stringify({ code: 200, msg: '', data: Object.fromEntries(rows) }))
  }
  if (request.url === '/v1/account/usage') {
    const key = { id: 'k', scopes: ['geo'], used: 7, cap_month: 10, remaining: 3, expires_at: null }
    const month = { quota: 50_000, used: 12, remaining: 49_988, resets_at: '2026-12-01T00:00:00.000Z' }
    const products = [{ key_id: 'k', product: 'geo', status: 200, requests: 7 }]
    const data = { plan: { id: 'free', name: 'FREE' }, month, key, products }
    return void response.end(JSON.stringify({ code: 200, msg: '', data }))
  }
  const one = (name: string) => [{ name, count: 2 }]
  const data = {
    total: 2,
    unique: 2,
    invalid: 1,
    bogon: 0,
    ipv4: 2,
    ipv6: 0,
    countries: one('US'),
    regions: [],
    cities: one('Berlin, DE'),
    asns: one('AS1 One'),
    usage_types: [],
    build: 'b',
    privacy: { vpn: 0, tor: 1, proxy: 0, relay: 0, hosting: 2, data_center: 0 },
  }
  response.end(JSON.stringify({ code: 200, msg: '', data }))
})

/** A database whose next build is published between the question and the download. */
function sendLite({ method, url }: IncomingMessage, response: ServerResponse): void {
  const build = '20260101T000000Z'
  const text = method === 'HEAD' || url?.endsWith(`?build=${build}`) ? 'the build asked about' : 'the next build'
  response.writeHead(200, {
    'content-length': text.length,
    'content-disposition': 'attachment; filename="octet-lite-20260101.mmdb"',
    'x-checksum-sha256': createHash('sha256').update(text).digest('hex'),
    'x-data-build': build,
  })
  response.end(method === 'HEAD' ? undefined : text)
}

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())

type Outcome = { code: number | null; out: string; err: string }

function run(words: readonly string[], input: string, env: Record<string, string | undefined>): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/octet.mjs'), ...words], { env })
    let [out, err] = ['', '']
    child.stdout.on('data', (text) => (out += text))
    child.stderr.on('data', (text) => (err += text))
    child.on('exit', (code) => resolve({ code, out, err }))
    child.stdin.on('error', () => {}) // it may have ended before it reads
    child.stdin.end(input)
  })
}

function octet(words: readonly string[], input = '', at?: string, locale = 'C'): Promise<Outcome> {
  const { port } = server.address() as AddressInfo
  return run(words, input, {
    ...process.env,
    LC_ALL: locale,
    OCTET_KEY: words[0] === 'usage' ? 'oct_live_x' : '',
    OCTET_VAR: join(import.meta.dirname, 'none'),
    OCTET_SERVER: at ?? `http://127.0.0.1:${port}`,
  })
}

test('summarize takes addresses from a pipe and shows where they are', async () => {
  const { code, out } = await octet(['summarize'], '8.8.8.8\n1.1.1.1, x\n')
  assert.equal(code, 0)
  assert.equal(asked.at(-1)?.body, '["8.8.8.8","1.1.1.1","x"]')
  assert.match(out, /^2 addresses \(2 IPv4, 0 IPv6\), 0 not public, 1 unreadable\ncountries\n {8}2 {2}US\n/)
  assert.match(out, /privacy {2}vpn 0, tor 1/)
})

test('summaries and refusals come in Chinese, too', async () => {
  const { out } = await octet(['summarize'], '8.8.8.8\n1.1.1.1, x\n', undefined, 'zh_CN.UTF-8')
  assert.match(out, /^2 个地址（2 个 IPv4、0 个 IPv6），非公网 0 个，无法识别 1 个\n国家\n/)
  const { code, err } = await octet(['ranges', 'country'], '', undefined, 'zh_CN.UTF-8')
  assert.deepEqual([code, err.startsWith('octet ranges: 应给出 country、asn')], [2, true])
})

test('batch asks the server where this machine has no data, a thousand lines at once', async () => {
  const before = asked.length
  const lines = Array.from({ length: 1_001 }, (_, at) => `10.0.${at >> 8}.${at & 255},name`)
  const { code, out, err } = await octet(['batch'], `8.8.8.8\nx\n${lines.join('\n')}`)
  assert.deepEqual([code, asked.length - before, err], [0, 2, '1 line is no address; see “error”\n'])
  const [head, google, wrong, ...rest] = out.trimEnd().split('\n')
  assert.match(head ?? '', /^ip,country_code,.*,error$/)
  assert.deepEqual([google, wrong], ['8.8.8.8,US,,,,,15169,,,,', 'x,,,,,,,,,,bad_address'])
  assert.equal(rest.length, 1_001)
})

test('login keeps the server and the key, for their owner alone, and logout forgets them', async () => {
  const home = await mkdtemp(join(tmpdir(), 'octet-login-'))
  const { port } = server.address() as AddressInfo
  const ask = (words: readonly string[], input = '', settings: Record<string, string> = {}) => {
    const { OCTET_SERVER: _server, OCTET_KEY: _key, ...env } = process.env
    return run(words, input, {
      ...env,
      LC_ALL: 'C',
      XDG_CONFIG_HOME: home,
      OCTET_VAR: join(import.meta.dirname, 'none'),
      ...settings,
    })
  }
  const file = join(home, 'octet', 'login.json')
  assert.match((await ask(['usage'])).err, /expected the address of a server, from octet login/)
  const { code, err } = await ask(['login', `http://127.0.0.1:${port}/`], 'oct_live_x\n')
  assert.deepEqual([code, err], [0, `http://127.0.0.1:${port} · FREE · kept in ${file}\n`])
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { server: `http://127.0.0.1:${port}`, key: 'oct_live_x' })
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.match((await ask(['usage'])).out, /^FREE: 12 of 50000/)
  // A setting names another server, which is not told the key.
  assert.match((await ask(['usage'], '', { OCTET_SERVER: 'http://127.0.0.1:9' })).err, /expected a key/)
  assert.equal((await ask(['logout'])).code, 0)
  assert.match((await ask(['logout'])).err, /nothing was saved/)
  assert.match((await ask(['usage'])).err, /expected the address of a server/)
  for (const [words, input, said] of [
    [['login'], '', /expected the address of a server, such as .*, got none/],
    [['login', 'octet.example'], '', /got “octet\.example”/],
    [['login', `http://127.0.0.1:${port}`], '', /expected a key, got nothing/],
    [['login', 'http://127.0.0.1:9'], 'oct_live_x', /does not answer/],
  ] as const)
    assert.match((await ask(words, input)).err, said)
  await rm(home, { recursive: true })
})

test('usage says what is left of the month and of the key, in both languages', async () => {
  const { code, out } = await octet(['usage'])
  assert.deepEqual(
    [code, out],
    [
      0,
      'FREE: 12 of 50000 requests used, 49988 left until 2026-12-01T00:00:00.000Z\nthis key: 7 of its 10 used, 3 left\n          7  geo       200  k\n',
    ],
  )
  const { out: chinese } = await octet(['usage'], '', undefined, 'zh_CN.UTF-8')
  assert.match(chinese, /^FREE：已用 12 \/ 50000 次，剩余 49988 次，2026-12-01T00:00:00\.000Z 重置\n当前密钥：已用 7 \/ 10 次/)
  assert.equal(JSON.parse((await octet(['usage', '--json'])).out).month.used, 12)
})

test('ranges come as configuration', async () => {
  const { code, out } = await octet(['ranges', 'org', 'Google', 'LLC', '--format', 'ipset', '--family', 'ipv4'])
  assert.deepEqual([code, out], [0, 'add x4 192.0.2.0/24\n'])
  assert.equal(asked.at(-1)?.url, '/v1/ranges/org/Google%20LLC?format=ipset&family=ipv4')
})

const wrong: [string, string[], RegExp, string?][] = [
  ['no owner', ['ranges', 'country'], /expected one of country, asn, org, domain, tag and a name\n[^]*OCTET_SERVER/],
  ['a family nobody knows', ['ranges', 'country', 'SG', '--family', 'ipv5'], /both, ipv4 or ipv6/],
  ['nothing to sum up', ['summarize'], /expected addresses/],
  ['no server', ['ranges', 'country', 'SG'], /OCTET_SERVER/, ''],
]
for (const [name, words, pattern, at] of wrong)
  test(`${name} → exit code 2`, async () => {
    const { code, err } = await octet(words, '', at)
    assert.equal(code, 2)
    assert.match(err, pattern)
  })

const faults: [string, string, RegExp, string?][] = [
  ['what the server refuses', 'ZZ', /^octet ranges: owner: expected a country\nCorrect it\.\n$/],
  ['a server that is not there', 'SG', /^octet ranges: http:\/\/127\.0\.0\.1:2 does not answer: .+\n$/, 'http://127.0.0.1:2'],
  ['an address that is none', 'SG', /^octet ranges: OCTET_SERVER: expected an address .+, got “zz”\n$/, 'zz'],
]
for (const [name, country, pattern, at] of faults)
  test(`${name} → exit code 1, in a line`, async () => {
    const { code, err } = await octet(['ranges', 'country', country], '', at)
    assert.equal(code, 1)
    assert.match(err, pattern)
  })

for (const [at, said] of [
  ['http://127.0.0.1:2', /^octet download: http:\/\/127\.0\.0\.1:2 does not answer: .+\n$/],
  ['zz', /^octet download: OCTET_SERVER: expected an address .+, got “zz”\n$/],
] as const)
  test(`octet download from ${at} says which address is wrong, in a line`, async () => {
    for (const words of [['download'], ['download', 'lite']]) {
      const { code, err } = await octet(words, '', at)
      assert.equal(code, 1)
      assert.match(err, said)
    }
  })

test('octet download brings the build that it has asked about, though a newer one comes meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-download-'))
  const { code, err } = await octet(['download', 'lite', '--to', folder])
  assert.equal(code, 0, err)
  assert.equal(await readFile(join(folder, 'octet-lite-20260101.mmdb'), 'utf8'), 'the build asked about')
  await rm(folder, { recursive: true })
})

for (const [product, outcome, said] of [
  ['asn', 2, /^octet download: expected OCTET_KEY with a key that is good for “download”, got none\n/],
  ['geolocation', 1, /^octet download: You have not subscribed\nChoose a plan\.\n$/],
] as const)
  test(`octet download ${product} says why it is refused, and what can be done`, async () => {
    const { code, err } = await octet(['download', product, '--to', '/dev/null'])
    assert.equal(code, outcome)
    assert.match(err, said)
  })
