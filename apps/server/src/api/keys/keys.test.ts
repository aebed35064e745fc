import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import { isKeyShaped, makeKey } from '../../domain/key/key-format.ts'
import { putAccount } from '../../testing/put-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { readUsed } from '../../testing/read-used.ts'
import { startProduct } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
let storage: TestStorage
let product: Product
let other: Product
const folder = await mkdtemp(join(tmpdir(), 'octet-keys-'))
before(async () => {
  const config = join(folder, 'octet.yaml')
  await writeFile(
    config,
    [
      'limits: { unitsPerSecond: 10000, burst: 100000 }',
      'plans:',
      '  - { id: free, name: FREE, requestsPerMonth: 1000, keys: 3 }',
      '  - { id: tiny, name: Tiny, requestsPerMonth: 40, keys: 3, monthlyPrice: 100 }',
      '  - { id: large, name: Large, requestsPerMonth: 100000, keys: 3, monthlyPrice: 900, requestsPerSecond: 20000 }',
    ].join('\n'),
  )
  storage = await startStorage()
  const env = { OCTET_CONFIG: config }
  product = await startProduct({ storageUrl: storage.url, env, listen: true })
  other = await startProduct({ storageUrl: storage.url, env })
  await Promise.all([product.services.keyTable.load(), other.services.keyTable.load()])
})
after(async () => {
  await Promise.all([product[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** An account with a session and a plan, put straight into the tables. */
const openAccount = (plan?: string) => putAccount(product.services, { plan })

async function createKey(token: string, fields: object = {}): Promise<{ id: string; key: string }> {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/v1/keys',
    payload: fields,
    headers: { token, 'accept-language': 'en' },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  await Promise.all([product.services.keyTable.load(), other.services.keyTable.load()])
  return answer.json().data
}

const look = (key: string, headers: Record<string, string> = {}, on = product) =>
  on.app.inject({ url: '/v1/ip/8.8.8.8', headers: { 'x-api-key': key, ...headers } })

test('keys have a checksum: one wrong character is no key', () => {
  const key = makeKey('live')
  assert.match(key, /^oct_live_[0-9A-Za-z]{36}$/)
  assert.ok(isKeyShaped(key))
  for (let i = 9; i < key.length; i++) {
    const wrong = key.slice(0, i) + (key[i] === 'a' ? 'b' : 'a') + key.slice(i + 1)
    assert.ok(!isKeyShaped(wrong), wrong)
  }
})

test('the first key subscribes to the free plan; it is stored as a hash and listed without its text', async () => {
  const { id, token } = await openAccount()
  const { key } = await createKey(token, { name: 'site' })
  const list = await product.app.inject({ url: '/v1/keys', headers: { token } })
  assert.ok(!list.body.includes(key))
  assert.deepEqual([list.json().data[0].name, list.json().data[0].last4], ['site', key.slice(-4)])
  const dump = await product.services.storage.run((queries) =>
    sql`select k::text as row from keys k where account_id = ${id}`.execute(queries),
  )
  assert.ok(!JSON.stringify(dump.rows).includes(key))
  assert.equal((await look(key)).headers['x-credits-limit'], '1000')
})

test('a key has the speed of its plan, below the framework’s short cut, too', async () => {
  const [slow, fast] = [await openAccount('tiny'), await openAccount('large')]
  const [{ key: slowKey }, { key: fastKey }] = [await createKey(slow.token), await createKey(fast.token)]
  for (const [key, policy] of [
    [slowKey, '"key";q=100000;w=10'],
    [fastKey, '"key";q=200000;w=10'],
  ] as const) {
    const headers = { 'x-api-key': key }
    const answers = [await look(key), await product.app.inject({ url: '/v1/ip/8.8.8.8?fields=ip', headers })]
    for (const answer of answers) assert.equal(answer.headers['ratelimit-policy'], policy)
    const short = await fetch(`${product.origin}/v1/ip/8.8.8.8`, { headers })
    assert.equal(short.headers.get('ratelimit-policy'), policy)
    assert.match(short.headers.get('ratelimit') ?? '', /^"key";r=\d+;t=\d+$/)
  }
})

test('every way to send a key reaches the account, below the framework’s short cut, too', async () => {
  const { key } = await createKey((await openAccount()).token)
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const headers: Record<string, string>[] = [
    { 'x-api-key': key },
    { authorization: `Bearer ${key}` },
    { authorization: `ApiKey ${key}` },
    { authorization: basic(`${key}:`) },
    { authorization: basic(`12345:${key}`) },
  ]
  for (const header of headers) {
    const answer = await fetch(`${product.origin}/v1/ip/8.8.8.8`, { headers: header })
    assert.equal(answer.headers.get('x-credits-used'), '1', JSON.stringify(Object.keys(header)))
  }
  for (const name of ['key', 'token', 'apikey', 'apiKey', 'api-key', 'access_key', 'license_key']) {
    const answer = await fetch(`${product.origin}/v1/ip/8.8.8.8?${name}=${key}`)
    assert.equal(answer.headers.get('x-credits-used'), '1', name)
  }
})

test('a key that is wrong, unknown, revoked or expired → 401; lookups without one go on', async () => {
  const { id, token } = await openAccount()
  const expired = await createKey(token)
  await product.services.storage.run((queries) =>
    sql`update keys set expires_at = now() where account_id = ${id}`.execute(queries),
  )
  await product.services.keyTable.load()
  for (const key of ['secret', makeKey('live'), expired.key]) assert.equal((await look(key)).json().data.error, 'bad_key')
  assert.equal((await product.app.inject('/v1/ip/8.8.8.8')).statusCode, 200)
})

test('a 401 says that a key is sent as a bearer token, and that one was wrong (RFC 6750 §3)', async () => {
  const missing = await product.app.inject('/v1/account/usage')
  assert.deepEqual([missing.statusCode, missing.headers['www-authenticate']], [401, 'Bearer'])
  for (const key of ['secret', makeKey('live')]) {
    const { statusCode, headers } = await look(key)
    assert.deepEqual([statusCode, headers['www-authenticate']], [401, 'Bearer error="invalid_token"'])
  }
  assert.equal((await product.app.inject('/v1/ip/999.8.8.8')).headers['www-authenticate'], undefined)
})

const readUse = async (key: string) => {
  const answer = await product.app.inject({ url: '/v1/account/usage', headers: { 'x-api-key': key } })
  return { status: answer.statusCode, ...answer.json() }
}

test('a key says what is left of its month and of its cap; one that may “read usage” says it of every key', async () => {
  const { token } = await openAccount()
  const capped = await createKey(token, { cap_month: 5 })
  const reader = await createKey(token, { scopes: ['usage'] })
  for (let i = 0; i < 3; i++) assert.equal((await look(capped.key)).statusCode, 200)
  assert.equal((await look(reader.key)).json().data.error, 'key_refused')
  await until(async () => {
    const { key, month } = (await readUse(capped.key)).data
    return key.used === 3 && month.used === 3
  }, 'the use is written, of the key and of the month')
  const { status, data } = await readUse(capped.key)
  assert.equal(status, 200)
  assert.deepEqual(data.plan, { id: 'free', name: 'FREE' })
  assert.deepEqual([data.month.quota, data.month.used, data.month.remaining], [1000, 3, 997])
  assert.match(data.month.resets_at, /^\d{4}-\d\d-01T00:00:00\.000Z$/)
  const { id, used, cap_month, remaining, scopes } = data.key
  assert.deepEqual([id, used, cap_month, remaining, scopes], [capped.id, 3, 5, 2, ['geo', 'privacy', 'asn']])
  assert.deepEqual(data.products, [{ key_id: capped.id, product: 'geo', status: 200, requests: 3 }])
  const all = (await readUse(reader.key)).data
  assert.deepEqual([all.key.used, all.key.remaining, all.products], [0, null, data.products])
  assert.deepEqual((await readUse(makeKey('live'))).data.error, 'bad_key')
  assert.equal((await product.app.inject('/v1/account/usage')).json().data.error, 'key_required')
})

test('the use of a spent month can be read, by a key that may do nothing else, and costs nothing', async () => {
  const { token } = await openAccount('tiny')
  const { key } = await createKey(token)
  const lines = Array.from({ length: 40 }, (_, at) => `8.8.8.${at}`)
  const batch = () => product.app.inject({ method: 'POST', url: '/v1/ip/batch', headers: { 'x-api-key': key }, payload: lines })
  assert.equal((await batch()).statusCode, 200)
  assert.equal((await look(key)).json().data.error, 'quota_spent')
  // The month is charged before the answer, what the key did is written with the statistics.
  await until(async () => {
    const { month, key: own } = (await readUse(key)).data
    return month.used === 40 && own.used === 40
  }, 'the use is written')
  const { status, data } = await readUse(key)
  assert.deepEqual([status, data.month.remaining, data.key.used], [200, 0, 40])
  assert.deepEqual(
    data.products.map(({ status: of, requests }: { status: number; requests: number }) => [of, requests]),
    [
      [200, 40],
      [429, 1],
    ],
  )
})

test('a revoked key ends on another server, too', async () => {
  const { token } = await openAccount()
  const { id, key } = await createKey(token)
  assert.equal((await look(key, {}, other)).statusCode, 200)
  await product.app.inject({ method: 'DELETE', url: `/v1/keys/${id}`, headers: { token } })
  await until(async () => (await look(key, {}, other)).statusCode === 401, 'the other server refuses it')
})

test('a changed limit of a key is in force on another server, too', async () => {
  const { token } = await openAccount()
  const { id, key } = await createKey(token, { cidrs: ['203.0.113.0/24'] })
  assert.equal((await look(key, {}, other)).statusCode, 403)
  await product.app.inject({ method: 'PATCH', url: `/v1/keys/${id}`, payload: { cidrs: [] }, headers: { token } })
  await until(async () => (await look(key, {}, other)).statusCode === 200, 'the other server lets it pass')
})

test('another account’s key cannot be revoked or rotated', async () => {
  const { id } = await createKey((await openAccount()).token)
  const { token } = await openAccount()
  const answers = await Promise.all([
    product.app.inject({ method: 'DELETE', url: `/v1/keys/${id}`, headers: { token } }),
    product.app.inject({ method: 'POST', url: `/v1/keys/${id}/rotate`, payload: {}, headers: { token } }),
  ])
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [404, 404],
  )
})

test('a rotated key works beside the new one until the overlap ends', async () => {
  const { token } = await openAccount()
  const { id, key } = await createKey(token)
  const rotate = (hours: number) =>
    product.app.inject({ method: 'POST', url: `/v1/keys/${id}/rotate`, payload: { overlap_hours: hours }, headers: { token } })
  const next = (await rotate(1)).json().data.key
  await product.services.keyTable.load()
  assert.deepEqual([(await look(key)).statusCode, (await look(next)).statusCode], [200, 200])
  await rotate(0)
  await product.services.keyTable.load()
  assert.deepEqual([(await look(key)).statusCode, (await look(next)).statusCode], [401, 200])
})

test('keys do not pile up: those that overlap are few, of the ended ones the newest are kept', async () => {
  const { id: account, token } = await openAccount()
  let { id } = await createKey(token)
  const rotate = (which: string) =>
    product.app.inject({ method: 'POST', url: `/v1/keys/${which}/rotate`, payload: { overlap_hours: 168 }, headers: { token } })
  const answers = []
  for (let i = 0; i < 13; i++) {
    const answer = (await rotate(id)).json()
    answers.push(answer.data.error ?? answer.code)
    id = answer.data.id ?? id
  }
  assert.deepEqual(answers, [...Array<number>(12).fill(200), 'too_many_rotated'], 'three of the plan and ten that overlap')
  const list = async () => (await product.app.inject({ url: '/v1/keys', headers: { token } })).json().data as { id: string }[]
  await product.services.storage.run((queries) =>
    sql`insert into keys (id, account_id, name, hash, prefix, last4, scopes, revoked_at)
      select gen_random_uuid(), ${account}, 'old', sha256(i::text::bytea), 'oct_live_', '0000', '{geo}', now() - interval '1 day'
      from generate_series(1, 300) i`.execute(queries),
  )
  for (const key of await list()) await product.app.inject({ method: 'DELETE', url: `/v1/keys/${key.id}`, headers: { token } })
  const { id: next } = await createKey(token)
  assert.equal((await list()).length, 101)
  assert.ok((await list()).some((key) => key.id === next))
})

test('a key that is withdrawn leaves the others, and is neither changed nor rotated any more', async () => {
  const { token } = await openAccount()
  const [kept, { id, key }] = [await createKey(token, { name: 'kept' }), await createKey(token)]
  const call = (method: 'DELETE' | 'PATCH' | 'POST', path: string) =>
    product.app.inject({
      method,
      url: `/v1/keys/${path}`,
      payload: method === 'PATCH' ? { name: 'new' } : {},
      headers: { token },
    })
  assert.equal((await call('PATCH', id)).statusCode, 200)
  assert.equal((await call('DELETE', id)).json().data.message, 'The key has been revoked')
  assert.deepEqual([(await call('PATCH', id)).statusCode, (await call('POST', `${id}/rotate`)).statusCode], [404, 404])
  await product.services.keyTable.load()
  assert.deepEqual([(await look(key)).statusCode, (await look(kept.key)).statusCode], [401, 200])
  const { data } = (await product.app.inject({ url: '/v1/keys', headers: { token } })).json()
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['new', 'kept'],
  )
})

test('a key that is revoked again stays revoked since the first time, which alone is noted', async () => {
  const { id: accountId, token } = await openAccount()
  const { id } = await createKey(token)
  const revoke = async () => {
    await product.app.inject({ method: 'DELETE', url: `/v1/keys/${id}`, headers: { token } })
    const asked = sql<{ at: Date; noted: number }>`
      select revoked_at as at, (select count(*)::int from audit where account_id = ${accountId} and action = 'key_revoke') as noted
      from keys where id = ${id}`
    return product.services.storage.run((queries) => asked.execute(queries))
  }
  const [first, again] = [await revoke(), await revoke()]
  assert.deepEqual(again.rows, first.rows)
  assert.equal(again.rows[0]?.noted, 1)
})

test('keys that are asked for at once are no more than the plan has', async () => {
  const { token } = await openAccount()
  const ask = () => product.app.inject({ method: 'POST', url: '/v1/keys', payload: {}, headers: { token } })
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 200, 200, 409, 409, 409])
})

test('one key cannot be rotated into more than the plan has', async () => {
  const { token } = await openAccount()
  const { id } = await createKey(token)
  const rotate = async () => {
    const url = `/v1/keys/${id}/rotate`
    return (await product.app.inject({ method: 'POST', url, payload: { overlap_hours: 0 }, headers: { token } })).statusCode
  }
  assert.deepEqual([await rotate(), await rotate(), await rotate(), await rotate()], [200, 200, 200, 409])
})

test('where the plan is full, a key that was rotated just now says until when it works and what to do', async () => {
  const { token } = await openAccount()
  const { id } = await createKey(token)
  for (let i = 0; i < 2; i++) await createKey(token)
  const rotate = (lang: string) =>
    product.app.inject({
      method: 'POST',
      url: `/v1/keys/${id}/rotate`,
      payload: { overlap_hours: 24 },
      headers: { token, 'accept-language': lang },
    })
  assert.equal((await rotate('en')).statusCode, 200)
  const list = async () => (await product.app.inject({ url: '/v1/keys', headers: { token } })).json().data
  const endsAt = async () => (await list()).find((key: { id: string }) => key.id === id).expires_at
  const before = await endsAt()
  const answers = [(await rotate('en')).json(), (await rotate('zh')).json()]
  assert.deepEqual(
    answers.map(({ code, msg }) => [code, msg]),
    [
      [409, `This key already ends at ${before}, and your plan allows no more than 3 keys`],
      [409, `此密钥的失效时间已定为 ${before}，且套餐的 3 个密钥名额已满`],
    ],
  )
  assert.match(answers[0].data.resolution, /^Rotate the key that took its place/)
  assert.equal(await endsAt(), before)
})

test('a key that has ended takes no room', async () => {
  const { id, token } = await openAccount()
  for (let i = 0; i < 3; i++) await createKey(token)
  assert.equal((await product.app.inject({ method: 'POST', url: '/v1/keys', payload: {}, headers: { token } })).statusCode, 409)
  await product.services.storage.run((queries) =>
    sql`update keys set expires_at = now() where account_id = ${id}`.execute(queries),
  )
  await createKey(token)
})

test('limits of a key: addresses, origins, products, URLs', async () => {
  const { token } = await openAccount()
  const { key } = await createKey(token, { cidrs: ['203.0.113.0/24'], allow_query: false })
  const from = (remoteAddress: string) =>
    product.app.inject({ url: '/v1/ip/8.8.8.8', remoteAddress, headers: { 'x-api-key': key } })
  assert.deepEqual([(await from('203.0.113.9')).statusCode, (await from('198.51.100.9')).statusCode], [200, 403])
  const query = await product.app.inject({ url: `/v1/ip/8.8.8.8?key=${key}`, remoteAddress: '203.0.113.9' })
  assert.equal(query.json().data.error, 'key_refused')
  const page = await createKey(token, { origins: ['https://example.org'] })
  assert.equal((await look(page.key, { origin: 'https://example.org' })).statusCode, 200)
  assert.equal((await look(page.key, { origin: 'https://example.org.evil.test' })).statusCode, 403)
  assert.match((await look(page.key)).json().msg, /it is for pages of its origins, and no page asks$/)
  const download = await createKey(token, { scopes: ['download'] })
  assert.equal((await look(download.key)).statusCode, 403)
  const fourth = await product.app.inject({ method: 'POST', url: '/v1/keys', payload: {}, headers: { token } })
  assert.equal(fourth.json().data.error, 'too_many_keys')
})

test('1 of 200 parallel requests on two servers is served when 1 unit is left, and use adds up', async () => {
  const { id, token } = await openAccount('tiny')
  const { key } = await createKey(token)
  for (let i = 0; i < 39; i++) assert.equal((await look(key, {}, i % 2 ? other : product)).statusCode, 200, `request ${i}`)
  await Promise.all([product.services.meter.flush({ isLast: true }), other.services.meter.flush({ isLast: true })])
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => look(key, {}, i % 2 ? other : product)))
  const codes = Map.groupBy(answers, ({ statusCode }) => statusCode)
  assert.deepEqual([codes.get(200)?.length, codes.get(429)?.length], [1, 199])
  const spent = codes.get(429)?.[0]
  assert.ok(Number(spent?.headers['retry-after']) > 0)
  assert.equal(spent?.json().data.error, 'quota_spent')
  await Promise.all([product.services.meter.flush({ isLast: true }), other.services.meter.flush({ isLast: true })])
  const {
    month,
    statistics,
    total_requests: total,
  } = (await product.app.inject({ url: '/v1/account/dashboard', headers: { token } })).json().data
  assert.deepEqual([month.used, month.quota], [40, 40])
  assert.equal(total, 40 + 199)
  const count = (wanted: number) => statistics.find(({ status }: { status: number }) => status === wanted).requests
  assert.deepEqual([count(200), count(429)], [40, 199])
  const { rows } = await product.services.storage.run((queries) =>
    sql<{ leased: number }>`select leased from quotas where account_id = ${id}`.execute(queries),
  )
  assert.equal(rows[0]?.leased, 40)
})

test('statistics that would start after their end are refused, with what was expected', async () => {
  const { token } = await openAccount()
  const ask = async (query: object) => {
    const url = `/v1/account/dashboard?${new URLSearchParams({ ...query })}`
    return (await product.app.inject({ url, headers: { token } })).json()
  }
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
  const { code, msg } = await ask({ start: late, end: early })
  assert.deepEqual(
    [code, msg],
    [400, 'start: expected a time before end (2026-01-01T00:00:00.000Z), got 2026-02-01T00:00:00.000Z'],
  )
  assert.equal((await ask({ start: '9999-01-01T00:00:00Z' })).code, 400)
  assert.equal((await ask({ start: early, end: late })).code, 200)
})

test('an error costs nothing', async () => {
  const { id, token } = await openAccount()
  const { key } = await createKey(token)
  for (let i = 0; i < 5; i++) await product.app.inject({ url: '/v1/ip/999.1.1.1', headers: { 'x-api-key': key } })
  assert.equal((await look(key)).headers['x-credits-used'], '1')
  await product.services.meter.flush({ isLast: true })
  const { rows } = await product.services.storage.run((queries) =>
    sql<{ used: number }>`select sum(used)::int8 as used from leases where account_id = ${id}`.execute(queries),
  )
  assert.equal(rows[0]?.used, 1)
})

test('limits of a key can be changed; what is left out stays, keys of others are out of reach', async () => {
  const { token } = await openAccount()
  const { id, key } = await createKey(token, { name: 'before', cidrs: ['203.0.113.0/24'] })
  const change = (payload: object, by = token) =>
    product.app.inject({ method: 'PATCH', url: `/v1/keys/${id}`, payload, headers: { token: by } })
  assert.equal((await look(key)).statusCode, 403)
  assert.equal((await change({ cidrs: [], cap_month: 7 })).statusCode, 200)
  await product.services.keyTable.load()
  assert.equal((await look(key)).statusCode, 200)
  const [row] = (await product.app.inject({ url: '/v1/keys', headers: { token } })).json().data
  assert.deepEqual([row.name, row.cap_month, row.cidrs], ['before', 7, []])
  assert.equal((await change({ name: 'x' }, (await openAccount()).token)).statusCode, 404)
  assert.equal((await change({ cap_month: 0 })).statusCode, 400)
})

test('a key that has spent its own cap → 429, other keys of the account go on', async () => {
  const { token } = await openAccount()
  const capped = await createKey(token, { cap_month: 3 })
  const open = await createKey(token)
  for (let i = 0; i < 3; i++) assert.equal((await look(capped.key)).statusCode, 200)
  const refused = await look(capped.key)
  assert.deepEqual([refused.statusCode, refused.json().data.error], [429, 'key_cap_spent'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await look(open.key)).statusCode, 200)
})

test('headers tell what is left of the cap of a key where that is less than of the month', async () => {
  const { token } = await openAccount()
  const told = async (key: string) => {
    const { headers } = await look(key)
    return [headers['x-credits-limit'], headers['x-credits-remaining']]
  }
  const capped = await createKey(token, { cap_month: 3 })
  assert.deepEqual(
    [await told(capped.key), await told(capped.key)],
    [
      ['3', '2'],
      ['3', '1'],
    ],
  )
  assert.equal((await told((await createKey(token, { cap_month: 5_000 })).key))[0], '1000')
})

test('60 parallel requests on two servers against a cap of 25 → 25 are served', async () => {
  const { token } = await openAccount()
  const { key } = await createKey(token, { cap_month: 25 })
  await other.services.keyTable.load()
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => (await look(key, {}, index % 2 === 0 ? product : other)).statusCode),
  )
  assert.equal(statuses.filter((status) => status === 200).length, 25)
  assert.equal(statuses.filter((status) => status === 429).length, 35)
})

test('keys of an account that was disabled → 401', async () => {
  const { id, token } = await openAccount()
  const { key } = await createKey(token)
  await product.services.storage.run((queries) => sql`update accounts set disabled_at = now() where id = ${id}`.execute(queries))
  await product.services.keyTable.load()
  assert.equal((await look(key)).statusCode, 401)
})

/** 12 addresses, one of them twice, and a line that is none. */
const BATCH = [...Array.from({ length: 11 }, (_, i) => `8.8.8.${i}`), 'x', '8.8.8.0', '2001:db8::1']

for (const [name, query, payload, answered] of [
  ['a keyed map of whole records', '', BATCH, 12],
  ['a keyed map of some fields', '?fields=ip', BATCH, 12],
  ['NDJSON of whole records', '?format=ndjson', BATCH, 13],
  ['NDJSON of some fields', '?format=ndjson&fields=ip', BATCH, 13],
  ['CSV from plain lines', '?format=csv', BATCH, 13],
  ['CSV of some fields', '?format=csv&fields=ip', BATCH, 13],
  ['lines that are all wrong: the call', '?format=csv', ['x', 'y'], 1],
] as const)
  test(`a batch costs what it answers: ${name} → ${answered}`, async () => {
    const { id, token } = await openAccount('tiny')
    const { key } = await createKey(token)
    const answer = await product.app.inject({
      method: 'POST',
      url: `/v1/ip/batch${query}`,
      headers: { 'x-api-key': key, 'content-type': 'text/plain' },
      payload: payload.join('\n'),
    })
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.headers['x-credits-used'], query.includes('format') ? undefined : String(answered))
    await until(async () => (await readUsed(product.services, id)) === answered, `${answered} units are charged`)
  })

for (const query of ['', '?fields=ip', '?format=ndjson', '?format=ndjson&fields=ip', '?format=csv', '?format=csv&fields=ip'])
  test(`a batch${query} that begins beyond what is left is refused as such and leaves it`, async (context) => {
    const warnings: string[] = [] // of an answer that too many listen to
    const onWarning = (warning: Error) => warnings.push(warning.message)
    process.on('warning', onWarning)
    context.after(() => process.off('warning', onWarning))
    const { key } = await createKey((await openAccount()).token, { cap_month: 40 })
    const answer = await fetch(`${product.origin}/v1/ip/batch${query}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'text/plain' },
      body: Array.from({ length: 41 }, (_, i) => `8.8.8.${i}\n`).join(''), // one slice
    })
    const said = (await answer.json()) as { data: { error: string } }
    assert.deepEqual([answer.status, said.data.error], [429, 'key_cap_spent'])
    await until(async () => (await look(key)).statusCode === 200, 'what is left is answered')
    assert.deepEqual(warnings, [])
  })

for (const query of ['?format=ndjson', '?format=ndjson&fields=ip', '?format=csv', '?format=csv&fields=ip'])
  test(`a batch${query} that is refused before its first line costs nothing, however often it is sent`, async () => {
    const { id, token } = await openAccount('tiny')
    const { key } = await createKey(token)
    for (let i = 0; i < 3; i++) {
      const answer = await product.app.inject({
        method: 'POST',
        url: `/v1/ip/batch${query}`,
        headers: { 'x-api-key': key, 'content-type': 'text/plain' },
        payload: Array.from({ length: 42 }, (_, line) => `8.8.8.${line}`).join('\n'),
      })
      assert.deepEqual([answer.statusCode, answer.json().data.error], [429, 'quota_spent'])
      assert.equal(answer.headers['x-credits-remaining'], undefined, 'as on other refusals')
    }
    for (let i = 0; i < 40; i++) assert.equal((await look(key)).statusCode, 200, `request ${i + 1} of 40`)
    await until(async () => (await readUsed(product.services, id)) === 40, '40 units are charged')
  })

for (const [query, toReason] of [
  ['?format=ndjson', (line: string) => JSON.parse(line)],
  ['?format=ndjson&fields=ip', (line: string) => JSON.parse(line)],
  ['?format=csv', (line: string) => ({ error: /^,+(\w+)$/.exec(line)?.[1] })],
  ['?format=csv&fields=ip', (line: string) => ({ error: /^,+(\w+)$/.exec(line)?.[1] })],
] as const)
  test(`a batch${query} whose quota ends on the way says so in its last line, breaks off, and has counted what is above it`, async () => {
    const { id, token } = await openAccount('large')
    const { key } = await createKey(token, { cap_month: 20_000 })
    const body = Array.from({ length: 200_000 }, (_, i) => `8.${i >> 16}.${(i >> 8) & 255}.${i & 255}\n`).join('')
    const answer = await fetch(`${product.origin}/v1/ip/batch${query}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'text/plain' },
      body,
    })
    let text = ''
    const reading = async () => {
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part
    }
    await assert.rejects(reading(), 'it is not taken for whole')
    const lines = text.trimEnd().split('\n')
    const reason = toReason(lines.pop()?.trim() ?? '')
    assert.equal(reason.error, 'key_cap_spent')
    if (query.includes('ndjson')) assert.match(reason.msg, /20000 requests/)
    const answered = lines.filter((line) => /^(\{"query":")?8\./.test(line)).length
    assert.ok(answered > 10_000 && answered <= 20_000, String(answered))
    await until(async () => (await readUsed(product.services, id)) === answered, `${answered} units are charged`)
  })

test('a large batch beyond what is left is refused in words, not by a connection that breaks', async () => {
  const { key } = await createKey((await openAccount('large')).token, { cap_month: 40 })
  for (const format of ['csv', 'ndjson']) {
    const answer = await fetch(`${product.origin}/v1/ip/batch?format=${format}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'text/plain' },
      body: '8.8.8.8\n'.repeat(1_000_000),
    })
    assert.deepEqual([answer.status, ((await answer.json()) as { data: { error: string } }).data.error], [429, 'key_cap_spent'])
  }
})

/** A batch whose lines are sent by hand; its answer as far as it has come, and how it ended. */
async function openStream(key: string, query: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const lines = writable.getWriter()
  let count = 0
  const send = (more: number) => {
    const text = Array.from({ length: more }, () => `8.${count >> 16}.${(count++ >> 8) & 255}.${count & 255}\n`).join('')
    return lines.write(Buffer.from(text)).catch(() => {}) // of one that has ended nobody takes more
  }
  void send(2_000)
  const headers = { 'x-api-key': key, 'content-type': 'text/plain' }
  const url = `${product.origin}/v1/ip/batch${query}`
  const answer = await fetch(url, { method: 'POST', headers, body: readable, duplex: 'half' } as RequestInit)
  assert.equal(answer.status, 200)
  const come = { text: '' }
  const whole = (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) come.text += part
    return 'whole'
  })().catch(() => 'cut')
  await until(() => come.text.includes('8.0.1.'), 'some lines are answered')
  return { send, end: () => lines.close().catch(() => {}), come, whole }
}

for (const query of ['?format=ndjson', '?format=ndjson&fields=ip', '?format=csv', '?format=csv&fields=ip'])
  test(`a batch${query} ends soon after its key is revoked, and says so in its last line`, async () => {
    const { id, token } = await openAccount('large')
    const { id: keyId, key } = await createKey(token)
    const stream = await openStream(key, query)
    assert.equal((await product.app.inject({ method: 'DELETE', url: `/v1/keys/${keyId}`, headers: { token } })).statusCode, 200)
    await product.services.keyTable.load()
    void stream.send(4_000)
    await until(() => stream.come.text.includes('bad_key'), 'the reason is told')
    await stream.end()
    assert.equal(await stream.whole, 'cut')
    const lines = stream.come.text.trimEnd().split('\n')
    assert.match(lines.pop() ?? '', /^(\{.*"error":"bad_key".*\}|,+bad_key)$/)
    const answered = lines.filter((line) => /^(\{"query":"|\{"ip":")?8\./.test(line)).length
    assert.ok(answered < 6_000, String(answered))
    await until(async () => (await readUsed(product.services, id)) === answered, `${answered} units are charged`)
  })

test('a larger plan counts for a batch that is under way, and each line is charged once', async () => {
  const { id, token } = await openAccount('free')
  const { key } = await createKey(token)
  const headers = { 'x-api-key': key, 'content-type': 'text/plain' }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const list = (from: number, count: number) =>
    Buffer.from(Array.from({ length: count }, (_, i) => `8.0.${(from + i) >> 8}.${(from + i) & 255}\n`).join(''))
  void writer.write(list(0, 512))
  const answer = fetch(`${product.origin}/v1/ip/batch?format=ndjson&fields=ip`, {
    method: 'POST',
    headers,
    body: readable,
    duplex: 'half',
  } as RequestInit)
  await until(async () => (await readUsed(product.services, id)) >= 256, 'a part is charged')
  await product.services.storage.run((queries) =>
    queries.updateTable('subscriptions').set({ plan_id: 'large' }).where('account_id', '=', id).execute(),
  )
  await product.services.keyTable.load()
  for (let from = 512; from < 4_096; from += 512) {
    void writer.write(list(from, 512))
    assert.equal((await look(key)).statusCode, 200)
  }
  await writer.close()
  assert.equal((await (await answer).text()).trimEnd().split('\n').length, 4_096)
  await until(async () => (await readUsed(product.services, id)) === 4_096 + 7, 'each line and each call is charged once')
})
