import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Answer } from '@octet/core/endpoint.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { startProduct } from '../../testing/start.ts'
import privacy from '../privacy/privacy.ts'
import lookup from './lookup.ts'

let product: Awaited<ReturnType<typeof startProduct>>
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octet-geo-'))
  const config = join(folder, 'octet.yaml')
  // Together the tests use more than one address may in the time that a fast machine needs for them.
  await writeFile(config, 'limits: { unitsPerSecond: 10000, burst: 100000 }\n')
  product = await startProduct({ env: { OCTET_CONFIG: config }, listen: true })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers })
const batch = (payload: string | Buffer, type = 'text/plain', query = '') =>
  product.app.inject({ method: 'POST', url: `/v1/ip/batch${query}`, payload, headers: { 'content-type': type } })

test('8.8.8.8 is in the US, in Google’s AS, and has every field of the record', async () => {
  const { data } = (await get('/v1/ip/8.8.8.8')).json()
  assert.deepEqual([data.country_code, data.ASN.asn, data.start_ip, data.network.endsWith('/24')], ['US', 15169, '8.8.8.0', true])
  assert.ok(ipRecordSchema.strict().safeParse(data).success)
})

test('/v1/ip with an address in the query is about that one, and without about the caller', async () => {
  const ask = async (query: string) => (await get(`/v1/ip${query}`)).json()
  const told = async (query: string) => (await ask(query)).data.ip
  assert.deepEqual([await told('?ip=8.8.8.8'), await told('?ip=me'), await told('')], ['8.8.8.8', '127.0.0.1', '127.0.0.1'])
  assert.equal((await ask('?ip=8.8.8')).code, 400)
})

test('every empty value has its reason', async () => {
  const { data } = (await get('/v1/ip/8.8.8.8')).json()
  const empty = Object.entries(data)
    .filter(([name, value]) => value === null && name !== 'special')
    .map(([name]) => name)
  for (const name of empty) assert.ok(name in data.missing, name)
})

const special: [string, string, string][] = [
  ['10.1.2.3', '10.0.0.0/8', 'RFC 1918'],
  ['127.0.0.1', '127.0.0.0/8', 'RFC 1122'],
  ['100.64.0.1', '100.64.0.0/10', 'RFC 6598'],
  ['192.0.2.1', '192.0.2.0/24', 'RFC 5737'],
  ['fe80::1', 'fe80::/10', 'RFC 4291'],
  ['2001:db8::1', '2001:db8::/32', 'RFC 3849'],
  ['ff02::1', 'ff00::/8', 'RFC 4291'],
]
for (const [address, block, rfc] of special)
  test(`${address} says what it is and which document says so`, async () => {
    const { special } = (await get(`/v1/ip/${address}`)).json().data
    assert.equal(special.block, block)
    assert.match(special.rfc, new RegExp(rfc))
  })

const refused: [string, number, string, RegExp][] = [
  ['999.1.1.1', 400, 'bad_address', /at most 255/],
  ['1.2.3', 400, 'bad_address', /four numbers/],
  ['0x7f.1', 400, 'bad_address', /hexadecimal/i],
  ['010.1.1.1', 400, 'bad_address', /leading zeros/],
  ['::g', 400, 'bad_address', /IPv6/],
  ['%20', 400, 'bad_address', /empty/],
  ['10.0.0.0/8', 400, 'not_one_address', /10\.0\.0\.0\/8/],
  ['10.0.0.0%2F8', 400, 'not_one_address', /10\.0\.0\.0\/8/],
  ['a.localhost', 400, 'refused_target', /localhost/],
  ['router.local', 400, 'refused_target', /router\.local/],
  ['http%3A%2F%2F192.168.1.1%2Fadmin', 200, '', /192\.168\.1\.1/],
]
for (const [query, status, error, text] of refused)
  test(`${query} → ${status} ${error}`, async () => {
    const answer = await get(`/v1/ip/${query}`)
    assert.equal(answer.statusCode, status, answer.body)
    assert.equal(answer.json().data.error ?? '', error)
    assert.match(answer.body, text)
    if (error) assert.ok(answer.json().data.resolution)
  })

test('fields, exclude, raw and the language', async () => {
  assert.deepEqual((await get('/v1/ip/8.8.8.8?fields=country_name,ASN.asn&lang=zh&raw=1')).json(), {
    country_name: '美国',
    ASN: { asn: 15169 },
  })
  assert.ok(!('sources' in (await get('/v1/ip/8.8.8.8?exclude=sources')).json().data))
  assert.equal((await get('/v1/ip/8.8.8.8?fields=nothing')).json().data.error, 'unknown_field')
})

const described = lookup.output.strict()
const parts = [
  ['ip/8.8.8.8?fields=country_name,ASN.asn,special.rfc,missing.zip_code', described],
  ['ip/8.8.8.8?exclude=ASN.isp,currency.code', described],
  ['privacy/8.8.8.8?fields=missing.is_hosting,is_vpn', privacy.output.strict()],
] as const
for (const [path, schema] of parts)
  test(`${path} leaves what the description says`, async () => {
    const { data } = (await get(`/v1/${path}`)).json()
    assert.deepEqual(schema.safeParse(data).error, undefined)
  })

test('the answer about a host name is as described, with the name and its addresses', async () => {
  const { data: record } = (await get('/v1/ip/8.8.8.8')).json()
  const find = async () => ({ query: 'example.com', hostname: 'example.com', records: [record] })
  const services = { ...product.services, builds: { at: async () => ({ find }) } }
  const context = { input: lookup.input.parse({ ip: 'example.com' }), caller: { lang: 'en' }, services }
  const answer = await lookup.handle(context as unknown as Parameters<typeof lookup.handle>[0])
  assert.ok(answer instanceof Answer)
  const { data } = JSON.parse(String(answer.body))
  assert.deepEqual([data.hostname, data.addresses], ['example.com', ['8.8.8.8']])
  assert.deepEqual(described.safeParse(data).error, undefined)
})

const formats: [string, RegExp, RegExp][] = [
  ['xml', /^application\/xml/, /<country_code>US<\/country_code>/],
  ['csv', /^text\/csv/, /^country_code,ASN\.asn\r\nUS,15169\r\n$/],
  ['toon', /^text\/toon; charset=utf-8$/, /^country_code: US\nASN:\n {2}asn: 15169\n$/],
  ['yaml', /^application\/yaml/, /^country_code: US\nASN:\n {2}asn: 15169\n$/],
  ['text', /^text\/plain/, /^country_code: US\nASN\.asn: 15169\n$/],
]
for (const [format, type, body] of formats)
  test(`as ${format}`, async () => {
    const answer = await get(`/v1/ip/8.8.8.8?fields=country_code,ASN.asn&format=${format}`)
    assert.match(String(answer.headers['content-type']), type)
    assert.match(answer.body, body)
  })

test('one field is text, a part is JSON, an unknown value an empty line', async () => {
  assert.equal((await get('/v1/ip/8.8.8.8/country_code')).body, 'US\n')
  assert.equal((await get('/v1/ip/8.8.8.8/currency')).json().code, 'USD')
  assert.equal((await get('/v1/ip/10.0.0.1/country_code')).body, '\n')
  assert.equal((await get('/v1/ip/8.8.8.8/toString')).json().data.error, 'unknown_field')
})

test('a batch: keyed map, an error of its own per item, duplicates once', async () => {
  const { data } = (await batch('["8.8.8.8","8.8.8.8","x","192.0.2.1"]', 'application/json', '?fields=ip,country_code')).json()
  assert.deepEqual(Object.keys(data), ['8.8.8.8', 'x', '192.0.2.1'])
  assert.deepEqual(data['8.8.8.8'], { ip: '8.8.8.8', country_code: 'US' })
  assert.equal(data.x.error, 'bad_address')
})

for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json'])
  test(`a JSON array sent as ${type} is a JSON array, in every format`, async () => {
    const list = '\n[ "8.8.8.8", "x" ]'
    assert.deepEqual(Object.keys((await batch(list, type, '?fields=ip')).json().data), ['8.8.8.8', 'x'])
    assert.equal(
      (await batch(list, type, '?fields=ip&format=csv')).body,
      'query,ip,error\r\n8.8.8.8,8.8.8.8,\r\nx,,bad_address\r\n',
    )
    assert.equal((await batch(list, type, '?format=csv')).body.split('\r\n').length, 4)
  })

for (const first of ['null', '7', '{}', '[]'])
  test(`a JSON array that begins with ${first} is a JSON array`, async () => {
    const { data } = (await batch(`[ ${first}, "8.8.8.8"]`, 'text/plain', '?fields=ip')).json()
    assert.deepEqual(data['8.8.8.8'], { ip: '8.8.8.8' })
  })

test('the call for many is told apart from the lookup of one', async () => {
  const answer = await product.app.inject('/v1/ip/batch')
  assert.deepEqual([answer.statusCode, answer.headers['allow'], answer.json().data.error], [405, 'POST', 'method_not_allowed'])
})

test('a line in brackets is a line, and the rest goes on', async () => {
  const { data } = (await batch('[2001:db8::1]:443\n8.8.8.8', 'text/plain', '?fields=ip')).json()
  assert.deepEqual([data['[2001:db8::1]:443'].error, data['8.8.8.8']], ['bad_address', { ip: '8.8.8.8' }])
})

for (const path of ['/v1/ip/batch', '/v1/ip/batch?format=csv', '/v1/summarize', '/v1/map'])
  test(`${path}: a form is refused, its parts are no addresses`, async () => {
    const body = new FormData()
    body.append('file', new Blob(['8.8.8.8\n']), 'addresses.txt')
    const response = await fetch(`${product.origin}${path}`, { method: 'POST', body })
    const { msg } = (await response.json()) as { msg: string }
    assert.deepEqual([response.status, /lines, a CSV or a JSON array.*multipart/.test(msg)], [400, true])
  })

test('a part that some records have only is empty in the others, in every format', async () => {
  const ask = async (format: string) =>
    (await batch('10.0.0.1\n8.8.8.8', 'text/plain', `?fields=special.block,missing.zip_code&format=${format}`)).body
  const [ten, eight] = [
    { special: { block: '10.0.0.0/8' }, missing: { zip_code: 'special_purpose' } },
    { special: { block: null }, missing: { zip_code: 'source_missing' } },
  ]
  assert.deepEqual(JSON.parse(await ask('json')).data, { '10.0.0.1': ten, '8.8.8.8': eight })
  const rows =
    'query,special.block,missing.zip_code,error\r\n10.0.0.1,10.0.0.0/8,special_purpose,\r\n8.8.8.8,,source_missing,\r\n'
  assert.equal(await ask('csv'), rows)
  assert.equal((await get('/v1/ip/8.8.8.8/special.block')).body, '\n')
})

test('batches that are answered at once keep their own records', async () => {
  const ask = async (first: number) => {
    const wanted = Array.from({ length: 100 }, (_, index) => `${first}.${index}.0.1`)
    const response = await fetch(`${product.origin}/v1/ip/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    })
    const { data } = (await response.json()) as { data: Record<string, { ip: string }> }
    assert.deepEqual([Object.keys(data), Object.values(data).map(({ ip }) => ip)], [wanted, wanted])
  }
  for (let round = 0; round < 3; round++) await Promise.all([11, 12, 13, 14, 15, 16].map((first) => ask(first + 10 * round)))
})

test('a slow reader of a long CSV gets each row as it was written', async () => {
  const wanted = Array.from({ length: 40_000 }, (_, index) => `${11 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.7`)
  const response = await fetch(`${product.origin}/v1/ip/batch?format=csv`, { method: 'POST', body: wanted.join('\n') })
  let text = ''
  let chunks = 0
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (++chunks % 8 === 0) await setTimeout(5)
  }
  const rows = text.trimEnd().split('\n').slice(1)
  assert.deepEqual(
    rows.map((row) => row.slice(0, row.indexOf(','))),
    wanted,
  )
  const { country_code: country } = (await get(`/v1/ip/${wanted[20_000]}`)).json().data
  assert.match(rows[20_000]!, new RegExp(`,${country},`))
})

for (const path of ['/v1/ip/batch', '/v1/ip/batch?format=ndjson', '/v1/ip/batch?format=csv', '/v1/summarize', '/v1/map'])
  test(`${path} without a body says what belongs there`, async () => {
    for (const payload of ['', '\n']) {
      const answer = await product.app.inject({
        method: 'POST',
        url: path,
        payload,
        headers: { 'content-type': 'text/plain' },
        remoteAddress: '127.0.0.12', // these calls are dear
      })
      const { code, msg } = answer.json()
      assert.deepEqual([code, msg], [400, 'body: expected lines, a CSV or a JSON array of addresses, got nothing'])
    }
  })

test('an empty list has an empty answer', async () => {
  assert.deepEqual((await batch('[]', 'application/json')).json(), { code: 200, msg: '', data: {} })
})

const LISTS = ['/v1/ip/batch', '/v1/ip/batch?format=ndjson', '/v1/summarize', '/v1/map']
for (const path of LISTS)
  for (const type of [
    'application/xml',
    'text/xml; charset=utf-8',
    'text/html',
    'image/png',
    'text/plain; charset=UTF-16LE',
    'text/csv;charset="utf-32"',
  ])
    test(`${path} with ${type} → 415, with what is expected and what came`, async () => {
      const answer = await product.app.inject({
        method: 'POST',
        url: path,
        payload: '8.8.8.8',
        headers: { 'content-type': type },
      })
      assert.deepEqual([answer.statusCode, answer.json().data.error], [415, 'unsupported_body'])
      const { msg } = answer.json()
      assert.ok(msg.includes(type), msg)
      assert.match(
        msg,
        type.includes('charset=') && !type.includes('xml')
          ? /expected UTF-8/
          : /expected text\/plain, text\/csv or application\/json/,
      )
    })

for (const type of [
  undefined,
  'TEXT/PLAIN; charset=gbk',
  'text/plain;charset=us-ascii',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/csv',
])
  test(`a list of lines is read that comes as ${type ?? 'nothing in particular'}`, async () => {
    const headers = type === undefined ? {} : { 'content-type': type }
    const answer = await fetch(`${product.origin}/v1/ip/batch?fields=ip`, {
      method: 'POST',
      body: Buffer.from('8.8.8.8\n'),
      headers,
    })
    assert.deepEqual(Object.keys(((await answer.json()) as { data: object }).data), ['8.8.8.8'])
  })

test('a list in another type is refused in Chinese, too', async () => {
  const headers = { 'content-type': 'application/xml', 'accept-language': 'zh-CN' }
  const { msg } = (await product.app.inject({ method: 'POST', url: '/v1/ip/batch', payload: '<a/>', headers })).json()
  assert.equal(msg, '不支持此类请求内容：应为 text/plain、text/csv 或 application/json，收到 Content-Type: application/xml')
})

test('a batch of lines or a CSV as NDJSON and CSV', async () => {
  const lines = (await batch('8.8.8.8\r\n\nx\n', 'text/plain', '?format=ndjson&fields=ip,country_code')).body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ query, country_code, error }) => [query, country_code, error]),
    [
      ['8.8.8.8', 'US', undefined],
      ['x', undefined, 'bad_address'],
    ],
  )
  const csv = (await batch('"8.8.8.8",alice\n1.1.1.1,bob\n', 'text/csv', '?format=csv&fields=country_code')).body
  assert.equal(csv, 'query,country_code,error\r\n8.8.8.8,US,\r\n1.1.1.1,AU,\r\n')
})

for (const heading of ['ip', '\ufeff"IP Address",name', 'query,country_code', 'IP地址;备注'])
  test(`a CSV that begins with ${JSON.stringify(heading)} begins with its second line`, async () => {
    const csv = (await batch(`${heading}\r\n8.8.8.8,x\r\nip\r\n`, 'text/csv', '?format=csv&fields=country_code')).body
    assert.equal(csv, 'query,country_code,error\r\n8.8.8.8,US,\r\nip,,bad_address\r\n')
  })

for (const [what, type, text] of [
  ['a CSV whose addresses stand in the second column', 'text/csv', 'user,client\r\n"Doe, J",8.8.8.8\r\nx,1.1.1.1\r\n'],
  ['an object a line', 'application/x-ndjson', '{"ip":"8.8.8.8","user":"Doe, J"}\n{"ip":"1.1.1.1"}\n'],
  ['an object a line under the type of lines', 'text/plain', '{"query":"8.8.8.8"}\n{"query":"1.1.1.1"}'],
  ['a list of objects', 'application/json', '[{"query":"8.8.8.8","lang":"de"},{"ip":"1.1.1.1"}]'],
  ['UTF-16 as PowerShell writes it', 'text/plain', Buffer.from('\ufeff8.8.8.8\r\n1.1.1.1\r\n', 'utf16le')],
] as const)
  for (const query of ['?format=csv', '?format=csv&fields=country_code', '?format=ndjson', ''])
    test(`a batch${query} of ${what}`, async () => {
      const { body } = await batch(text, type, query)
      assert.ok(!body.includes('bad_'), body.slice(0, 500))
      for (const word of ['8.8.8.8', 'US', '1.1.1.1', 'AU']) assert.ok(body.includes(word), `${word}: ${body.slice(0, 500)}`)
    })

for (const format of ['csv', 'ndjson', 'json'])
  test(`lines with more cells are answered by the first one, as ${format}, too`, async () => {
    const { body } = await batch('8.8.8.8,n1\n"1.1.1.1"\tx\n', 'text/plain', `?format=${format}`)
    assert.ok(!body.includes('bad_address') && body.includes('8.8.8.8') && body.includes('1.1.1.1'), body)
  })

test('the first line of a text with a byte order mark is answered like the others', async () => {
  const { body } = await batch('\ufeff8.8.8.8\r\n1.1.1.1\r\n', 'text/plain', '?format=csv')
  assert.match(body, /^ip,.*\r?\n8\.8\.8\.8,US,.*\r?\n1\.1\.1\.1,AU,/)
})

test('whole records are the same from the prepared pieces as field by field', async () => {
  const every = Object.keys((await batch('["8.8.8.8"]', 'application/json')).json().data['8.8.8.8']).join(',')
  const toFixed = (body: string) => body.replaceAll(/"current_time":"[^"]*"/g, '"current_time":""')
  const queries = ['8.8.8.8', '2001:4860:4860::8888', '192.168.1.1', 'x"\\\n中', '::ffff:1.1.1.1', '8.8.8.8']
  for (const [type, payload] of [
    ['application/json', JSON.stringify(queries)],
    ['text/plain', queries.join('\n')],
  ] as const)
    for (const format of ['json', 'ndjson']) {
      const whole = toFixed((await batch(payload, type, `?format=${format}`)).body)
      const picked = toFixed((await batch(payload, type, `?format=${format}&fields=${every}`)).body)
      const parse = (text: string) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown)
      assert.deepEqual(parse(whole), parse(picked))
    }
})

test('a keyed batch ends at 1,000, a stream goes on', async () => {
  const lines = Array.from({ length: 1_001 }, (_, i) => `8.8.${i >> 8}.${i & 255}`).join('\n')
  assert.equal((await batch(lines)).json().data.error, 'too_large')
  assert.equal((await batch(lines, 'text/plain', '?format=ndjson&fields=ip')).body.trimEnd().split('\n').length, 1_001)
})

for (const [name, query, lines, expected] of [
  ['1,001 lines for a keyed map', '', 1_001, [413, 'too_large']],
  ['a field that no record has', '?fields=x', 2, [404, 'unknown_field']],
] as const)
  test(`over a connection, ${name}: the error in its envelope, though the body was broken off`, async () => {
    const body = '8.8.8.8\n'.repeat(lines)
    const response = await fetch(`${product.origin}/v1/ip/batch${query}`, { method: 'POST', body })
    const { data } = (await response.json()) as { data: { error: string } }
    assert.deepEqual([response.status, data.error], expected)
  })

test('ranges of a country and of an AS, for a firewall', async () => {
  const { data } = (await get('/v1/ranges/country/li')).json()
  assert.equal(data.owner, 'LI')
  assert.ok(data.networks.length > 10 && data.networks.every((network: string) => /^[\da-f.:]+\/\d+$/.test(network)))
  assert.match((await get('/v1/ranges/asn/AS15169?family=ipv4&format=nftables')).body, /^table inet octet \{/)
  assert.equal((await get('/v1/ranges/asn/SG')).json().data.error, 'bad_input')
  assert.equal((await get('/v1/ranges/country/XX')).json().data.error, 'unsupported_value')
})

test('ranges without the envelope', async () => {
  assert.equal((await get('/v1/ranges/country/li?raw=1')).json().owner, 'LI')
})

for (const [lang, msg] of [
  ['en', 'Please enter any IPv4 or IPv6 address'],
  ['zh', '请输入任意 IPv4 或 IPv6 地址'],
] as const)
  test(`search_ip without an address, absent or empty → “${msg}”`, async () => {
    for (const payload of [{}, { ip: '' }]) {
      const headers = { 'accept-language': lang }
      const answer = await product.app.inject({ method: 'POST', url: '/v1/search_ip', payload, headers })
      assert.deepEqual([answer.statusCode, answer.json().msg], [400, msg])
    }
  })

for (const [url, payload] of [
  ['/v1/search_ip', { query: '8.8.8.8' }],
  ['/v1/search_phone', { phone: '13800138000' }],
  ['/v1/search_card', { card: '6222020200112233448' }],
] as const)
  test(`${url} takes ${Object.keys(payload).join()}, which no document shows but a program would try`, async () => {
    const answer = await product.app.inject({ method: 'POST', url, payload })
    assert.equal(answer.json().code, 200, answer.body)
    const tool = await product.app.inject({ method: 'POST', url: '/v1/tools/phone', payload: { phone: '13800138000' } })
    assert.equal(tool.statusCode, 400, 'a tool has one name for each field')
  })

test('search_ip takes multipart, urlencoded and JSON, and resolves nothing that is an address', async () => {
  for (const [payload, type] of [
    ['--x\r\ncontent-disposition: form-data; name="ip"\r\n\r\n8.8.8.8\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
    ['ip=8.8.8.8', 'application/x-www-form-urlencoded'],
    ['{"ip":"8.8.8.8"}', 'application/json'],
  ] as const) {
    const { code, data } = (
      await product.app.inject({ method: 'POST', url: '/v1/search_ip', payload, headers: { 'content-type': type, plat: 'wap' } })
    ).json()
    assert.deepEqual([code, data.country_code, data.hostname, data.others], [200, 'US', null, []])
  }
})

test('ip_self_search looks the caller up', async () => {
  const { data } = (await product.app.inject({ method: 'POST', url: '/v1/ip_self_search' })).json()
  assert.deepEqual([data.ip, data.special.block], ['127.0.0.1', '127.0.0.0/8'])
})

test('503 with the way out where there is no data, and a wrong address is still told as wrong', async () => {
  await using empty = await startProduct({ withoutData: true })
  const missing = await empty.app.inject('/v1/ip/8.8.8.8')
  assert.deepEqual([missing.statusCode, missing.json().data.error], [503, 'data_missing'])
  assert.ok(missing.headers['retry-after'])
  assert.equal((await empty.app.inject('/v1/ip/x.y.z.1')).statusCode, 400)
})

test('/v1/data names every source with date, licence and credit', async () => {
  const { data } = (await get('/v1/data')).json()
  const dbip = data.sources.find(({ id }: { id: string }) => id === 'dbip-city')
  assert.equal(dbip.licence, 'CC-BY-4.0')
  assert.match(dbip.attribution.en, /DB-IP/)
})

test('a long list of lines as CSV has the columns of the bulk answer, a wrong line its error', async () => {
  const lines = (await batch('8.8.8.8\r\n\nx\n2001:4860:4860::8888', 'text/plain', '?format=csv')).body.trimEnd().split('\n')
  const [head = [], google = [], wrong = [], six = []] = lines.map((line) => line.split(','))
  assert.deepEqual([head[0], head[1], head.at(-1)], ['ip', 'country_code', 'error'])
  assert.deepEqual([google[0], google[1], google[head.indexOf('asn')]], ['8.8.8.8', 'US', '15169'])
  assert.deepEqual([wrong[0], wrong.at(-1)], ['x', 'bad_address'])
  assert.equal(six[head.indexOf('asn')], '15169')
})
