import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { until } from '@octet/core/testing/until.ts'
import { createFakeProbe, startPoint, type FakeProbeOptions } from '../../testing/start-points.ts'
import { putAccount } from '../../testing/put-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
let storage: TestStorage
/** Two threads: points connect to either, calls go to either. */
let a: Product
let b: Product
/** The point in Recife ends no ping before this. */
let slow = Promise.withResolvers<void>()
const folder = await mkdtemp(join(tmpdir(), 'octet-measure-'))
const stack = new AsyncDisposableStack()

before(async () => {
  storage = await startStorage()
  const config = join(folder, 'octet.yaml')
  await writeFile(config, 'limits: { unitsPerSecond: 1000, burst: 600 }\npoint: { isEnabled: false }\n')
  const env = { OCTET_CONFIG: config }
  a = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true, env })
  b = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true, env })
  await join_(a, 'fra', { country: 'DE', city: 'Frankfurt' })
  await join_(b, 'tyo', { country: 'JP', city: 'Tokyo' })
  await join_(b, 'slow', { country: 'BR', city: 'Recife' }, { untilLast: () => slow.promise })
  slow.resolve()
  await until(() => a.services.points.hub.roster.size === 3 && b.services.points.hub.roster.size === 3, 'all are known')
})
after(async () => {
  await stack.disposeAsync()
  await Promise.all([a[Symbol.asyncDispose](), b[Symbol.asyncDispose]()])
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function join_(
  product: Product,
  name: string,
  place: object,
  probe: FakeProbeOptions = {},
  accountId: string | null = null,
) {
  const { id, token } = await product.services.points.store.add({ name, tags: [name], accountId, ...place })
  const point = stack.use(startPoint({ server: product.origin, token, probe: createFakeProbe(probe) }))
  await until(() => point.words.some(({ kind }) => kind === 'joined'), `${name} has joined`)
  return { id, point }
}

const openAccount = () => putAccount(a.services)

const post = (product: Product, payload: object, headers: Record<string, string> = {}) =>
  product.app.inject({ method: 'POST', url: '/v1/measurements', payload, headers })
const begin = async (product: Product, payload: object, headers?: Record<string, string>): Promise<string> => {
  const answer = await post(product, payload, headers)
  assert.equal(answer.statusCode, 202, answer.body)
  return answer.json().data.id
}
const read = async (product: Product, id: string): Promise<Measurement> =>
  (await product.app.inject(`/v1/measurements/${id}`)).json().data
const readEnd = async (product: Product, id: string): Promise<Measurement> => {
  await until(async () => (await read(product, id)).status === 'finished', 'the measurement ends')
  return read(product, id)
}

test('202 with id and Location, and points of any thread answer', async () => {
  const answer = await post(a, { type: 'ping', target: 'example.com', locations: 'DE, JP', limit: 2 })
  assert.equal(answer.statusCode, 202)
  const { id, probesCount, credits } = answer.json().data
  assert.deepEqual({ probesCount, credits }, { probesCount: 2, credits: 6 })
  assert.equal(answer.headers['location'], `/v1/measurements/${id}`)
  assert.equal(answer.headers['x-request-cost'], '6')
  const { results, status } = await readEnd(a, id)
  assert.equal(status, 'finished')
  assert.deepEqual(results.map(({ probe, result }) => [probe.city, result.status, result.data?.['received']]).sort(), [
    ['Frankfurt', 'finished', 3],
    ['Tokyo', 'finished', 3],
  ])
})

test('a measurement is read from the other thread while it runs, and from the database later', async () => {
  slow = Promise.withResolvers()
  const id = await begin(a, { type: 'ping', target: 'example.com', locations: 'Recife' })
  assert.equal((await read(b, id)).status, 'in-progress')
  assert.equal((await b.app.inject({ url: `/measurements/${id}`, headers: { accept: 'text/html' } })).statusCode, 200)
  slow.resolve()
  await readEnd(b, id)
  const readStored = async () => (await a.services.points.archive.find(id))?.results[0]?.result.data?.['avgMs']
  await until(async () => (await readStored()) === 12, 'it is stored')
})

for (const [type, split] of [
  ['text/event-stream', '\n\n'],
  ['application/x-ndjson', '\n'],
] as const)
  test(`${type} from the other thread: the whole, what changes, the end`, async () => {
    slow = Promise.withResolvers()
    const id = await begin(a, { type: 'ping', target: 'example.com', locations: 'Recife, JP', limit: 2 })
    const answer = await fetch(`${b.origin}/v1/measurements/${id}`, { headers: { accept: type } })
    assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`)
    let text = ''
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      if (/"in-progress"[^]*"received":[12]\b/.test(text)) slow.resolve() // it is half done, and said so
    }
    const events = text
      .split(split)
      .filter(Boolean)
      .map((text) =>
        type === 'application/x-ndjson'
          ? JSON.parse(text)
          : { event: /^event: (\w+)/.exec(text)?.[1], data: JSON.parse(text.replace(/^[^]*?data: /, '')) },
      )
    assert.equal(events[0].event, 'measurement')
    assert.equal(events.at(-1).event, 'done')
    const rows = events.filter(({ event }) => event === 'rows').flatMap(({ data }) => data)
    assert.ok(
      rows.some(({ result }) => result.status === 'in-progress' && result.data.received >= 1),
      'progress is shown',
    )
    assert.equal(rows.at(-1).result.status, 'finished')
  })

test('a point that vanishes mid-way ends as offline at once, on the other thread too', async () => {
  const { point } = await join_(b, 'mute', { country: 'NZ' }, { isMute: true })
  await until(() => a.services.points.hub.roster.size === 4, 'it is known')
  const id = await begin(a, { type: 'ping', target: 'example.com', locations: 'NZ' })
  await until(async () => (await read(b, id)).results[0]?.result.status === 'in-progress', 'it runs')
  await point[Symbol.asyncDispose]()
  const { results } = await readEnd(b, id)
  assert.equal(results[0]?.result.status, 'offline')
  const again = await begin(b, { type: 'ping', target: 'example.com', locations: id })
  assert.equal((await readEnd(a, again)).results[0]?.result.status, 'offline', 'an earlier point that has gone stays as a row')
})

test('the points of an earlier measurement are used again by its id', async () => {
  const first = await readEnd(a, await begin(a, { type: 'ping', target: 'example.com', locations: 'world', limit: 3 }))
  const second = await readEnd(b, await begin(b, { type: 'ping', target: 'example.org', locations: first.id }))
  const toIds = ({ results }: Measurement) => results.map(({ probe }) => probe.id).sort()
  assert.deepEqual(toIds(second), toIds(first))
})

test('the same Idempotency-Key gets the same measurement, for another request an error', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const payload = { type: 'ping', target: 'example.com', locations: 'DE' }
  const id = await begin(a, payload, headers)
  assert.equal(await begin(b, payload, headers), id)
  const other = await post(b, { ...payload, target: 'example.org' }, headers)
  assert.equal(other.statusCode, 400)
  assert.match(other.json().msg, /Idempotency-Key/)
})

test('long Idempotency-Keys that differ at their end are two', async () => {
  const payload = { type: 'ping', target: 'example.com', locations: 'DE' }
  const [first, second] = await Promise.all(
    ['1', '2'].map((end) => begin(a, payload, { 'idempotency-key': `${'k'.repeat(300)}${end}` })),
  )
  assert.notEqual(first, second)
})

test('an Idempotency-Key of yesterday begins a new measurement, which is kept as well', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const payload = { type: 'ping', target: 'example.com', locations: 'DE' }
  const first = await begin(a, payload, headers)
  await a.services.storage.run((queries) =>
    queries
      .updateTable('measurements')
      .set({ created_at: sql<Date>`created_at - interval '25 hours'` })
      .where('id', '=', first)
      .execute(),
  )
  const second = await begin(a, payload, headers)
  assert.notEqual(second, first)
  assert.equal((await a.services.points.archive.find(second))?.id, second, 'on disk')
  assert.equal((await a.services.points.archive.find(first))?.id, first, 'as the first still is')
  assert.equal(await begin(b, payload, headers), second)
})

test('a private point is seen and used by its account alone', async () => {
  const { id: account, token } = await openAccount()
  const { id: point } = await join_(a, 'secret', { country: 'IS' }, {}, account)
  await until(() => b.services.points.hub.roster.get(point) !== undefined, 'it is known')
  const payload = { type: 'ping', target: '10.0.0.1', locations: 'IS' }
  assert.equal((await post(b, payload)).statusCode, 422)
  const own = await readEnd(b, await begin(b, payload, { token }))
  assert.equal(own.results[0]?.result.status, 'finished', 'what its owner may reach from it, the point itself judges')
  const list = async (headers: Record<string, string>) =>
    (await b.app.inject({ url: '/v1/points', headers })).json().data.map(({ name }: { name: string }) => name)
  assert.ok((await list({ token })).includes('secret'))
  assert.ok(!(await list({})).includes('secret'))
  assert.equal((await a.app.inject({ url: '/v1/measurements', headers: { token } })).json().data[0].id, own.id)
})

test('the list of measurements unpacks no results, however large they are', async () => {
  const { id: account, token } = await openAccount()
  const id = await begin(a, { type: 'ping', target: 'example.com', locations: 'DE' }, { token })
  const whole = await readEnd(a, id)
  await until(async () => (await a.services.points.archive.find(id))?.status === 'finished', 'its end is stored')
  const huge = { ...whole, id: randomUUID().replaceAll('-', ''), results: ['x'.repeat(65 * 1024 * 1024)] }
  const body = deflateRawSync(JSON.stringify(huge))
  await a.services.storage.run((queries) =>
    queries
      .insertInto('measurements')
      .values({ id: huge.id, account_id: account, body, expires_at: sql<Date>`now() + interval '1 day'` })
      .execute(),
  )
  const answer = await a.app.inject({ url: '/v1/measurements', headers: { token } })
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 200))
  const { type, status, targets, locations, probesCount, credits, createdAt } = whole
  const head = { type, status, targets, locations, probesCount, credits, createdAt }
  assert.deepEqual(answer.json().data, [
    { id: huge.id, ...head },
    { id, ...head },
  ])
})

test('who has the id of a measurement cannot use the private points in it', async () => {
  const owner = await openAccount()
  const stranger = await openAccount()
  const { id, point } = await join_(a, 'den', {}, {}, owner.id)
  await until(() => b.services.points.hub.roster.get(id) !== undefined, 'the other thread knows it')
  const request = { type: 'ping', target: 'example.com' } as const
  const shown = await begin(a, { ...request, locations: 'point:den' }, { token: owner.token })
  assert.equal((await readEnd(a, shown)).results[0]?.result.status, 'finished')
  for (const [product, headers] of [
    [a, {}],
    [b, { token: stranger.token }],
  ] as const) {
    const again = await begin(product, { ...request, locations: shown }, headers)
    assert.equal((await readEnd(product, again)).results[0]?.result.status, 'offline')
  }
  const own = await begin(b, { ...request, locations: shown }, { token: owner.token })
  assert.equal((await readEnd(b, own)).results[0]?.result.status, 'finished', 'its owner can')
  await point[Symbol.asyncDispose]()
})

test('a session adds, changes and removes its private points; another account cannot', async () => {
  const [{ token }, stranger] = [await openAccount(), await openAccount()]
  const call = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object, as = token) =>
    a.app.inject({ method, url, payload, headers: { token: as } })
  assert.equal((await call('POST', '/v1/points', { name: 'Cellar', latitude: 50.1 })).statusCode, 400)
  const { id, command } = (await call('POST', '/v1/points', { name: 'Cellar', tags: ['home'] })).json().data
  assert.match(command, /^octet agent --server http:\S+ --token oct_point_[\w-]{43}$/)
  assert.equal((await call('PATCH', `/v1/points/${id}`, { name: 'Attic' }, stranger.token)).statusCode, 404)
  assert.equal((await call('PATCH', `/v1/points/${id}`, { name: 'Attic', city: 'Oslo', country: 'no' })).statusCode, 200)
  assert.equal((await call('PATCH', `/v1/points/${id}`, {})).statusCode, 200)
  assert.equal((await call('PATCH', `/v1/points/${id}`, {}, stranger.token)).statusCode, 404)
  const row = (await a.app.inject({ url: '/v1/points', headers: { token } }))
    .json()
    .data.find((one: { id: string }) => one.id === id)
  assert.deepEqual([row.name, row.city, row.country, row.status, row.isOwn], ['Attic', 'Oslo', 'NO', 'offline', true])
  const renew = (payload: object, as?: string) => call('POST', `/v1/points/${id}/token`, payload, as)
  assert.equal((await renew({}, stranger.token)).statusCode, 404)
  assert.equal((await renew({ old_hours: 200 })).statusCode, 400)
  const renewed = (await renew({})).json().data
  assert.match(renewed.command, /^octet agent --server http:\S+ --token oct_point_[\w-]{43}$/)
  assert.ok(renewed.command !== command && renewed.command.endsWith(renewed.token))
  assert.ok(Date.parse(renewed.old_token_until) > Date.now() + 23 * 3_600_000)
  assert.equal((await renew({ old_hours: 0 })).json().data.old_token_until, null)
  assert.equal((await call('DELETE', `/v1/points/${id}`, {}, stranger.token)).statusCode, 404)
  assert.equal((await call('DELETE', `/v1/points/${id}`, {})).statusCode, 200)
})

test('a stranger who knows the id of a point does not end its connection', async () => {
  const [owner, stranger] = [await openAccount(), await openAccount()]
  const lent = await join_(a, 'lent', { country: 'FI' })
  const own = await join_(a, 'own', {}, {}, owner.id)
  const call = (method: 'PATCH' | 'DELETE', id: string, token: string) =>
    a.app.inject({ method, url: `/v1/points/${id}`, payload: {}, headers: { token } })
  for (const { id } of [lent, own])
    for (const method of ['PATCH', 'DELETE'] as const) assert.equal((await call(method, id, stranger.token)).statusCode, 404)
  const mark = await join_(a, 'mark', {}, {}, owner.id)
  await call('PATCH', mark.id, owner.token)
  await until(() => mark.point.words.some(({ kind }) => kind === 'lost'), 'what is changed is told, and all before it')
  for (const { point } of [lent, own]) assert.deepEqual([...new Set(point.words.map(({ kind }) => kind))], ['joined'])
  for (const { point } of [lent, own, mark]) await point[Symbol.asyncDispose]()
})

const refused: [string, object, number, string][] = [
  ['a private address', { type: 'ping', target: '127.0.0.1' }, 400, 'refused_target'],
  ['a metadata address', { type: 'http', target: 'http://169.254.169.254/latest' }, 400, 'refused_target'],
  ['an odd spelling', { type: 'tls', target: '0x7f.1' }, 400, 'bad_domain'],
  ['a name of this network', { type: 'ping', target: 'printer.local' }, 400, 'refused_target'],
  ['a line break', { type: 'ping', target: 'example.com\r\nHELP' }, 400, 'bad_domain'],
  ['no target', { type: 'ping' }, 400, 'bad_input'],
  ['a setting of another type', { type: 'dns', target: 'example.com', measurementOptions: { packets: 3 } }, 400, 'bad_input'],
  ['nowhere', { type: 'ping', target: 'example.com', locations: 'Atlantis' }, 422, 'no_point_found'],
]
for (const [name, payload, status, key] of refused)
  test(`${name} is refused with ${key}`, async () => {
    const answer = await post(a, payload)
    assert.equal(answer.json().data.error, key, answer.body)
    assert.equal(answer.statusCode, status)
  })

test('an unknown id is 404, a broken one 400', async () => {
  assert.equal((await a.app.inject(`/v1/measurements/${'0'.repeat(32)}`)).statusCode, 404)
  assert.equal((await a.app.inject('/v1/measurements/x')).statusCode, 400)
  const page = { url: `/zh/measurements/${'0'.repeat(32)}`, headers: { accept: 'text/html' } }
  assert.equal((await a.app.inject(page)).statusCode, 404)
})

test('who has no account gets so much, then work is asked for', async () => {
  const payload = { type: 'ping', target: 'example.com', locations: 'world', limit: 3, measurementOptions: { packets: 16 } }
  const spent = { 'x-forwarded-for': '203.0.113.77' }
  let answer = await post(a, payload, spent)
  for (let tries = 0; answer.statusCode === 202 && tries < 40; tries++) answer = await post(a, payload, spent)
  assert.equal(answer.statusCode, 429)
  assert.ok(Number(answer.headers['retry-after']) >= 1)
  assert.equal(answer.json().data.error, 'proof_wanted', 'strangers are asked for work before that')
  assert.equal(typeof answer.json().data.challenge, 'string')
  const { token } = await openAccount()
  await begin(a, payload, { token })
})

test('with a key the credits are units of its month, and what is refused costs nothing', async () => {
  const { id } = await openAccount()
  const { keys, keyTable, meter, storage: database } = a.services
  const options = {
    name: 'points',
    kind: 'live' as const,
    scopes: ['geo'],
    cidrs: [],
    origins: [],
    allowQuery: true,
    expiresAt: null,
  }
  const { key } = await keys.create(id, options)
  await keyTable.load()
  const headers = { 'x-api-key': key }
  assert.equal((await post(a, { type: 'ping', target: '10.0.0.1', locations: 'DE' }, headers)).statusCode, 400)
  await begin(
    a,
    { type: 'ping', target: 'example.com', locations: 'DE, JP', limit: 2, measurementOptions: { packets: 5 } },
    headers,
  )
  const list = async (sent: Record<string, string>) => (await a.app.inject({ url: '/v1/measurements', headers: sent })).json()
  assert.deepEqual(
    (await list(headers)).data.map(({ locations, probesCount }: Measurement) => [locations, probesCount]),
    [['DE, JP', 2]],
    'the key lists what its account has measured',
  )
  assert.equal((await list({})).data.error, 'login_required')
  assert.equal((await list({ 'x-api-key': `${key}x` })).data.error, 'bad_key')
  await meter.flush()
  const rows = await database.run((queries) =>
    queries.selectFrom('usage').select(['product', 'status', 'requests']).where('account_id', '=', id).execute(),
  )
  assert.deepEqual(rows, [{ product: 'points', status: 200, requests: 10 }])
})
