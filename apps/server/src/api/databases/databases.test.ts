import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@octet/core/testing/until.ts'
import { buildDatabase } from '@octet/data/build.ts'
import { FLAGS } from '@octet/ipdb/meta.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { makeBasis, makeLayer } from '@octet/data/testing/small-sources.ts'
import { addAccount } from '../../domain/account/add-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

type Headers = Readonly<Record<string, string>>
let folder: Awaited<ReturnType<typeof makeFolder>>
let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const tokens: Record<string, string> = {}
const keys: Record<string, string> = {}
/** Not good for downloads. */
const lookupKeys: Record<string, string> = {}

const ranges = <Value>(value: Value) => ({ 4: [{ first: 0x0100_0000n, last: 0x0100_00ffn, value }] })

before(async () => {
  folder = await makeFolder()
  const sources = [
    ...makeBasis(),
    makeLayer(
      'location',
      'places',
      ranges({ country: 'AA', region: 'Upper', city: 'North', latitude: 10, longitude: 0, radiusKm: 20 }),
    ),
    makeLayer('asn', 'networks', ranges({ asn: 64_496, name: 'Example' })),
    makeLayer('flags', 'vpns', ranges({ flags: FLAGS.vpn })),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  const config = join(folder.path, 'octet.json')
  await writeFile(
    config,
    JSON.stringify({ limits: { unitsPerSecond: 10_000, burst: 100_000 }, databases: { prepare: ['lite/csv.gz'] } }),
  )
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, env: { OCTET_VAR: folder.path, OCTET_CONFIG: config }, listen: true })
  for (const plan of ['free', 'business', 'enterprise']) {
    const email = `${plan}@example.org`
    const { id, password } = await addAccount(
      { database: product.services.storage, plans: product.services.plans },
      { email, plan },
    )
    const login = await product.app.inject({ method: 'POST', url: '/v1/account/log_in', payload: { email, password } })
    tokens[plan] = login.json<{ data: { token: string } }>().data.token
    const fields = { name: 'x', kind: 'live', cidrs: [], origins: [], allowQuery: true, expiresAt: null, capMonth: null } as const
    keys[plan] = (await product.services.keys.create(id, { ...fields, scopes: ['download'] })).key
    lookupKeys[plan] = (await product.services.keys.create(id, { ...fields, scopes: ['geo'] })).key
  }
  await product.services.keyTable.load()
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const ask = (path: string, headers: Headers = {}, method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
  product.app.inject({ method, url: path, headers })
const as = (plan: string): Headers => ({ token: tokens[plan]! })

/** Asks until the file has been made. */
const fetchMade = (path: string, headers: Headers) =>
  until(async () => {
    const answer = await ask(path, headers)
    if (answer.statusCode !== 503) return answer
    assert.equal(answer.json<{ data: { error: string } }>().data.error, 'database_not_ready')
    assert.ok(Number(answer.headers['retry-after']) > 0)
    return undefined
  }, `${path} is made`)

test('the first request has the file made, the next one gets it', async () => {
  const answer = await fetchMade('/v1/databases/geolocation/mmdb', as('enterprise'))
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['x-checksum-sha256'], createHash('sha256').update(answer.rawPayload).digest('hex'))
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="octet-geolocation-\d{8}\.mmdb"$/)
  assert.ok(Number.isFinite(Date.parse(String(answer.headers['last-modified']))))
})

test('what the operator lists is made after the build, unasked', async () => {
  await until(() => product.services.downloads.find('lite', 'csv.gz'), 'it is made')
})

test('Lite comes without an account, others do not', async () => {
  assert.equal((await fetchMade('/v1/databases/lite/mmdb', {})).statusCode, 200)
  assert.equal((await ask('/v1/databases/asn/mmdb')).statusCode, 401)
})

for (const [plan, id, status] of [
  ['free', 'geolocation', 403],
  ['free', 'lite', 200],
  ['business', 'asn', 200],
  ['business', 'privacy', 403],
  ['enterprise', 'privacy', 200],
] as const)
  test(`${plan} asks for ${id} → ${status}, by token, key and key in the URL`, async () => {
    const path = `/v1/databases/${id}/mmdb`
    for (const [url, headers] of [
      [path, as(plan)],
      [path, { authorization: `Bearer ${keys[plan]}` }],
      [`${path}?key=${keys[plan]}`, {}],
    ] as const) {
      const answer = await fetchMade(url, headers)
      assert.equal(answer.statusCode, status, answer.statusCode === status ? '' : answer.payload)
      if (status === 403)
        assert.equal(
          answer.json<{ msg: string }>().msg,
          'You have not subscribed to the database service, please subscribe to the service first',
        )
    }
  })

test('Lite without an account is in the log, with the network and not the address', async (t) => {
  await fetchMade('/v1/databases/lite/mmdb', {})
  const info = t.mock.method(product.services.log, 'info')
  await ask('/v1/databases/lite/mmdb')
  await ask('/v1/databases/lite/mmdb', {}, 'HEAD')
  const lines = info.mock.calls.map(({ arguments: [fields] }) => fields as unknown as Record<string, unknown>)
  assert.deepEqual(
    lines.map(({ product, format, start, network }) => ({ product, format, start, network })),
    [{ product: 'lite', format: 'mmdb', start: 0, network: '127.0.0.0/24' }],
  )
})

test('HEAD, validators and ranges', async () => {
  const path = '/v1/databases/lite/mmdb'
  const whole = await fetchMade(path, {})
  const head = await ask(path, {}, 'HEAD')
  assert.deepEqual([head.statusCode, head.headers['content-length'], head.payload], [200, String(whole.rawPayload.length), ''])
  const etag = String(whole.headers.etag)
  for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': String(whole.headers['last-modified']) }]) {
    const same = await ask(path, headers)
    assert.deepEqual([same.statusCode, same.headers.etag, same.headers['content-length']], [304, etag, undefined])
  }
  const [before, after] = ['Sat, 01 Jan 2000 00:00:00 GMT', String(whole.headers['last-modified'])]
  for (const [headers, status] of [
    [{ 'if-match': etag }, 200],
    [{ 'if-match': `"another", ${etag}`, 'if-unmodified-since': before }, 200],
    [{ 'if-match': '"another"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-match': '"another"', range: 'bytes=0-9' }, 412],
    [{ 'if-unmodified-since': before }, 412],
    [{ 'if-unmodified-since': after }, 200],
  ] as const) {
    const { statusCode, headers: sent } = await ask(path, headers, 'HEAD')
    assert.deepEqual([statusCode, sent.etag], [status, etag], JSON.stringify(headers))
  }
  const part = await ask(path, { range: 'bytes=100-199', 'if-range': etag })
  assert.equal(part.statusCode, 206)
  assert.equal(part.headers['content-range'], `bytes 100-199/${whole.rawPayload.length}`)
  assert.ok(part.rawPayload.equals(whole.rawPayload.subarray(100, 200)))
  assert.equal((await ask(path, { range: 'bytes=100-', 'if-range': '"another"' })).statusCode, 200)
  const size = whole.rawPayload.length
  for (const [headers, status, told] of [
    [{ range: `bytes=${size}-` }, 416, `bytes */${size}`],
    [{ range: `bytes=${size - 1}-` }, 206, `bytes ${size - 1}-${size - 1}/${size}`],
    [{ range: 'bytes=0-9,20-29' }, 200, undefined],
    [{ range: 'bytes=0-9', 'if-range': `W/${etag}` }, 200, undefined],
    [{ range: `bytes=${size}-`, 'if-range': '"another"' }, 200, undefined],
    [{ range: 'bytes=0-9', 'if-none-match': etag }, 304, undefined],
  ] as const) {
    const answer = await ask(path, headers)
    assert.deepEqual([answer.statusCode, answer.headers['content-range']], [status, told], JSON.stringify(headers))
  }
  const ranged = await ask(path, { range: 'bytes=0-9' }, 'HEAD')
  assert.deepEqual([ranged.statusCode, ranged.headers['content-length']], [200, String(size)])
  const checksum = await ask(`${path}/sha256`)
  assert.equal(
    checksum.payload,
    `${whole.headers['x-checksum-sha256']}  ${/filename="(.*)"/.exec(String(whole.headers['content-disposition']))?.[1]}\n`,
  )
})

test('to ask for a checksum has a file made only for those who may download it', async () => {
  const path = '/v1/databases/privacy/csv.gz/sha256'
  const refused = [await ask(path), await ask(path, as('free'))].map((answer) => [answer.statusCode, answer.json().data.error])
  assert.deepEqual(refused, [
    [401, 'login_required'],
    [403, 'database_not_subscribed'],
  ])
  const { payload } = await fetchMade(path, as('enterprise'))
  assert.equal((await ask(path)).payload, payload)
})

test('a download is noted with its address, and one that goes on is the same', async () => {
  const path = '/v1/databases/asn/mmdb'
  const history = async () =>
    (await ask('/v1/account/downloads', as('enterprise'))).json<{ data: { downloads: Record<string, unknown>[] } }>().data
      .downloads
  await fetchMade(path, as('enterprise'))
  const before = (await history()).length
  await ask(path, { ...as('enterprise') }, 'HEAD')
  assert.equal((await history()).length, before)
  const begun = await ask(path, { ...as('enterprise'), range: 'bytes=0-99' })
  assert.equal(begun.statusCode, 206)
  const [open] = await history()
  assert.deepEqual(
    [open?.['product'], open?.['format'], open?.['address'], open?.['finished_at']],
    ['asn', 'mmdb', '127.0.0.1', null],
  )
  await ask(path, { ...as('enterprise'), range: 'bytes=100-' })
  await until(async () => (await history())[0]?.['finished_at'] !== null, 'it has ended')
  const after = await history()
  assert.equal(after.length, before + 1)
  assert.ok(after[0]?.['finished_at'])
  assert.equal((await ask('/v1/account/downloads')).statusCode, 401)
})

test('parts that are fetched at once, the last of them first, are one download', async () => {
  const path = '/v1/databases/geolocation/mmdb'
  const whole = await fetchMade(path, as('enterprise'))
  const history = async () =>
    (await ask('/v1/account/downloads', as('enterprise'))).json<{ data: { downloads: { finished_at: string | null }[] } }>().data
      .downloads
  const before = (await history()).length
  const parts = new Map<number, Buffer>()
  for (const [first, last] of [
    [0, 99],
    [200, ''],
    [100, 199],
  ] as const) {
    const answer = await ask(path, { ...as('enterprise'), range: `bytes=${first}-${last}` })
    assert.equal(answer.statusCode, 206)
    parts.set(first, answer.rawPayload)
    if (last === '') await until(async () => (await history())[0]?.finished_at !== null, 'it has ended')
  }
  assert.deepEqual(Buffer.concat([0, 100, 200].map((first) => parts.get(first)!)), whole.rawPayload)
  assert.equal((await history()).length, before + 1)
})

test('a key whose requests are spent downloads all the same, and goes on where the file broke off', async () => {
  const { keys: made, keyTable, plans, storage: database } = product.services
  const { id } = await addAccount({ database, plans }, { email: 'spent@example.org', plan: 'business' })
  const fields = { name: 'x', kind: 'live', cidrs: [], origins: [], allowQuery: true, expiresAt: null, capMonth: 1 } as const
  const { key } = await made.create(id, { ...fields, scopes: ['geo', 'download'] })
  await keyTable.load()
  const headers = { authorization: `Bearer ${key}` }
  const look = async () => (await ask('/v1/ip/1.0.0.1', headers)).statusCode
  assert.deepEqual([await look(), await look()], [200, 429])
  const path = '/v1/databases/geolocation/csv.gz'
  const whole = await fetchMade(path, headers)
  assert.equal(whole.statusCode, 200)
  const get = (range: string, tag: string) =>
    fetch(product.origin + path, { headers: { ...headers, range, 'if-range': tag, 'accept-encoding': 'identity' } })
  const tag = String(whole.headers.etag)
  const [begin, rest] = [await get('bytes=0-9', tag), await get('bytes=10-', tag)]
  assert.deepEqual([begin.status, rest.status], [206, 206])
  assert.deepEqual(Buffer.concat([await begin.bytes(), await rest.bytes()]), whole.rawPayload)
  const changed = await get('bytes=10-', '"of another build"')
  assert.equal(changed.status, 200)
  assert.deepEqual(Buffer.from(await changed.bytes()), whole.rawPayload)
  assert.equal(await look(), 429)
})

test('a link of a machine whose clock is slow works on the others', async (t) => {
  const { now } = Date
  const slow = t.mock.method(Date, 'now', () => now() - 20 * 60_000)
  const { url } = (await ask('/v1/databases/geolocation/mmdb/link', as('enterprise'), 'POST')).json().data
  slow.mock.restore()
  assert.equal((await ask(url)).statusCode, 200)
})

test('a link works without a token, for its file only', async () => {
  const made = await ask('/v1/databases/geolocation/mmdb/link', as('enterprise'), 'POST')
  const { url } = made.json<{ data: { url: string } }>().data
  assert.equal((await ask(url)).statusCode, 200)
  assert.equal((await ask(url, { range: 'bytes=10-' })).statusCode, 206)
  const ticket = url.split('ticket=')[1]!
  assert.equal((await ask(`/v1/databases/privacy/mmdb?ticket=${ticket}`)).statusCode, 400)
  assert.equal((await ask(`/v1/databases/geolocation/mmdb?ticket=${ticket.slice(0, -2)}xx`)).statusCode, 400)
  assert.equal((await ask('/v1/databases/geolocation/mmdb/link', as('free'), 'POST')).statusCode, 403)
  await product.services.storage.run((queries) =>
    queries
      .updateTable('download_links')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute(),
  )
  assert.equal((await ask(url)).statusCode, 400, 'ten minutes later')
})

for (const [what, plan, endsAt, products, until] of [
  ['without an end', 'enterprise', null, ['lite', 'geolocation', 'privacy', 'asn'], null],
  ['that ends', 'enterprise', '2100-01-01T00:00:00.000Z', ['lite', 'geolocation', 'privacy', 'asn'], '2100-01-01T00:00:00.000Z'],
  ['that has ended', 'enterprise', '2020-01-01T00:00:00.000Z', ['lite'], null],
  ['without files', 'free', '2100-01-01T00:00:00.000Z', ['lite'], null],
] as const)
  test(`a plan ${what} (${plan}) gives ${products.join(', ')}`, async () => {
    const { storage: database, plans, downloads } = product.services
    const { id } = await addAccount({ database, plans }, { email: `${randomUUID()}@example.org`, plan })
    await database.run((queries) =>
      queries
        .updateTable('subscriptions')
        .set({ ends_at: endsAt && new Date(endsAt) })
        .where('account_id', '=', id)
        .execute(),
    )
    const rights = await downloads.readRights(id)
    assert.deepEqual(new Set(rights.products), new Set(products))
    assert.equal(rights.until?.toISOString() ?? null, until)
    if (products.length > 1) await downloads.checkRight(id, 'asn')
    else await assert.rejects(downloads.checkRight(id, 'asn'), { key: 'database_not_subscribed' })
    await downloads.checkRight(id, 'lite')
  })

for (const [what, end] of [
  ['is locked', (id: string) => product.services.backOffice.setDisabled(id, true, '')],
  [
    'is logged out everywhere',
    (id: string) => product.services.storage.transact((queries) => product.services.sessions.endAll(queries, id)),
  ],
  ['loses its plan', (id: string) => product.services.backOffice.setPlan(id, 'free')],
] as const)
  test(`a link ends when its account ${what}`, async () => {
    const { storage: database, plans } = product.services
    const { id } = await addAccount({ database, plans }, { email: `${randomUUID()}@example.org`, plan: 'enterprise' })
    const file = await product.services.downloads.get('geolocation', 'mmdb')
    const { ticket } = await product.services.downloadLog.openLink(id, file)
    const read = async () => (await ask(`/v1/databases/geolocation/mmdb?ticket=${ticket}`)).statusCode
    assert.equal(await read(), 200)
    await end(id)
    assert.ok([400, 403].includes(await read()))
  })

test('the list says what there is and what the caller may have', async () => {
  type Listed = {
    id: string
    is_subscribed: boolean | null
    is_free: boolean
    fields: unknown[]
    sample: unknown[]
    formats: { format: string; state: string; file: object | null }[]
  }
  const list = async (headers: Headers) =>
    (await ask('/v1/databases', headers)).json<{ data: { build: string; licences: unknown[]; databases: Listed[] } }>().data
  const { databases, licences } = await list(as('business'))
  assert.deepEqual(
    databases.map(({ id, is_subscribed: has }) => [id, has]),
    [
      ['geolocation', true],
      ['privacy', false],
      ['asn', true],
      ['lite', true],
    ],
  )
  assert.ok(licences.length > 0)
  const mmdb = databases[0]!.formats.find(({ format }) => format === 'mmdb')
  assert.equal(mmdb?.state, 'ready')
  assert.ok(databases.every(({ fields, sample }) => fields.length > 0 && sample.length > 0))
  assert.deepEqual((await list({})).databases.map(({ is_subscribed: has, is_free: isFree }) => [has, isFree]).at(-1), [
    null,
    true,
  ])
})

test('a key for lookups may see what there is, as who brings none may, and download nothing', async () => {
  const headers = { authorization: `Bearer ${lookupKeys['business']}` }
  const { databases } = (await ask('/v1/databases', headers)).json<{ data: { databases: { is_subscribed: boolean }[] } }>().data
  assert.deepEqual(
    databases.map(({ is_subscribed: has }) => has),
    [true, false, true, true],
  )
  const refused = await ask('/v1/databases/asn/mmdb', headers)
  assert.deepEqual([refused.statusCode, refused.json<{ data: { error: string } }>().data.error], [403, 'key_refused'])
})

for (const [updates, frequency] of [
  ['{}', 'daily'],
  ['{ isEnabled: false }', 'by_hand'],
] as const)
  test(`with updates: ${updates} the files are said to be updated ${frequency}`, async () => {
    const config = join(folder.path, `${frequency}.yaml`)
    await writeFile(config, `updates: ${updates}\n`)
    await using other = await startProduct({ withoutData: true, withoutJobs: true, env: { OCTET_CONFIG: config } })
    assert.equal((await other.app.inject('/v1/databases')).json().data.update_frequency, frequency)
  })

test('a build that is not kept → 404, a word that is no build → 400', async () => {
  assert.equal((await ask('/v1/databases/lite/mmdb?build=20200101T000000Z')).statusCode, 404)
  assert.equal((await ask('/v1/databases/lite/mmdb?build=../../x')).statusCode, 400)
  assert.equal((await ask('/v1/databases/lite/exe')).statusCode, 400)
})

test('a build that is not the newest any more is served while the new one is made', async () => {
  const before = await product.services.downloads.find('lite', 'mmdb')
  await sleep(1005 - (Date.now() % 1000))
  const sources = [...makeBasis(), makeLayer('location', 'places', ranges({ country: 'BB', radiusKm: 20 }))]
  const { build } = await buildDatabase({ varFolder: folder.path, sources })
  const answer = await ask('/v1/databases/lite/mmdb')
  assert.deepEqual([answer.statusCode, answer.headers['x-data-build']], [200, before?.build])
  await until(async () => (await product.services.downloads.find('lite', 'mmdb'))?.build === build, 'the new one is made')
})

test('what has changed between the two builds', async () => {
  const ndjson = await ask('/v1/databases/diff?format=ndjson&fields=country_code,city', as('enterprise'))
  const lines = ndjson.payload
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  assert.deepEqual(lines[0], {
    change: 'changed',
    start_ip: '1.0.0.0',
    end_ip: '1.0.0.255',
    fields: { country_code: ['AA', 'BB'], city: ['North', null] },
  })
  const { from, to } = lines.at(-1) as { from: string; to: string }
  assert.deepEqual([ndjson.headers['x-diff-from'], ndjson.headers['x-data-build']], [from, to])
  assert.ok(from < to)
  assert.equal(ndjson.headers['content-disposition'], `attachment; filename="octet-diff-${from}-${to}.ndjson"`)
  const summary = (await ask('/v1/databases/diff', as('enterprise'))).json<{ changed: object; fields: Record<string, object> }>()
  assert.deepEqual(summary.changed, { ranges: 1, v4: 256, v6: 0 })
  assert.deepEqual(summary.fields['asn'], { ranges: 1, v4: 256, v6: 0 })
  assert.match(
    (await ask('/v1/databases/diff?format=csv&fields=asn', as('enterprise'))).payload,
    /1\.0\.0\.0,1\.0\.0\.255,changed,asn,AS64496,\n/,
  )
})

test('who goes away before the comparison begins keeps nobody else from one', async () => {
  const diff = product.services.endpoints.find(({ path }) => path === '/v1/databases/diff')!
  const headers: Readonly<Record<string, string>> = as('enterprise')
  const begin = async () =>
    diff.handle({
      input: { format: 'summary' },
      caller: { address: '127.0.0.1', lang: 'en', plat: 'pc', requestId: '1' },
      services: product.services,
      method: 'GET',
      signal: AbortSignal.abort(),
      header: (name) => headers[name],
      connection: () => undefined,
      setCookie() {},
      body: Readable.from([]),
      async charge() {},
      hold: async () => undefined,
    })
  await assert.rejects(begin, { key: 'cancelled' })
  assert.equal((await ask('/v1/databases/diff', headers)).statusCode, 200)
})

for (const [path, plan, status] of [
  ['/v1/databases/diff', 'free', 403],
  ['/v1/databases/diff?from=20200101T000000Z', 'enterprise', 404],
  ['/v1/databases/diff?fields=nothing', 'enterprise', 400],
] as const)
  test(`${path} for ${plan} → ${status}`, async () => assert.equal((await ask(path, as(plan))).statusCode, status))
