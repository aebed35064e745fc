import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '@octet/core/testing/until.ts'
import { makeKey } from '../domain/key/key-format.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startLiveProbes } from '../testing/live-probes.ts'
import { startProduct } from '../testing/start.ts'

const HOSTS = {
  'geoip.maxmind.com': 'geoip',
  'ipinfo.io': 'ipinfo',
  'api.ipinfo.io': 'ipinfo',
  'api.ip2location.io': 'ip2location',
  'api.ipdata.co': 'ipdata',
  'api.ipregistry.co': 'ipregistry',
}

type Answers = Record<'geoip' | 'ipinfo' | 'ip2location' | 'ipdata' | 'ipregistry', Record<string, never>>
let storage: TestStorage
let probes: Awaited<ReturnType<typeof startLiveProbes>>
let product: Awaited<ReturnType<typeof startProduct>>
let key: string
let answers: Answers
const folder = await mkdtemp(join(tmpdir(), 'octet-clients-'))
const hasOpenssl = findOpenssl()

before(async () => {
  const config = join(folder, 'octet.json')
  await writeFile(config, JSON.stringify({ personalities: { hosts: HOSTS }, limits: { unitsPerSecond: 1e4, burst: 1e5 } }))
  storage = await startStorage()
  probes = await startLiveProbes()
  await probes.probe.whois.find({ kind: 'ip', name: '8.8.8.8' }) // kept from here on: a call waits for it only as long as callers do
  product = await startProduct({ storageUrl: storage.url, env: { OCTET_CONFIG: config }, listen: true, probe: probes.probe })
  key = await openKey()
  if (hasOpenssl) answers = await askClients()
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await probes[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function findOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
}

async function openKey(capMonth: number | null = null): Promise<string> {
  const id = randomUUID()
  const { storage: database, keys, keyTable } = product.services
  await database.run((queries) =>
    queries
      .insertInto('accounts')
      .values({ id, email: `${id}@example.org`, password_hash: '-', lang: 'en', confirmed_at: new Date() })
      .execute(),
  )
  const made = await keys.create(id, {
    name: 'clients',
    kind: 'live',
    scopes: ['geo', 'privacy', 'asn'],
    cidrs: [],
    origins: [],
    allowQuery: true,
    capMonth,
    expiresAt: null,
  })
  await keyTable.load()
  return made.key
}

/** The clients run in a process of their own, which trusts the certificate made here. */
async function askClients(): Promise<Answers> {
  const [keyFile, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = Object.keys(HOSTS).map((host) => `DNS:${host}`)
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=test',
    ].concat(['-addext', `subjectAltName=${names.join()}`, '-keyout', keyFile, '-out', certificate]),
    { stdio: 'ignore' },
  )
  const tls = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificate) }, (request, response) => {
    product.app.server.emit('request', request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => tls.once('listening', resolve))
  const { port } = tls.address() as { port: number }
  const script = join(import.meta.dirname, 'testing/ask-clients.ts')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, String(port), key, makeKey('live')], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, NODE_NO_WARNINGS: '1' },
      timeout: 60_000,
    })
    return JSON.parse(stdout) as Answers
  } finally {
    tls.closeAllConnections()
    tls.close()
  }
}

const skip = hasOpenssl ? false : 'openssl is not installed'

test('geoip2-node reads country, city and insights', { skip }, () => {
  const { geoip } = answers
  assert.equal(geoip['country'], 'US')
  assert.deepEqual(geoip['city'], ['US', 'United States', 'America/Los_Angeles', 'undefined']) // anycast has no radius
  assert.deepEqual(
    [geoip['traits'], geoip['network'], geoip['remaining'], geoip['hosting'], geoip['v6']],
    [15169, '8.8.8.0/24', 'number', true, 15169],
  )
})

test('geoip2-node gets its own errors for a reserved address and a wrong licence', { skip }, () => {
  const { reserved, wrongKey, mapped } = answers.geoip as unknown as Record<string, { code: string; status: number }>
  assert.equal(mapped, 'US', 'as a socket of both families names its peer')
  assert.deepEqual([reserved?.code, reserved?.status], ['IP_ADDRESS_RESERVED', 400])
  assert.deepEqual([wrongKey?.code, wrongKey?.status], ['AUTHORIZATION_INVALID', 401])
})

test('node-ipinfo reads classic, Lite, Core, Plus, AS, batch and map', { skip }, () => {
  const { ipinfo } = answers as unknown as { ipinfo: Record<string, Record<string, unknown>> }
  assert.deepEqual(ipinfo['classic'], ['US', 'AS15169 Google LLC', 'United States', 'string'])
  assert.deepEqual(
    [ipinfo['lite']?.['countryCode'], ipinfo['lite']?.['asn'], ipinfo['lite']?.['continentCode']],
    ['US', 'AS15169', 'NA'],
  )
  assert.deepEqual(toPart(ipinfo['core'], 'as')['asn'], 'AS15169')
  assert.equal(toPart(ipinfo['plus'], 'geo')['country_code'], 'US')
  assert.equal(ipinfo['plus']?.['is_hosting'], true)
  assert.equal(typeof toPart(ipinfo['plus'], 'anonymous')['is_vpn'], 'boolean')
  assert.equal(toPart(ipinfo['coreBogon'], 'value')['bogon'], true, 'it reads `geo` of whatever comes')
  assert.deepEqual(ipinfo['asn'], ['AS15169', 'United States', true])
  assert.deepEqual(ipinfo['batch'], ['AS13335 Cloudflare, Inc.', 'US', 'AS13335', 404])
  assert.equal(ipinfo['map']?.['status'], 'Report Created')
  assert.deepEqual(ipinfo['resproxy'], {})
  assert.match(String(ipinfo['wrongKey']?.['message']), /403/)
})

test('ip2location-io-nodejs reads the flat form and the errors', { skip }, () => {
  const { answer, wrongAddress, wrongKey } = answers.ip2location as unknown as Record<string, Record<string, unknown>>
  assert.deepEqual(
    ['ip', 'country_code', 'time_zone', 'asn', 'is_proxy'].map((name) => answer?.[name]),
    ['8.8.8.8', 'US', answer?.['time_zone'], '15169', false],
  )
  assert.match(String(answer?.['time_zone']), /^-0[78]:00$/)
  assert.match(String(wrongAddress?.['message']), /IPv4/)
  assert.match(String(wrongKey?.['message']), /API key cannot be used/)
})

test('ipdata reads one, one field, some fields and many', { skip }, () => {
  const { answer, field, fields, bulk, wrongKey } = answers.ipdata as unknown as Record<string, Record<string, unknown>>
  assert.deepEqual([answer?.['country_code'], toPart(answer, 'asn')['asn'], answer?.['status']], ['US', 'AS15169', 200])
  assert.equal(field?.['country_name'], 'United States')
  assert.deepEqual(fields, { ip: '8.8.8.8', country_code: 'US', status: 200 })
  assert.deepEqual(bulk, [
    ['8.8.8.8', 'US'],
    ['1.1.1.1', 'AU'],
  ])
  assert.deepEqual([wrongKey?.['status'], /API Key/.test(String(wrongKey?.['message']))], [401, true])
})

test('@ipregistry/client reads addresses, networks, lists and credits', { skip }, () => {
  const { data, consumed, asn, batch, wrongKey, noKey, noAddress, named, programs } = answers.ipregistry as unknown as Record<
    string,
    never
  >
  const { location, connection, security } = data as unknown as Record<string, Record<string, unknown>>
  assert.deepEqual(
    [toPart(location, 'country')['code'], connection?.['asn'], security?.['is_cloud_provider']],
    ['US', 15169, true],
  )
  assert.deepEqual([consumed, asn], [[1, 'number', 'number'], 15169])
  const [first, second] = batch as unknown as Record<string, unknown>[]
  assert.deepEqual([first?.['ip'], second?.['code']], ['8.8.8.8', 'INVALID_IP_ADDRESS'])
  const codes = ([wrongKey, noKey, noAddress] as unknown as { code: string }[]).map(({ code }) => code)
  assert.deepEqual(codes, ['INVALID_API_KEY', 'MISSING_API_KEY', 'INVALID_IP_ADDRESS'])
  assert.equal(named, 'a.example')
  const [safari, curl] = programs as unknown as Record<string, unknown>[]
  assert.deepEqual(
    [safari?.['name'], safari?.['type'], safari?.['version_major'], safari?.['device'], safari?.['engine'], safari?.['os']],
    [
      'Safari',
      'browser',
      '18',
      { brand: 'Apple', name: 'iPhone', type: 'phone' },
      { name: 'WebKit', type: 'browser', version: '605.1.15', version_major: '605' },
      { name: 'iOS', type: 'mobile', version: '18.1' },
    ],
  )
  assert.deepEqual([curl?.['name'], curl?.['type'], curl?.['version']], ['curl', 'robot', '8.9.1'])
})

test('what is asked of others at this moment takes more of the limit than a lookup, in every form', async (t) => {
  const take = t.mock.method(product.services.allowance, 'take')
  const unitsOf = async (host: string, url: string) => {
    take.mock.resetCalls()
    assert.equal((await product.app.inject({ url, headers: { host, authorization: `Bearer ${key}` } })).statusCode, 200, url)
    return take.mock.calls.reduce((sum, { arguments: [, units = 1] }) => sum + units, 0)
  }
  assert.deepEqual(
    [
      await unitsOf('ipinfo.io', '/8.8.8.8/city'),
      await unitsOf('ipinfo.io', '/8.8.8.8/hostname'),
      await unitsOf('api.ipregistry.co', '/8.8.8.8?hostname=true'),
    ],
    [1, 3, 3],
  )
})

test('ip-api: one as JSON, lines and CSV, many, by a number of fields, with a key and without', async () => {
  const get = async (url: string) => {
    const { statusCode, body } = await ask(url)
    return [statusCode, body]
  }
  assert.deepEqual(await get('/json/8.8.8.8?fields=status,countryCode,as,query'), [
    200,
    '{"status":"success","countryCode":"US","as":"AS15169 Google LLC","query":"8.8.8.8"}',
  ])
  assert.deepEqual(await get('/line/8.8.8.8?fields=8194'), [200, 'US\n8.8.8.8\n'])
  assert.deepEqual(await get('/csv/1.1.1.1?fields=as,query'), [200, '"AS13335 Cloudflare, Inc.",1.1.1.1\n'])
  assert.deepEqual(await get('/json/8.8.8.8?fields=country&lang=zh-CN'), [200, '{"country":"美国"}'])
  assert.deepEqual(await get('/json/'), [200, '{"status":"fail","message":"reserved range","query":"127.0.0.1"}'])
  assert.deepEqual(await get('/json/1.2.3'), [200, '{"status":"fail","message":"invalid query","query":"1.2.3"}'])
  assert.equal((await ask('/json/8.8.8.8?key=bad')).statusCode, 403)
  assert.deepEqual(await get('/json/8.8.8.8?fields=query&callback=page.show'), [200, 'page.show({"query":"8.8.8.8"});'])
  assert.equal((await ask('/json/8.8.8.8?callback=f')).headers['content-type'], 'text/javascript; charset=utf-8')
  for (const name of ['alert(1)//', 'f%0A', '%3Cscript%3E', ''])
    assert.deepEqual(await get(`/json/8.8.8.8?fields=query&callback=${name}`), [200, '{"query":"8.8.8.8"}'], name)
  const { headers } = await ask('/json/8.8.8.8')
  assert.match([headers['x-rl'], headers['x-ttl']].join(), /^\d+,\d+$/)
  const list = async (items: unknown) => {
    const answer = await product.app.inject({
      method: 'POST',
      url: `/batch?fields=query,status,countryCode&key=${key}`,
      headers: { host: 'localhost' },
      payload: JSON.stringify(items),
    })
    return [answer.statusCode, answer.json()]
  }
  assert.deepEqual(await list(['8.8.8.8', { query: '1.1.1.1', fields: 'country', lang: 'zh-CN' }, '10.0.0.1', 'x']), [
    200,
    [
      { status: 'success', countryCode: 'US', query: '8.8.8.8' },
      { country: '澳大利亚' },
      { status: 'fail', query: '10.0.0.1' },
      { status: 'fail', query: 'x' },
    ],
  ])
  for (const wrong of [Array(101).fill('8.8.8.8'), { a: 1 }]) assert.equal((await list(wrong))[0], 422)
})

test('ipgeolocation: flat and nested, fields, many, and refusals in its words', async () => {
  const get = async (url: string) => {
    const { statusCode, body } = await ask(url)
    return [statusCode, JSON.parse(body)]
  }
  const told = (url: string) => get(`${url}${url.includes('?') ? '&' : '?'}apiKey=${key}`)
  assert.deepEqual(await told('/ipgeo?ip=8.8.8.8&fields=country_code2,asn'), [
    200,
    { ip: '8.8.8.8', country_code2: 'US', asn: 'AS15169' },
  ])
  assert.deepEqual(await told('/v3/ipgeo?ip=8.8.8.8&lang=cn&fields=location.country_name,asn.as_number'), [
    200,
    { ip: '8.8.8.8', location: { country_name: '美国' }, asn: { as_number: 'AS15169' } },
  ])
  assert.deepEqual(await told('/ipgeo?ip=10.0.0.1'), [423, { message: "'10.0.0.1' is a bogon IP address." }])
  assert.equal((await told('/ipgeo'))[0], 423, 'the caller is asked about where no address is given')
  assert.equal((await told('/v2/ipgeo?ip=1.2.3'))[0], 400)
  for (const url of ['/ipgeo?ip=8.8.8.8', '/ipgeo?ip=8.8.8.8&apiKey=bad']) assert.equal((await get(url))[0], 401)
  const list = (payload: unknown) =>
    product.app.inject({ method: 'POST', url: `/ipgeo-bulk?fields=asn&apiKey=${key}`, payload: JSON.stringify(payload) })
  const many = await list({ ips: ['8.8.8.8', 'x', '10.0.0.1'] })
  const [first, ...others] = many.json()
  assert.deepEqual(
    [many.statusCode, first, others.map(Object.keys)],
    [200, { ip: '8.8.8.8', asn: 'AS15169' }, [['message'], ['message']]],
  )
  assert.equal((await list(['8.8.8.8'])).statusCode, 400)
})

test('dbip: one and many, with a key in the path and without, and refusals that its clients read', async () => {
  const get = async (path: string, headers = {}) => {
    const { statusCode, body } = await ask(`/v2/${path}`, headers)
    return [statusCode, JSON.parse(body)]
  }
  assert.deepEqual((await get('free/8.8.8.8'))[1].countryCode, 'US')
  assert.ok(!('asNumber' in (await get('free/8.8.8.8'))[1]))
  assert.equal((await get(`${key}/8.8.8.8`))[1].asNumber, 15_169)
  assert.equal((await get('free/8.8.8.8', { 'accept-language': 'zh' }))[1].countryName, '美国')
  assert.equal((await get('free/self'))[1].ipAddress, '127.0.0.1')
  const invalid = { errorCode: 'INVALID_ADDRESS', error: 'invalid address' }
  assert.deepEqual(await get('free/1.2.3'), [200, invalid])
  const [, many] = await get(`${key}/8.8.8.8,1.2.3`)
  assert.deepEqual([many['8.8.8.8'].countryCode, many['1.2.3']], ['US', invalid])
  assert.deepEqual(await get('bad/8.8.8.8'), [200, { errorCode: 'INVALID_KEY', error: 'invalid API key' }])
  const [status, { errorCode }] = await get(`free/${Array(33).fill('8.8.8.8').join()}`)
  assert.deepEqual([status, errorCode], [200, 'TOO_MANY_ADDRESSES'])
})

test('a program that asks for what is neither address nor page is refused in the words that its key belongs to', async () => {
  const refused = [
    await ask(`/undefined?api-key=${key}`),
    await ask('/undefined', { authorization: `ApiKey ${key}` }),
    await ask('/192.0.2.1,%208.8.8.8', { authorization: `Bearer ${key}`, accept: 'application/json' }),
  ]
  assert.deepEqual(
    refused.map((answer) => [answer.statusCode, Object.keys(answer.json()).join()]),
    [
      [400, 'message'],
      [400, 'code,message,resolution'],
      [404, 'status,error'],
    ],
  )
  const page = await ask(`/undefined?token=${key}`, { accept: 'text/html' })
  assert.deepEqual([page.statusCode, String(page.headers['content-type'])], [404, 'text/html; charset=utf-8'])
})

/** A part of an answer. */
function toPart(value: Record<string, unknown> | undefined, name: string): Record<string, unknown> {
  return (value?.[name] ?? {}) as Record<string, unknown>
}

const ask = (url: string, headers: Record<string, string> = {}) =>
  product.app.inject({ url, headers: { host: 'localhost', ...headers } })
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const geoipAnswers: [string, string, Record<string, string>, number, string][] = [
  ['no credentials', '/geoip/v2.1/city/8.8.8.8', {}, 401, 'LICENSE_KEY_REQUIRED'],
  ['no account', '/geoip/v2.1/city/8.8.8.8', { account: '' }, 401, 'ACCOUNT_ID_REQUIRED'],
  ['no address', '/geoip/v2.1/city/', { account: '1' }, 400, 'IP_ADDRESS_REQUIRED'],
  ['a name for an address', '/geoip/v2.1/city/example', { account: '1' }, 400, 'IP_ADDRESS_INVALID'],
  ['an account of letters', '/geoip/v2.1/city/8.8.8.8', { account: 'me' }, 200, ''],
  ['HTML wanted', '/geoip/v2.1/city/8.8.8.8', { account: '1', accept: 'text/html' }, 415, ''],
]
for (const [name, url, { account, ...headers }, status, code] of geoipAnswers)
  test(`GeoIP with ${name} → ${status} ${code}`, async () => {
    const answer = await ask(url, { ...headers, ...(account !== undefined && { authorization: basic(account, key) }) })
    assert.equal(answer.statusCode, status)
    if (code) assert.equal(answer.json().code, code)
  })

test('GeoIP answers have the media types of the service, a length, and nothing empty', async () => {
  const answer = await ask('/geoip/v2.1/city/8.8.8.8', { authorization: basic('1', key) })
  assert.equal(answer.headers['content-type'], 'application/vnd.maxmind.com-city+json; charset=UTF-8; version=2.1')
  assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.body)))
  assert.doesNotMatch(answer.body, /null|""|\{\}|\[\]|:false/)
  const failed = await ask('/geoip/v2.1/city/10.0.0.1', { authorization: basic('1', key) })
  assert.match(
    String(failed.headers['content-type']),
    /^application\/vnd\.maxmind\.com-error\+json; charset=UTF-8; version=2\.\d$/,
  )
})

test('GeoIP names countries and continents in the eight languages of the files, places in Chinese only where they have a name', async () => {
  const answer = await ask('/geoip/v2.1/city/8.8.8.8', { authorization: basic('1', key) })
  const { country, continent, city } = answer.json()
  assert.deepEqual(Object.keys(country.names), ['de', 'en', 'es', 'fr', 'ja', 'pt-BR', 'ru', 'zh-CN'])
  assert.deepEqual(
    [country.names.de, country.names['zh-CN'], continent.names.fr],
    ['Vereinigte Staaten', '美国', 'Amérique du Nord'],
  )
  assert.deepEqual(city.names, { en: 'Mountain View', 'zh-CN': '山景城' })
  const unnamed = (await ask('/geoip/v2.1/city/129.97.0.1', { authorization: basic('1', key) })).json()
  assert.deepEqual([unnamed.city.names, typeof unnamed.location.accuracy_radius], [{ en: 'Waterloo' }, 'number'])
})

const dispatched: [string, Record<string, string>, RegExp][] = [
  ['/8.8.8.8', {}, /"org":"AS15169/],
  ['/8.8.8.8/json', {}, /"org":"AS15169/],
  ['/8.8.8.8/country', {}, /^US\n$/],
  ['/8.8.8.8/privacy', {}, /"hosting":true/],
  ['/8.8.8.8/geo', {}, /^\{"ip":"8\.8\.8\.8",.*"timezone":"America\/Los_Angeles"\}$/],
  ['/8.8.8.8/resproxy', {}, /^\{\}$/],
  ['/8.8.8.8/nothing', {}, /^\{"error":"The record has no field “nothing”"\}$/],
  ['/country', {}, /^\n$/],
  ['/json', {}, /^\{"ip":"127\.0\.0\.1","bogon":true\}$/],
  ['/', { accept: 'application/json' }, /^\{"ip":"127\.0\.0\.1","bogon":true\}$/],
  ['/', { accept: '*/*' }, /^127\.0\.0\.1\n$/],
  ['/AS15169/json', {}, /"asn":"AS15169"/],
  ['/AS15169/name', {}, /^Google LLC\n$/],
  ['/AS15169/domain', {}, /^\n$/],
  ['/AS15169/nothing', {}, /^\{"error":"The record has no field “nothing”"\}$/],
  ['/lite/8.8.8.8', {}, /"as_name":"Google LLC"/],
  ['/lite/8.8.8.8/country_code', {}, /^US\n$/],
  ['/lite/8.8.8.8/nothing', {}, /^\{"error":"The record has no field “nothing”"\}$/],
  ['/max/8.8.8.8', {}, /"is_hosting":true/],
  ['/max/8.8.8.8/is_hosting', {}, /^true\n$/],
  ['/999.1.1.1', {}, /^\{"status":404,"error":\{"title":"Wrong ip"/],
  ['/10.0.0.1', {}, /^\{"ip":"10\.0\.0\.1","bogon":true\}$/],
]
for (const [url, headers, pattern] of dispatched)
  test(`${url} answers a program in ipinfo’s form`, async () => assert.match((await ask(url, headers)).body, pattern))

test('the way the key comes chooses the form at the root', async () => {
  assert.match((await ask(`/?key=${key}&ip=8.8.8.8&format=json`)).body, /"time_zone":"-0/)
  assert.match((await ask(`/8.8.8.8?api-key=${key}`)).body, /"emoji_flag"/)
  assert.match((await ask('/8.8.8.8', { authorization: `ApiKey ${key}` })).body, /"connection"/)
})

test('a browser gets pages and our own calls stay our own', async () => {
  const page = await ask('/2001:db8::1', { accept: 'text/html,*/*' })
  assert.deepEqual([page.statusCode, page.headers.location], [302, '/ipdizhi?ip=2001%3Adb8%3A%3A1'])
  assert.equal((await ask('/AS15169', { accept: 'text/html,*/*' })).headers.location, '/asn/15169')
  assert.equal((await ask('/v1/ip/8.8.8.8')).json().code, 200)
})

const ipdataAnswers: [string, number, RegExp][] = [
  ['/8.8.8.8/city', 200, /^[\w ]+$/],
  ['/8.8.8.8/languages', 200, /^$/],
  ['/8.8.8.8/flag', 200, /^http:\/\/[\w.:]+\/flags\/us\.svg$/],
  ['/8.8.8.8/nothing', 400, /"nothing is not a valid field\."/],
  ['/8.8.8.8?fields=ip,nothing', 400, /"nothing is not a valid field\."/],
  ['/10.0.0.1/city', 400, /"10\.0\.0\.1 is a reserved IP address\."/],
  ['/999.1.1.1', 400, /"999\.1\.1\.1 does not appear to be an IPv4 or IPv6 address"/],
]
for (const [path, status, pattern] of ipdataAnswers)
  test(`ipdata’s ${path} → ${status}`, async () => {
    const answer = await ask(`${path}${path.includes('?') ? '&' : '?'}api-key=${key}`)
    assert.equal(answer.statusCode, status)
    assert.match(answer.body, pattern)
  })

test('/me says of a token that cannot be used that it cannot, with status 400', async () => {
  const answer = await ask('/me?token=oct_live_nobody')
  assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [400, ['error', 'token']])
})

test('a key whose own cap is spent is told so as one whose month is, by every service', async () => {
  const capped = await openKey(1)
  assert.equal((await ask('/v1/ip/8.8.8.8', { 'x-api-key': capped })).statusCode, 200)
  const said: [string, Record<string, string>, number, RegExp][] = [
    ['/geoip/v2.1/city/8.8.8.8', { authorization: basic('1', capped) }, 402, /"INSUFFICIENT_FUNDS"/],
    [`/8.8.8.8?token=${capped}`, {}, 429, /"Rate limit exceeded"/],
    [`/?key=${capped}&ip=8.8.8.8`, {}, 401, /10005/],
    [`/8.8.8.8?api-key=${capped}`, {}, 403, /This key’s monthly cap/],
    ['/8.8.8.8', { authorization: `ApiKey ${capped}` }, 402, /"INSUFFICIENT_CREDITS"/],
  ]
  for (const [url, headers, status, pattern] of said) {
    const answer = await ask(url, headers)
    assert.equal(answer.statusCode, status, url)
    assert.match(answer.body, pattern)
  }
})

const keyless: [string, Record<string, string>, RegExp][] = [
  ['/me', {}, /"Token required","message":"This call needs an API key\./],
  ['/8.8.8.8?api-key=', {}, /provided a valid API Key/],
  ['/8.8.8.8', { authorization: 'ApiKey ' }, /MISSING_API_KEY/],
]
for (const [url, headers, pattern] of keyless)
  test(`${url} without a key is told that a key is wanted`, async () => {
    const answer = await ask(url, headers)
    assert.equal(answer.statusCode, 401)
    assert.match(answer.body, pattern)
  })

test('/?ip= without a key is answered in the form of ip2location, and not with the address of the caller', async () => {
  const { ip, country_code: country } = (await ask('/?ip=8.8.8.8')).json()
  assert.deepEqual([ip, country], ['8.8.8.8', 'US'])
})

test('/me counts what was used and never shows more than the limit', async () => {
  // A lease that is just being added to is written by a later round.
  const requests = await until(async () => {
    await product.services.meter.flush()
    const { requests: told } = (await ask(`/me?token=${key}`)).json()
    return told.month > 0 && told
  }, 'what was used is written')
  assert.ok(requests.month <= requests.limit && requests.remaining === requests.limit - requests.month)
})

test('wrong items of a list cost nothing', async () => {
  const own = await openKey() // of an account that has used nothing
  const post = (host: string, url: string, items: readonly string[]) =>
    product.app.inject({ method: 'POST', url: `${url}?api-key=${own}`, headers: { host }, payload: JSON.stringify(items) })
  const readUsed = async (): Promise<number> => {
    await product.services.meter.flush()
    return (await ask(`/me?token=${own}`)).json().requests.month
  }
  const items = ['8.8.8.8', 'nonsense', '10.0.0.1']
  const registry = await post('api.ipregistry.co', '/', items)
  assert.equal(registry.json().results.length, 3)
  assert.equal(registry.headers['ipregistry-credits-consumed'], '1')
  assert.equal((await post('api.ipregistry.co', '/', ['nonsense'])).headers['ipregistry-credits-consumed'], '0')
  const bulk = (await post('api.ipdata.co', '/bulk', items)).json()
  assert.deepEqual([bulk[0].country_code, bulk[1].status, bulk[2].status], ['US', 400, 400])
  assert.deepEqual([bulk[2].ip, bulk[2].message], ['10.0.0.1', '10.0.0.1 is a reserved IP address.'])
  const batch = (await post('ipinfo.io', '/batch', ['8.8.8.8/country', 'nonsense/country'])).json()
  assert.equal(batch['8.8.8.8/country'], 'US')
  await until(async () => (await readUsed()) === 3, 'three units are counted, and no more')
})

test('summarize sums up in maps of counts', async () => {
  const answer = await product.app.inject({ method: 'POST', url: '/tools/summarize-ips?cli=1', payload: '["8.8.8.8","8.8.4.4"]' })
  assert.deepEqual([answer.json().total, answer.json().countries], [2, { US: 2 }])
})

/** Ways to ask that the clients above do not take. */
const RARE: readonly [host: string, method: 'GET' | 'POST', url: string, payload: string, status: number, pattern: RegExp][] = [
  [
    'api.ipregistry.co',
    'GET',
    '/8.8.8.8?fields=location[country,city],ip',
    '',
    200,
    /^\{"location":\{"country":\{.*"city":.*\},"ip":"8\.8\.8\.8"\}$/,
  ],
  [
    'api.ipregistry.co',
    'GET',
    '/8.8.8.8?fields=location.country.code',
    '',
    200,
    /^\{"location":\{"country":\{"code":"US"\}\}\}$/,
  ],
  ['api.ipregistry.co', 'GET', '/8.8.8.8?fields=nothing', '', 400, /"code":"INVALID_FILTER_SYNTAX"/],
  ['api.ipregistry.co', 'GET', '/AS4294967295', '', 404, /"code":"UNKNOWN_ASN"/],
  ['api.ipregistry.co', 'POST', '/', '{', 400, /"code":"BAD_REQUEST","message":"[^"]*JSON/],
  ['api.ipregistry.co', 'POST', '/', '[]', 400, /"code":"BAD_REQUEST"/],
  ['api.ipregistry.co', 'POST', '/', JSON.stringify(Array(1_025).fill('8.8.8.8')), 400, /"code":"TOO_MANY_IPS"/],
  ['api.ipregistry.co', 'POST', '/', JSON.stringify(Array(17).fill('AS1')), 400, /"code":"TOO_MANY_ASNS"/],
  [
    'api.ipregistry.co',
    'POST',
    '/user_agent',
    '["curl/8.9.1"]',
    200,
    /^\{"results":\[\{"header":"curl\/8\.9\.1","name":"curl","type":"robot"/,
  ],
  ['api.ipregistry.co', 'POST', '/user_agent', '[""]', 200, /^\{"results":\[\{"code":"BAD_REQUEST"/],
  ['api.ipregistry.co', 'POST', '/user_agent', JSON.stringify(Array(257).fill('x')), 400, /"code":"TOO_MANY_USER_AGENTS"/],
  ['api.ipregistry.co', 'GET', '/8.8.8.8?hostname=true&fields=hostname', '', 200, /^\{"hostname":"a\.example"\}$/],
  ['api.ipregistry.co', 'GET', '/8.8.8.8?fields=hostname', '', 200, /^\{"hostname":null\}$/],
  ['ipinfo.io', 'GET', '/8.8.8.8/hostname', '', 200, /^a\.example\n$/],
  ['ipinfo.io', 'GET', '/10.0.0.1/hostname', '', 200, /^\n$/],
  [
    'ipinfo.io',
    'GET',
    '/8.8.8.8/abuse',
    '',
    200,
    /^\{"address":"","country":"US","email":"abuse@example\.net","name":"EXAMPLE-NET","network":"8\.8\.8\.0\/24","phone":"\+1-555-0100"\}$/,
  ],
  // No registry of it can be reached: that is not the same as one without a contact.
  ['ipinfo.io', 'GET', '/9.9.9.9/abuse', '', 424, /"title":"[^"]+","message":"[^"]+/],
  ['api.ipdata.co', 'POST', '/bulk', '{', 400, /"message":"[^"]*JSON/],
  [
    'ipinfo.io',
    'POST',
    '/batch',
    '8.8.8.8/country\r\n\r\n8.8.4.4/country\n8.8.8.8/country',
    200,
    /^\{"8\.8\.8\.8\/country":"US","8\.8\.4\.4\/country":"US"\}$/,
  ],
  ['api.ipdata.co', 'POST', '/bulk', JSON.stringify(Array(101).fill('8.8.8.8')), 400, /"message":"[^"]*100/],
  ['ipinfo.io', 'POST', '/batch?filter=1', '["nonsense/country","8.8.8.8/country"]', 200, /^\{"8\.8\.8\.8\/country":"US"\}$/],
  [
    'ipinfo.io',
    'POST',
    '/batch',
    '["lite/8.8.8.8","max/8.8.8.8"]',
    200,
    /^\{"lite\/8\.8\.8\.8":\{.*"country_code":"US".*"max\/8\.8\.8\.8":\{.*"is_hosting":true/,
  ],
  ['ipinfo.io', 'POST', '/batch', '{"ip":"8.8.8.8"}', 400, /a JSON array/],
  ['ipinfo.io', 'GET', '/domains/8.8.8.8', '', 400, /no source of domains by address is loaded/],
]
for (const [host, method, url, payload, status, pattern] of RARE)
  test(`${method} ${host}${url} ${payload.slice(0, 40)} → ${status}`, async () => {
    const query = `${url.includes('?') ? '&' : '?'}${host.startsWith('api.ipdata') ? 'api-key' : host === 'ipinfo.io' ? 'token' : 'key'}=${key}`
    const answer = await product.app.inject({ method, url: url + query, headers: { host }, ...(payload && { payload }) })
    assert.match(answer.body, pattern)
    assert.equal(answer.statusCode, status)
  })
