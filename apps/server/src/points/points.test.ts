import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { until } from '@octet/core/testing/until.ts'
import { makePoint } from '../testing/make-point.ts'
import { startPoint, createFakeProbe } from '../testing/start-points.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
let storage: TestStorage
let a: Product
let b: Product

before(async () => {
  storage = await startStorage()
  a = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true })
  b = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true })
})
after(async () => {
  await Promise.all([a[Symbol.asyncDispose](), b[Symbol.asyncDispose]()])
  await storage[Symbol.asyncDispose]()
})

const addPoint = (name: string, place: object = {}, tags: string[] = []) =>
  a.services.points.store.add({ name, tags, accountId: null, ...place })
const findPoint = (product: Product, id: string) => product.services.points.hub.roster.get(id)
const wasRefused = (ended: Promise<void>, key: string) => assert.rejects(ended, { key })

test('a point joins over one WebSocket, with its owner’s place and tags, and every thread knows it', async () => {
  const { id, token } = await addPoint('Tokyo one', { country: 'jp', city: 'Tokyo', latitude: 35.68, longitude: 139.76 }, [
    'home',
  ])
  const point = startPoint({ server: a.origin, token, probe: createFakeProbe(), tags: ['fibre'] })
  await until(() => point.words.some(({ kind }) => kind === 'joined'), 'the point has joined')
  await until(() => findPoint(b, id) !== undefined, 'the other thread knows it')
  const { name, country, continent, latitude, tags, status, owner } = findPoint(b, id)!
  assert.deepEqual(
    { name, country, continent, latitude, tags, status, owner },
    { name: 'Tokyo one', country: 'JP', continent: 'AS', latitude: 35.7, tags: ['home', 'fibre'], status: 'ready', owner: null },
  )
  await point[Symbol.asyncDispose]()
  await until(() => !findPoint(a, id) && !findPoint(b, id), 'both threads know that it has left')
})

test('an unknown token is refused for good, with words', async () => {
  const point = startPoint({ server: a.origin, token: `oct_point_${'a'.repeat(43)}`, probe: createFakeProbe() })
  await wasRefused(point.ended, 'bad_point_token')
})

test('an older program is told to update and may go on; another protocol is refused with both numbers', async () => {
  const { token } = await addPoint('old')
  await using point = startPoint({ server: a.origin, token, probe: createFakeProbe(), version: '0.0.9' })
  await until(() => point.words.some(({ kind }) => kind === 'update'), 'it is told to update')
  const socket = new WebSocket(`${a.origin.replace('http', 'ws')}/v1/points/connect`, {
    headers: { authorization: `Bearer ${token}` },
  })
  socket.once('open', () => socket.send(JSON.stringify({ kind: 'hello', protocol: 99 })))
  const refusal = await new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))))
  assert.match(refusal, /"kind":"refused".*"key":"point_incompatible".*version 99.*version 1/)
})

test('a second agent with the same token takes the place of the first, on whichever thread', async () => {
  const { id, token } = await addPoint('twice')
  const first = startPoint({ server: a.origin, token, probe: createFakeProbe() })
  await until(() => findPoint(b, id) !== undefined, 'the first is known')
  const nodeOfFirst = findPoint(b, id)!.node
  await using second = startPoint({ server: b.origin, token, probe: createFakeProbe() })
  await wasRefused(first.ended, 'point_replaced')
  await until(() => second.words.length > 0 && findPoint(a, id)?.node !== nodeOfFirst, 'the second stays')
  assert.equal(findPoint(a, id)?.node, b.services.points.hub.node)
})

test('which of two agents came later does not depend on the clocks of their servers', async (t) => {
  const { id, token } = await addPoint('two clocks')
  const { now } = Date
  const ahead = t.mock.method(Date, 'now', () => now() + 7 * 60_000)
  const first = startPoint({ server: a.origin, token, probe: createFakeProbe() })
  await until(() => findPoint(b, id) !== undefined, 'the first is known')
  ahead.mock.restore()
  await using second = startPoint({ server: b.origin, token, probe: createFakeProbe() })
  await wasRefused(first.ended, 'point_replaced')
  await until(() => findPoint(a, id)?.node === b.services.points.hub.node, 'the second stays')
  assert.ok(second.words.every(({ kind }) => kind !== 'lost'))
})

test('a token is changed without a gap: the old one works until the new one has joined, and what runs is finished', async () => {
  const { id, token: oldToken } = await addPoint('changing')
  const { store } = a.services.points
  const first = startPoint({ server: a.origin, token: oldToken, probe: createFakeProbe({ delayMs: 2_000 }) })
  await until(() => findPoint(b, id) !== undefined, 'the first is known')
  const { token: newToken, oldUntil } = await store.renew(id, { oldHours: 24 })
  assert.ok(Math.abs(oldUntil!.getTime() - Date.now() - 24 * 3_600_000) < 60_000)
  a.services.points.detach()
  await until(() => first.words.filter(({ kind }) => kind === 'joined').length === 2, 'the old one joins again')
  const run = () =>
    b.services.points.hub.run(
      id,
      { type: 'ping', target: '192.0.2.1', protocol: 'icmp', packets: 3 },
      { timeoutMs: 10_000, onProgress: () => {} },
    )
  await until(() => findPoint(b, id) !== undefined, 'it is known again')
  const running = run()
  await until(() => first.words.some(({ kind }) => kind === 'task'), 'it works')
  await using second = startPoint({ server: a.origin, token: newToken, probe: createFakeProbe() })
  await until(() => second.words.some(({ kind }) => kind === 'joined'), 'the new one has joined')
  assert.deepEqual([(await run()).status, (await running).status], ['finished', 'finished'])
  await wasRefused(first.ended, 'point_replaced')
  await until(async () => (await store.findByToken(oldToken)) === undefined, 'the old token has ended')
  const late = startPoint({ server: a.origin, token: oldToken, probe: createFakeProbe() })
  await wasRefused(late.ended, 'bad_point_token')
  assert.ok(second.words.every(({ kind }) => kind !== 'lost'))
})

test('what an agent works on is finished when the new one joins another server', async () => {
  const { id, token } = await addPoint('moving')
  const first = startPoint({ server: a.origin, token, probe: createFakeProbe({ delayMs: 2_000 }) })
  await until(() => findPoint(b, id) !== undefined, 'the first is known')
  const running = b.services.points.hub.run(
    id,
    { type: 'ping', target: '192.0.2.1', protocol: 'icmp', packets: 3 },
    { timeoutMs: 10_000, onProgress: () => {} },
  )
  await until(() => first.words.some(({ kind }) => kind === 'task'), 'it works')
  await using _second = startPoint({ server: b.origin, token, probe: createFakeProbe() })
  assert.equal((await running).status, 'finished')
  await wasRefused(first.ended, 'point_replaced')
  await until(() => findPoint(a, id)?.node === b.services.points.hub.node, 'the second stays')
})

test('a leaked token is changed with no time for the old one, whose agent is sent away', async () => {
  const { id, token: oldToken } = await addPoint('leaked')
  const point = startPoint({ server: a.origin, token: oldToken, probe: createFakeProbe() })
  await until(() => findPoint(a, id) !== undefined, 'it has joined')
  const { token, oldUntil } = await b.services.points.store.renew(id, { oldHours: 0 })
  assert.equal(oldUntil, null)
  await wasRefused(point.ended, 'bad_point_token')
  await using _again = startPoint({ server: a.origin, token, probe: createFakeProbe() })
  await until(() => findPoint(a, id) !== undefined, 'it is back')
})

test('the old token ends by itself, and a stranger changes none', async () => {
  const { id, token } = await addPoint('expiring')
  const { store } = a.services.points
  await store.renew(id, { oldHours: 1 })
  assert.equal((await store.findByToken(token))?.id, id)
  await a.services.storage.run((queries) => sql`update points set old_token_until = now() where id = ${id}`.execute(queries))
  assert.equal(await store.findByToken(token), undefined)
  const accountId = '00000000-0000-4000-8000-000000000001'
  await assert.rejects(store.renew(id, { accountId, oldHours: 1 }), { key: 'no_such' })
})

test('a token that is withdrawn ends the connection at once', async () => {
  const { id, token } = await addPoint('withdrawn')
  const point = startPoint({ server: a.origin, token, probe: createFakeProbe() })
  await until(() => findPoint(a, id) !== undefined, 'it has joined')
  await b.services.points.store.remove(id)
  await until(() => !findPoint(a, id), 'it is gone')
  await wasRefused(point.ended, 'bad_point_token')
})

for (const [name, change] of [
  ['withdrawn', 'delete from points'],
  ['given another token', `update points set token_hash = decode(md5(random()::text), 'hex')`],
] as const)
  test(`a point that was ${name} while nobody heard of it is sent away once words may have been missed`, async () => {
    const { id, token } = await addPoint('unheard')
    await using point = startPoint({ server: a.origin, token, probe: createFakeProbe() })
    await until(() => findPoint(b, id) !== undefined, 'it has joined')
    const run = (text: string) => a.services.storage.run((queries) => sql.raw(text).execute(queries))
    await run(`${change} where id = '${id}'`)
    await run(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'octet listener' and datname = current_database()`)
    await wasRefused(point.ended, 'bad_point_token')
  })

test('pages of other sites cannot connect, nor can anybody without a token', async () => {
  const url = `${a.origin.replace('http', 'ws')}/v1/points/connect`
  const fromPage = new WebSocket(url, { origin: 'https://evil.example' })
  const error = await new Promise<Error>((resolve) => fromPage.once('error', resolve))
  assert.match(error.message, /404/)
  const bare = new WebSocket(url)
  const text = await new Promise<string>((resolve) => bare.once('message', (data) => resolve(String(data))))
  assert.match(text, /bad_point_token/)
})

test('the server itself is a point', async () => {
  await until(() => a.services.points.hub.roster.list().some(({ id }) => id.startsWith('server-')), 'it is there')
})

test('the server is a point still when another process of its machine, with the same name, has ended', async () => {
  const own = () => a.services.points.hub.roster.list().find(({ id }) => id.startsWith('server-'))
  const c = await startProduct({ storageUrl: storage.url, withoutData: true })
  await until(() => own()?.node === c.services.points.hub.node, 'the newest stands for the machine')
  await c[Symbol.asyncDispose]()
  await until(() => own() !== undefined && own()!.node !== c.services.points.hub.node, 'another does')
  const { node, id } = own()!
  const ping = { type: 'dns', target: 'example.com', recordType: 'TYPE?' } as const
  const outcome = await a.services.points.hub.run(id, ping, { timeoutMs: 5_000, onProgress: () => {} })
  assert.ok(node && outcome.status === 'failed', 'and works')
})

test('a server that stops lets points go when they have done what they work on, and ends with the last', async () => {
  await using c = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true, withoutJobs: true })
  const [idle, busy] = [await addPoint('idle'), await addPoint('busy')]
  await using one = startPoint({ server: c.origin, token: idle.token, probe: createFakeProbe() })
  await using two = startPoint({ server: c.origin, token: busy.token, probe: createFakeProbe({ delayMs: 2_000 }) })
  await until(() => findPoint(c, idle.id) && findPoint(c, busy.id), 'both are known')
  const running = c.services.points.hub.run(
    busy.id,
    { type: 'ping', target: '192.0.2.1', protocol: 'icmp', packets: 3 },
    { timeoutMs: 10_000, onProgress: () => {} },
  )
  await until(() => two.words.some(({ kind }) => kind === 'task'), 'it works')
  const began = performance.now()
  const finished = c.services.drain.finish(c.app.server, 60_000, { onLook: c.services.points.detachIdle })
  await until(() => one.words.some(({ kind }) => kind === 'lost'), 'the idle one is let go')
  assert.ok(!two.words.some(({ kind }) => kind === 'lost'), 'and the other not')
  assert.equal((await running).status, 'finished')
  await finished
  assert.ok(performance.now() - began < 30_000, 'without waiting for the limit')
})

/** A point that says what the test wants, hello by itself unless `isSilent`; `heard` are the frames it got. */
function openRawSocket(token: string, { isSilent = false } = {}) {
  const socket = new WebSocket(`${a.origin.replace('http', 'ws')}/v1/points/connect`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const state = { load: { cpuPercent: 1, memoryBytes: 1, jobs: 0 }, checks: { loopLagMs: 0, breaksPerHour: 0 } }
  const hello = () =>
    socket.send(
      JSON.stringify({ kind: 'hello', protocol: 1, version: '0.1.0', step: 'tcp', tasks: ['ping'], tags: [], ...state }),
    )
  if (!isSilent) socket.once('open', hello)
  const heard: { readonly kind: string; readonly error?: { readonly key: string } }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as { kind: string }))
  const beat = () => socket.send(JSON.stringify({ kind: 'beat', ...state }))
  const hears = (kind: string) => heard.some((frame) => frame.kind === kind)
  return { heard, hears, hello, beat, [Symbol.dispose]: () => socket.terminate() }
}

async function openRawPoint(name: string) {
  const point = openRawSocket((await addPoint(name)).token)
  await until(() => point.hears('welcome'), 'it is welcome')
  return point
}

for (const [change, withdraw] of [
  ['changed without time', (id: string) => b.services.points.store.renew(id, { oldHours: 0 })],
  ['withdrawn', (id: string) => b.services.points.store.remove(id)],
] as const)
  test(`a token that is ${change} while its agent has yet to say hello lets nobody in`, async (t) => {
    const { id, token } = await addPoint('slow to greet')
    const { store } = a.services.points
    const asked = t.mock.method(store, 'findByToken')
    using point = openRawSocket(token, { isSilent: true })
    await until(() => asked.mock.callCount() > 0, 'the token is looked up')
    assert.equal((await asked.mock.calls[0]!.result)?.id, id)
    await withdraw(id)
    point.hello()
    await until(() => point.heard.length > 0, 'it is answered')
    assert.equal(point.heard[0]?.error?.key, 'bad_point_token')
    assert.equal(findPoint(a, id), undefined)
  })

test('a point that is changed while its token is looked at again comes back for what it is now', async (t) => {
  const { id, token } = await addPoint('renamed')
  const { store } = a.services.points
  const heard: (string | undefined)[] = []
  store.onChange((changed) => heard.push(changed))
  const touch = store.touch.bind(store)
  const looks = t.mock.method(store, 'touch', async (...seen: Parameters<typeof touch>) => {
    if (looks.mock.callCount() === 0) {
      await b.services.storage.run((queries) => sql`select pg_notify('octet_points', ${id})`.execute(queries))
      await until(() => heard.includes(id), 'the change is heard of')
    }
    return touch(...seen)
  })
  await using point = startPoint({ server: a.origin, token, probe: createFakeProbe() })
  await until(() => point.words.some(({ kind }) => kind === 'joined'), 'it has joined')
  assert.ok(
    point.words.some(({ kind }) => kind === 'lost'),
    'and was sent back before',
  )
})

test('an agent with the old token that is slow to say hello does not push the new one out', async (t) => {
  const { id, token: oldToken } = await addPoint('slow and old')
  const { store } = a.services.points
  const { token: newToken } = await store.renew(id, { oldHours: 24 })
  const asked = t.mock.method(store, 'findByToken')
  using old = openRawSocket(oldToken, { isSilent: true })
  await until(() => asked.mock.callCount() > 0, 'the old token is looked up')
  await asked.mock.calls[0]!.result
  using fresh = openRawSocket(newToken)
  await until(() => fresh.hears('welcome'), 'the new one is welcome')
  old.hello()
  await until(() => old.heard.length > 0, 'the old one is answered')
  assert.equal(old.heard[0]?.error?.key, 'bad_point_token')
  fresh.beat()
  await until(() => fresh.hears('beat'), 'the new one stays')
})

test('a sign of life is answered', async () => {
  using point = await openRawPoint('alive')
  point.beat()
  await until(() => point.hears('beat'), 'it is answered')
})

test('a point that says more than its jobs need is read at the pace of one that does not', async () => {
  using flood = await openRawPoint('flood')
  for (let count = 0; count < 10_000; count++) flood.beat()
  await sleep(2_000)
  assert.ok(flood.heard.length < 5_000, `${flood.heard.length} frames were read`)
  using calm = await openRawPoint('calm')
  calm.beat()
  await until(() => calm.hears('beat'), 'others are answered')
})

test('a request that only offers another protocol is answered as it stands', async () => {
  const { port } = new URL(a.origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.write(
    'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /)
  socket.destroy()
})

test('a point cannot be aimed at by strangers', async () => {
  const { measurements, hub } = a.services.points
  hub.roster.add(makePoint({ id: 'lent', node: hub.node, address: '198.51.100.9' }))
  const asker = { accountId: null, client: 'c' }
  const request = { type: 'ping', target: '198.51.100.9', locations: 'point:lent', limit: 1, measurementOptions: {} } as const
  await assert.rejects(measurements.plan(request, asker), { key: 'refused_target', message: /monitoring point/ })
  hub.roster.remove('lent')
})
