import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { extname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startProduct } from '../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
let product: Product
const folder = await mkdtemp(join(import.meta.dirname, 'fixture-'))

before(async () => {
  const tool = join(folder, 'text/shout')
  await mkdir(tool, { recursive: true })
  await writeFile(
    join(tool, 'tool.ts'),
    `import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
export default defineTool({
  id: 'shout', route: '/text/shout', group: 'text', title: { en: 'Shout', zh: '大声' }, summary: { en: 's', zh: 's' }, keywords: [],
  input: z.object({ text: z.string().meta({ label: { en: 'Text', zh: '文本' } }), times: z.number().int().max(3).default(1).meta({ label: { en: 'Times', zh: '次数' } }) }),
  output: z.object({ text: z.string() }),
  examples: [],
  async *run({ text, times }) { for (let i = 1; i <= times; i++) yield { text: text.toUpperCase() + '!'.repeat(i) } },
})
`,
  )
  const list = join(folder, 'text/listing')
  await mkdir(list, { recursive: true })
  await writeFile(
    join(list, 'tool.ts'),
    `import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
const rows = ['a', 'b'].map((name) => ({ name, length: 0 }))
export default defineTool({
  id: 'listing', route: '/text/listing', group: 'text', title: { en: 'List', zh: '列出' }, summary: { en: 's', zh: 's' }, keywords: [],
  needs: ['db'],
  input: z.object({}),
  output: z.object({ isComplete: z.boolean(), rows: z.array(z.object({ name: z.string(), length: z.number() })).meta({ streamKey: 'name' }) }),
  examples: [],
  async *run() {
    yield { isComplete: false, rows }
    yield { isComplete: false, rows: rows.with(1, { name: 'b', length: 1 }) }
    yield { isComplete: true, rows: rows.with(1, { name: 'b', length: 1 }) }
  },
})
`,
  )
  product = await startProduct({ listen: true, env: { OCTET_TOOLS: folder } })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
  product.app.inject({ method: 'POST', url, payload, headers })

test('a tool added as one file in a folder is in the list, the calls, OpenAPI and the words of the search', async () => {
  const list = (await product.app.inject('/v1/tools')).json().data
  const row = list.find(({ id }: { id: string }) => id === 'shout')
  assert.equal(row.route, '/text/shout')
  assert.ok(row.words.includes('dasheng') && row.words.includes('ds'), 'pinyin and its initials')
  assert.deepEqual((await post('/v1/tools/shout', { text: 'a' })).json(), { code: 200, msg: '', data: { text: 'A!' } })
  const { paths } = (await product.app.inject('/openapi.json')).json()
  assert.deepEqual(paths['/v1/tools/shout'].post.requestBody.content['application/json'].schema.required, ['text'])
})

for (const [path, status, error, text] of [
  ['/v1/ip/%ff?lang=zh', 400, 'bad_input', /百分号编码的 UTF-8/],
  ['/8.8.8.8%zz/json', 400, 'bad_input', /got \/8\.8\.8\.8%zz\/json/],
  [`/v1/ip/${'a'.repeat(2_100)}`, 413, 'too_large', /2048/],
] as const)
  test(`a URL the router cannot read, ${path.slice(0, 30)}: ${status} ${error} as any other answer`, async () => {
    const { statusCode, headers, body } = await product.app.inject(path)
    const { code, msg, data } = JSON.parse(body)
    assert.deepEqual([statusCode, code, data.error], [status, status, error])
    assert.match(msg, text)
    assert.ok(headers['x-request-id'] && headers['x-content-type-options'] && headers['access-control-allow-origin'])
  })

const bodies: [string, string, string][] = [
  ['JSON', 'application/json', '{"text":"a","times":2}'],
  ['JSON with a byte order mark', 'application/json', '\ufeff{"text":"a","times":2}'],
  ['urlencoded', 'application/x-www-form-urlencoded', 'text=a&times=2'],
  [
    'multipart',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\na\r\n--x\r\ncontent-disposition: form-data; name="times"\r\n\r\n2\r\n--x--\r\n',
  ],
]
for (const [name, type, body] of bodies)
  test(`a ${name} body reaches the tool with its types`, async () =>
    assert.equal((await post('/v1/tools/shout', body, { 'content-type': type })).json().data.text, 'A!!'))

test('a stream sends every result so far and an end', async () => {
  const { body, headers } = await post('/v1/tools/shout', { text: 'a', times: 2 }, { accept: 'text/event-stream' })
  assert.match(String(headers['content-type']), /^text\/event-stream/)
  assert.deepEqual(body.split('\n\n').filter(Boolean), [
    'event: message\ndata: {"code":200,"msg":"","data":{"text":"A!"}}',
    'event: message\ndata: {"code":200,"msg":"","data":{"text":"A!!"}}',
    'event: done\ndata: {}',
  ])
})

test('of a list with a key a stream tells what changed, in either form; an answer has it whole', async () => {
  const whole = {
    isComplete: true,
    rows: [
      { name: 'a', length: 0 },
      { name: 'b', length: 1 },
    ],
  }
  const told = [
    {
      isComplete: false,
      rows: [
        { name: 'a', length: 0 },
        { name: 'b', length: 0 },
      ],
    },
    { isComplete: false, rows: [{ name: 'b', length: 1 }], changesOnly: { rows: 'name' } },
    whole,
  ]
  const lines = (await post('/v1/tools/listing', {}, { accept: 'application/x-ndjson' })).body.trim().split('\n')
  const events = (await post('/v1/tools/listing', {}, { accept: 'text/event-stream' })).body.matchAll(
    /^event: message\ndata: (.*)$/gm,
  )
  for (const texts of [lines, Array.from(events, ([, data = '']) => data)])
    assert.deepEqual(
      texts.map((text) => JSON.parse(text).data),
      told,
    )
  assert.deepEqual((await post('/v1/tools/listing', {})).json().data, whole)
})

test('400 says the field, what was expected and what came, in the caller’s language', async () => {
  const refused = await post('/v1/tools/shout', { text: 'a', times: 9 }, { 'accept-language': 'zh' })
  assert.equal(refused.statusCode, 400)
  assert.deepEqual(refused.json(), {
    code: 400,
    msg: 'times：应为 ≤ 3，收到 9',
    data: { field: 'times', expected: '≤ 3', got: '9', error: 'bad_input', resolution: '请更正该字段后重试。' },
  })
})

const strays: [string, object | string, string, string][] = [
  ['/v1/measurements', { type: 'ping', target: '127.0.0.1', options: { packets: 2 } }, 'options', 'measurementOptions'],
  ['/v1/tools/shout', { text: 'a', time: 3 }, 'time', 'text, times'],
  ['/v1/account/log_in', { email: 'a@example.org', password: 'x', remeber: true }, 'remeber', 'remember'],
  ['/v1/ip/batch?feilds=ip', '8.8.8.8', 'feilds', 'fields'],
  ['/v1/dns_leak', { deep: true }, 'deep', 'without fields'],
  ['/v1/account/log_in', { email: 'a@example.org', passwort: 'my secret' }, 'passwort', 'password'],
]
for (const [url, payload, field, words] of strays)
  test(`${url} does not pass over a field it does not have, and names those it has`, async () => {
    const refused = await post(url, payload, typeof payload === 'string' ? { 'content-type': 'text/plain' } : {})
    const { data } = refused.json()
    assert.deepEqual([refused.statusCode, data.error, data.field], [400, 'bad_input', field])
    assert.ok(data.expected.includes(words), data.expected)
    assert.ok(!refused.body.includes('secret'), 'a password under a wrong name is not said again')
  })

const slips: [string, string, string][] = [
  ['/v1/ip/192.0.2.1?feilds=ip', 'feilds', 'fields'],
  ['/v1/ip/192.0.2.1?field=ip', 'field', 'fields'],
  ['/v1/ip/192.0.2.1?raw=1&Format=xml', 'Format', 'format'],
  ['/v1/ip/192.0.2.1?excludes=ip', 'excludes', 'exclude'],
  ['/v1/ip?lnag=zh', 'lnag', 'lang'],
  ['/v1/ip/192.0.2.1?api_key=my-secret', 'api_key', 'apikey'],
]
for (const [url, field, meant] of slips)
  test(`GET ${url} is not answered as if the name were right`, async () => {
    const answers = await Promise.all(
      ['en', 'zh'].map((lang) => product.app.inject({ url, headers: { 'accept-language': lang } })),
    )
    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.json().msg]),
      [
        [400, `${field}: expected the name “${meant}”, got ${field}`],
        [400, `${field}：应为参数名“${meant}”，收到“${field}”`],
      ],
    )
    assert.ok(!answers[0]!.body.includes('secret'))
  })

const strangers = [
  'utm_source=mail&utm_term=fields',
  '_=1732406400',
  't=1&v=2&cb=3&ref=x',
  'form=1&filed_at=2&callback=f',
  'language=zh',
]
for (const query of strangers)
  test(`GET with ?${query} is answered: names of others are none of ours`, async () => {
    const { statusCode } = await product.app.inject(`/v1/ip/192.0.2.1?${query}`)
    assert.ok([200, 503].includes(statusCode), String(statusCode))
  })

test('what any call may carry is no stray field: the language, the bare answer, a key in the query', async () => {
  assert.equal((await post('/v1/tools/shout', { text: 'a', lang: 'zh' })).statusCode, 200)
  const answer = await post('/v1/ip/batch?raw=1&lang=zh&format=csv', '8.8.8.8', { 'content-type': 'text/plain' })
  assert.ok([200, 503].includes(answer.statusCode), answer.body)
  assert.equal((await post('/v1/web_init', { anything: 1 })).statusCode, 200)
})

const asking: [string, string, string, RegExp][] = [
  ['a form of a tool', '/v1/tools/shout', 'text=a&times=9&lang=zh', /times：应为 ≤ 3/],
  ['a form of a call', '/v1/account/log_in', 'email=x&password=x&lang=zh', /请输入正确的邮箱地址/],
  ['JSON that is refused', '/v1/tools/shout', '{"lang":"zh"}', /请输入“文本”/],
]
for (const [title, url, payload, words] of asking)
  test(`the language that ${title} asks for is that of the answer, of an error too`, async () => {
    const type = payload.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
    assert.match((await post(url, payload, { 'content-type': type })).json().msg, words)
  })

test('a form with a misspelt name is refused, and a file in place of a text is called a file', async () => {
  const type = 'application/x-www-form-urlencoded'
  const slip = await post('/v1/tools/shout', 'text=a&Time=2', { 'content-type': type })
  assert.equal(slip.json().msg, 'Time: expected the name “times”, got Time')
  const call = await post('/v1/account/log_in', 'email=a@example.org&pasword=my+secret', { 'content-type': type })
  assert.equal(call.json().msg, 'pasword: expected the name “password”, got pasword')
  const form = new FormData()
  form.append('text', new Blob(['a']), 'a.txt')
  const file = await fetch(`${product.origin}/v1/tools/shout`, { method: 'POST', body: form })
  assert.match(((await file.json()) as { msg: string }).msg, /^text: expected string, got a file$/)
})

test('a form may carry fields of the page that sends it', async () => {
  const type = 'application/x-www-form-urlencoded'
  assert.equal((await post('/v1/tools/shout', 'text=a&channel=wap&reg_type=0', { 'content-type': type })).statusCode, 200)
})

const wrongBodies: [string, string, string, number, string][] = [
  ['broken JSON', 'application/json', '{"a":', 400, 'bad_body'],
  ['__proto__ in JSON', 'application/json', '{"__proto__":{"x":1},"text":"a"}', 400, 'bad_input'],
  ['__proto__ in a form', 'application/x-www-form-urlencoded', '__proto__=1&text=a', 400, 'bad_input'],
  ['a[__proto__] in a form', 'application/x-www-form-urlencoded', 'a[__proto__]=1&text=a', 400, 'bad_input'],
  ['an unknown type', 'application/pdf', 'x', 415, 'unsupported_body'],
  [
    '1,000 fields',
    'application/x-www-form-urlencoded',
    Array.from({ length: 1000 }, (_, i) => `f${i}=1`).join('&'),
    413,
    'too_large',
  ],
  ['multipart without a boundary', 'multipart/form-data', 'x', 400, 'bad_body'],
  ['a list in place of fields', 'application/json', '["a"]', 400, 'bad_input'],
  ['a text in place of fields', 'application/json', '"a"', 400, 'bad_input'],
  ['200,000 brackets', 'application/json', '['.repeat(200_000), 400, 'bad_body'],
  ['2,000 levels', 'application/json', `{"text":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, 400, 'bad_body'],
  ['a forbidden name deep within', 'application/json', '{"text":[{"a":{"__proto__":1}}]}', 400, 'bad_input'],
  ['a forbidden name in escapes', 'application/json', String.raw`{"text":{"\u005f_proto__":1}}`, 400, 'bad_input'],
  ['millions of values', 'application/json', `{"text":[${'0,'.repeat(4_000_000)}0]}`, 413, 'too_large'],
  ['millions of fields', 'application/x-www-form-urlencoded', 'a&'.repeat(4_000_000), 413, 'too_large'],
]
for (const [name, type, body, status, error] of wrongBodies)
  test(`${name} → ${status} ${error}`, async () => {
    const startedMs = performance.now()
    const refused = await post('/v1/tools/shout', body, { 'content-type': type })
    assert.ok(performance.now() - startedMs < 8_000, 'nobody else has to wait')
    assert.deepEqual([refused.statusCode, refused.json().data.error], [status, error])
    assert.equal(({} as Record<string, unknown>)['x'], undefined)
  })

test('a text field above the limit is refused, never cut', async () => {
  const big = 'a'.repeat(9 * 1024 * 1024)
  const refused = await post('/v1/tools/shout', `--x\r\ncontent-disposition: form-data; name="text"\r\n\r\n${big}\r\n--x--\r\n`, {
    'content-type': 'multipart/form-data; boundary=x',
  })
  assert.equal(refused.statusCode, 413)
})

test('curl on / gets its address as text, an unknown call the envelope', async () => {
  assert.equal((await product.app.inject('/')).body, '127.0.0.1\n')
  const missing = await product.app.inject('/v1/nothing')
  assert.deepEqual([missing.statusCode, missing.json().msg], [404, 'Page not found: /v1/nothing'])
})

for (const [name, type, body, msg] of [
  ['broken JSON', 'application/json', '{"a":}', '无法读取请求内容：JSON 第 1 行第 6 列：此处应为一个值，却是“}”'],
  ['no boundary', 'multipart/form-data', 'x', '无法读取请求内容：multipart：缺少 boundary'],
  ['a form cut off', 'multipart/form-data; boundary=b', '--b\r\n', '无法读取请求内容：multipart：内容不完整'],
  ['a list', 'application/json', '[1]', 'body：应为由字段组成的对象，收到“[1]”'],
] as const)
  test(`a body with ${name} is refused in the caller’s language`, async () => {
    const refused = await post('/v1/tools/shout', body, { 'content-type': type, 'accept-language': 'zh' })
    assert.deepEqual([refused.statusCode, refused.json().msg], [400, msg])
  })

const part = (bytes: Buffer) =>
  Buffer.concat([Buffer.from('--b\r\ncontent-disposition: form-data; name="text"\r\n\r\n'), bytes, Buffer.from('\r\n--b--\r\n')])
for (const [name, type, body, outcome] of [
  ['JSON in GBK', 'application/json', Buffer.from('{"text":"\xd6\xd0"}', 'latin1'), 400],
  ['JSON in GBK that says so', 'application/json; charset=gbk', Buffer.from('{"text":"\xd6\xd0"}', 'latin1'), '中'],
  ['a character set that is none', 'application/json; charset=nosuch', Buffer.from('{"text":"a"}'), 400],
  ['a form in GBK', 'application/x-www-form-urlencoded', Buffer.from('text=\xd6\xd0', 'latin1'), 400],
  ['a form with percent signs in GBK', 'application/x-www-form-urlencoded', Buffer.from('text=%D6%D0'), 400],
  ['a form with U+FFFD itself', 'application/x-www-form-urlencoded', Buffer.from('text=%EF%BF%BD'), '\ufffd'],
  ['parts in GBK', 'multipart/form-data; boundary=b', part(Buffer.from('\xd6\xd0', 'latin1')), 400],
  ['parts with U+FFFD itself', 'multipart/form-data; boundary=b', part(Buffer.from('\ufffd')), '\ufffd'],
  ['parts in UTF-8', 'multipart/form-data; boundary=b', part(Buffer.from('中')), '中'],
] as const)
  test(`a body of ${name} is ${outcome === 400 ? 'refused, not made unreadable' : 'read'}`, async () => {
    const answer = await post('/v1/tools/shout', body, { 'content-type': type })
    if (outcome === 400) assert.deepEqual([answer.statusCode, answer.json().data.error], [400, 'bad_body'])
    else assert.ok(answer.body.includes(outcome), answer.body)
  })

for (const body of ['{"text":"a=b&c"}', ' {"text":"a=b&c"}\n'])
  test(`JSON that curl -d sends as a form is read as JSON: ${JSON.stringify(body)}`, async () => {
    const answer = await post('/v1/tools/shout', body, { 'content-type': 'application/x-www-form-urlencoded' })
    assert.match(answer.body, /A=B&C/)
  })

for (const [type, body, outcome] of [
  ['text/plain;charset=UTF-8', '{"text":"a=b&c"}', '200 A=B&C'],
  ['text/plain', ' {"text":"a=b&c"}\n', '200 A=B&C'],
  ['text/plain', '', '400 Please enter “Text”'],
  ['text/plain', 'text=a', '415 This kind of request body is not supported: Content-Type: text/plain'],
  ['text/plain', '["a"]', '415 This kind of request body is not supported: Content-Type: text/plain'],
  ['text/plain', '{"text":}', '400 The request body could not be read: JSON, line 1, column 9'],
  ['text/plain', '{"text":"a","time":3}', '400 time: expected a field of this call'],
] as const)
  test(`${type} ${JSON.stringify(body)} → ${outcome}`, async () => {
    const answer = await post('/v1/tools/shout', body, { 'content-type': type })
    const { msg, data } = answer.json()
    assert.ok(`${answer.statusCode} ${answer.statusCode === 200 ? data.text : msg}`.startsWith(outcome), answer.body)
  })

for (const url of ['/v1/tools/shout', '/v1/ip/batch'])
  test(`${url}: a packed body is told as such`, async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const refused = await post(url, '["8.8.8.8"]', headers)
    assert.match(refused.json().msg, /Content-Encoding: gzip/)
    assert.equal(refused.statusCode, 415)
  })

for (const [type, body] of [
  ['application/json', '{"a":'],
  ['text/plain', 'x'],
  ['image/png', 'x'],
] as const)
  test(`an unknown call is 404 whatever body comes with it: ${type}`, async () => {
    const missing = await post('/v1/tools/nothing', body, { 'content-type': type })
    assert.deepEqual([missing.statusCode, missing.json().data.error], [404, 'no_such_tool'])
  })

for (const [method, url, allowed] of [
  ['GET', '/v1/tools/shout', 'POST'],
  ['PUT', '/v1/keys', 'POST, GET, HEAD'],
  ['POST', '/v1/ip/8.8.8.8', 'GET, HEAD'],
  ['PATCH', '/v1/jobs/00000000-0000-4000-8000-000000000000', 'GET, HEAD, DELETE'],
  ['POST', '/ip', 'GET, HEAD'],
] as const)
  test(`${method} ${url} → 405 and Allow: ${allowed}`, async () => {
    const { statusCode, headers, json } = await product.app.inject({ method, url })
    assert.deepEqual([statusCode, headers.allow, json().data.got], [405, allowed, method])
  })

test('the OpenAPI file comes packed to those who take it, and is the same', async () => {
  const plain = await product.app.inject('/openapi.json')
  const packed = await product.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } })
  assert.deepEqual([plain.headers['content-encoding'], packed.headers['content-encoding']], [undefined, 'gzip'])
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body)
})

for (const [method, header] of [
  ['DELETE', 'x-api-key'],
  ['POST', 'idempotency-key'],
] as const)
  test(`a page of another site may send ${method} with ${header}`, async () => {
    const { headers } = await product.app.inject({ method: 'OPTIONS', url: '/v1/jobs/x' })
    assert.match(String(headers['access-control-allow-methods']), new RegExp(method))
    assert.match(String(headers['access-control-allow-headers']), new RegExp(header))
  })

test('a page of another site may send its key to the forms of other services, and nothing to our pages', async () => {
  const ask = (url: string) =>
    product.app.inject({
      method: 'OPTIONS',
      url,
      headers: { 'access-control-request-method': 'GET', origin: 'https://a.example' },
    })
  const { statusCode, headers } = await ask('/8.8.8.8')
  assert.deepEqual([statusCode, headers['access-control-allow-origin']], [204, '*'])
  assert.match(String(headers['access-control-allow-headers']), /authorization/)
  assert.equal((await ask('/ip')).statusCode, 405)
})

test('506 for a dead token, nobody without one', async () => {
  assert.deepEqual((await post('/v1/user_info', {})).json().data, { user: null })
  const dead = await post('/v1/user_info', {}, { token: 'x' })
  assert.deepEqual([dead.statusCode, dead.json().code], [401, 506])
})

test('web_init gives contacts, tools, modals, plans, build and the state of data and probes', async () => {
  const { data } = (await post('/v1/web_init', {})).json()
  assert.deepEqual(Object.keys(data.userData), ['phone', 'email', 'qq', 'qq_code', 'wx_code'])
  assert.ok(data.tools.includes('shout') && data.modals.includes('login') && data.plans[0].requests_per_month === 50_000)
  assert.equal(data.plans[0].is_free, true)
  assert.equal(data.data.state, 'ready')
  assert.equal(data.build, data.data.build)
})

test('two Host headers are refused', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1')
    let text = ''
    socket
      .on('data', (chunk) => (text += String(chunk)))
      .on('close', () => resolve(text))
      .on('error', reject)
    socket.end('GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n')
  })
  assert.match(answer, /^HTTP\/1\.1 400 /)
})

test('a spent allowance is told with Retry-After, and the next client is served', async () => {
  const file = join(folder, 'octet.yaml')
  await writeFile(file, 'limits: { unitsPerSecond: 0.001, burst: 2 }\ntrustedProxies: [127.0.0.1]\n')
  await using small = await startProduct({ env: { OCTET_CONFIG: file } })
  const ask = (client: string) => small.app.inject({ url: '/v1/tools', headers: { 'x-forwarded-for': client } })
  const started = performance.now()
  assert.deepEqual([(await ask('192.0.2.1')).statusCode, (await ask('192.0.2.1')).statusCode], [200, 200])
  const refused = await ask('192.0.2.1')
  assert.equal(refused.statusCode, 429)
  const retryAfter = Number(refused.headers['retry-after'])
  const goneSeconds = (performance.now() - started) / 1_000
  assert.ok(retryAfter <= 1_000 && retryAfter >= Math.floor(1_000 - goneSeconds), `${retryAfter} s after ${goneSeconds} s`)
  assert.match(String(refused.headers['ratelimit-policy']), /^"address";q=2;w=2000$/)
  assert.equal((await ask('192.0.2.2')).statusCode, 200)
})

test('who is unknown to the proxy has the proxy’s address', async () => {
  const file = join(folder, 'octet.yaml')
  await writeFile(file, 'trustedProxies: [127.0.0.1, 10.0.0.0/8]\n')
  await using behind = await startProduct({ env: { OCTET_CONFIG: file } })
  for (const [sent, address] of [
    ['unknown', '127.0.0.1'],
    ['unknown, 10.0.0.2', '127.0.0.1'],
    ['192.0.2.7', '192.0.2.7'],
  ] as const)
    assert.equal((await behind.app.inject({ url: '/', headers: { 'x-forwarded-for': sent } })).body, `${address}\n`)
})

for (const [format, type, body] of [
  ['json', 'application/json', '{"ip":"127.0.0.1"}'],
  ['yaml', 'application/yaml', 'ip: 127.0.0.1\n'],
  ['text', 'text/plain', '127.0.0.1\n'],
] as const)
  test(`/?format=${format} is the caller’s address in it, in a browser too`, async () => {
    for (const accept of ['*/*', 'text/html']) {
      const answer = await product.app.inject({ url: `/?format=${format}`, headers: { accept } })
      assert.deepEqual([answer.body, answer.headers['content-type']], [body, `${type}; charset=utf-8`])
    }
  })

test('a format that there is not is named to a terminal, and no matter to the page', async () => {
  const refused = await product.app.inject({ url: '/?format=ini' })
  assert.equal(refused.statusCode, 400)
  assert.match(refused.body, /expected json \| xml \| csv \| yaml/)
  assert.match((await product.app.inject({ url: '/?format=ini', headers: { accept: 'text/html' } })).body, /<!doctype html>/i)
})

test('X-Forwarded-For of a stranger is not believed', async () => {
  assert.equal((await product.app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.77' } })).body, '127.0.0.1\n')
})

test('a file of the site is the same for who takes it packed and who does not', async () => {
  const folder = join(product.services.config.webFolder, 'client')
  const packed = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.br'))
  const names = new Map(packed.map((name) => [extname(name.slice(0, -3)), name.slice(0, -3)]))
  assert.ok(['.js', '.css', '.json'].every((type) => names.has(type)))
  for (const name of names.values()) {
    const ask = (encoding: string) =>
      product.app.inject({ url: `/${name}`, headers: { 'accept-encoding': encoding } }).then(({ rawPayload }) => rawPayload)
    const plain = await ask('identity')
    assert.ok(plain.equals(await readFile(join(folder, name))), name)
    assert.ok(plain.equals(brotliDecompressSync(await ask('br'))) && plain.equals(gunzipSync(await ask('gzip'))), name)
  }
})

test('a small file of the site, which is not packed, comes as it is', async () => {
  const path = '_build/latest.json'
  const { rawPayload } = await product.app.inject({ url: `/${path}` })
  assert.ok(rawPayload.equals(await readFile(join(product.services.config.webFolder, 'client', path))))
})
