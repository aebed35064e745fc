import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { WhoisProbe } from '@octet/core/probe/whois.ts'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { createFakeProbe, startPoint, type SimulatedPoint } from '../testing/start-points.ts'
import { readAccountData } from '../storage/queries/account-data.ts'
import { putAccount } from '../testing/put-account.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'
import { startMonitorJob } from './run-monitors.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
const log = pino({ level: 'silent' })
const folder = await mkdtemp(join(tmpdir(), 'octet-monitors-'))
let storage: TestStorage
let product: Product
let other: Product
let point: SimulatedPoint
let isMute = false
const heard: { body: string; signature: string; timestamp: string }[] = []
/** What was sent, whether it was taken or not. */
const attempts: { id?: string; event: string }[] = []
let refusals = 0
const hook = createServer(async (request, response) => {
  const body = await text(request)
  attempts.push(JSON.parse(body) as (typeof attempts)[number])
  if (refusals-- > 0) return void response.writeHead(503).end('closed for today')
  heard.push({
    body,
    signature: String(request.headers['x-octet-signature']),
    timestamp: String(request.headers['x-octet-timestamp']),
  })
  response.end()
})

before(async () => {
  const config = join(folder, 'octet.yaml')
  await writeFile(
    config,
    'point: { isEnabled: false }\nlimits: { unitsPerSecond: 1000, burst: 10000 }\nallowTargets: [127.0.0.1/32]\n',
  )
  const env = { OCTET_CONFIG: config }
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true, withoutJobs: true, env })
  other = await startProduct({ storageUrl: storage.url, withoutData: true, withoutJobs: true, env })
  const { token } = await product.services.points.store.add({ name: 'Tokyo', tags: [], accountId: null, country: 'JP' })
  const probe = createFakeProbe()
  const { ping } = probe.ping
  probe.ping.ping = async function* (request) {
    for await (const value of ping(request))
      yield isMute ? { ...value, received: 0, lossPercent: 100, avgMs: null, minMs: null, maxMs: null } : value
  }
  point = startPoint({ server: product.origin, token, probe })
  await until(() => other.services.points.hub.roster.size === 1, 'the point is known')
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
})
after(async () => {
  hook.close()
  await point[Symbol.asyncDispose]()
  await Promise.all([product[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const openAccount = (lang: 'en' | 'zh' = 'en') => putAccount(product.services, { lang })

const call = (token: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  product.app.inject({ method, url, headers: { token }, ...(payload && { payload }) })
const REQUEST = { type: 'ping', target: 'example.com', locations: 'JP' }
const OF_PORT = { ...REQUEST, measurementOptions: { protocol: 'tcp', port: 8443 } }

/** The job of each product, as if both were first threads of their machines. */
function startJobs(runs: string[] = []): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  for (const { services } of [product, other])
    stack.use(
      startMonitorJob({
        database: services.storage,
        monitors: services.points.monitors,
        measurements: services.points.measurements,
        guard: createGuard({ allowTargets: ['127.0.0.1/32'] }),
        whois: {} as WhoisProbe,
        takeCredits: (accountId) => runs.push(accountId) > 0,
        log,
        periodMs: 20,
      }),
    )
  return stack
}

const runNow = (id: string) =>
  product.services.storage.run((queries) =>
    queries
      .updateTable('monitors')
      .set({ next_at: sql<Date>`now()`, last_run_at: null, last_measurement: null })
      .where('id', '=', id)
      .execute(),
  )
const readOne = async (token: string, id: string) =>
  (await call(token, 'GET', '/v1/monitors')).json().data.find((row: { id: string }) => row.id === id)
async function runOnce(token: string, id: string) {
  await runNow(id)
  await until(async () => (await readOne(token, id)).last_measurement !== null, 'a run has ended')
  return readOne(token, id)
}

const countUnread = async (token: string): Promise<number> => (await call(token, 'POST', '/v1/user_info')).json().data.user.unread

test('a monitor turns bad after two bad runs, tells by mail and signed webhook, and recovers the same way', async () => {
  await using _jobs = startJobs()
  const { id: account, token } = await openAccount('zh')
  refusals = 1
  heard.length = attempts.length = 0
  const webhook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
  const made = await call(token, 'POST', '/v1/monitors', {
    name: 'Shop',
    request: OF_PORT,
    every_minutes: 60,
    webhook_url: webhook,
  })
  assert.equal(made.statusCode, 200, made.body)
  const { id, webhook_secret: secret } = made.json().data
  await until(async () => (await readOne(token, id)).state === 'good', 'the first run is good')
  isMute = true
  assert.equal((await runOnce(token, id)).state, 'good', 'once is not enough')
  assert.equal((await runOnce(token, id)).state, 'bad')
  assert.equal((await runOnce(token, id)).state, 'bad', 'and told only once')
  isMute = false
  assert.equal((await runOnce(token, id)).state, 'bad')
  assert.equal((await runOnce(token, id)).state, 'good')

  const events = (await call(token, 'GET', `/v1/monitors/${id}/events`)).json().data
  assert.deepEqual(
    events.map(({ kind }: { kind: string }) => kind),
    ['good', 'bad'],
  )
  assert.equal(events[1].words.en, '1 of 1 result is bad. Tokyo: no answer.')
  assert.equal(await countUnread(token), 2)
  assert.equal(await countUnread((await openAccount()).token), 0, 'the news of others')
  await call(token, 'POST', '/v1/monitors/seen', {})
  assert.equal(await countUnread(token), 0)
  const mails = await product.services.storage.run((queries) =>
    queries.selectFrom('mails').select(['kind', 'subject', 'text']).where('account_id', '=', account).orderBy('id').execute(),
  )
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['monitor_bad', 'monitor_good'],
  )
  assert.match(mails[0]!.subject, /^告警：Shop/)
  assert.match(mails[0]!.text, /^Shop（ping example\.com, TCP 8443）出现异常/)
  assert.match(mails[0]!.text, /1 个结果中 1 个异常：Tokyo: 无应答[^]*\/zh\/measurements\/[\da-f]{32}/)
  assert.match(
    mails[1]!.text,
    /^Shop（ping example\.com, TCP 8443）已恢复正常，此前自 \d{4}-\d\d-\d\d \d\d:\d\d UTC 起异常，持续 1 分钟。/,
  )

  // Once, when it is known: a message that is on its way would be sent by the other machine, too.
  await until(async () => {
    const { numUpdatedRows } = await product.services.storage.run((queries) =>
      queries
        .updateTable('monitor_calls')
        .set({ next_at: sql<Date>`now()` })
        .where('error', 'is not', null)
        .executeTakeFirst(),
    )
    return numUpdatedRows === 1n
  }, 'the first message is refused')
  await until(() => heard.length === 2, 'both messages are taken, the first at the second try')
  for (const { body, signature, timestamp } of heard)
    assert.equal(signature, `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`)
  const [first, again] = attempts.filter(({ event }) => event === 'monitor.bad')
  assert.match(first?.id ?? '', /^[\da-f-]{36}$/)
  assert.equal(again?.id, first?.id, 'a message that is sent again is the same')
  assert.equal(new Set(attempts.map((message) => message.id)).size, 2)
  assert.deepEqual(heard.map(({ body }) => JSON.parse(body).event).sort(), ['monitor.bad', 'monitor.good'])
  const [bad, good] = ['monitor.bad', 'monitor.good'].map((event) =>
    heard.map(({ body }) => JSON.parse(body)).find((message) => message.event === event),
  )
  assert.match(
    bad.text,
    /^\[\S+ 监控\] Shop 出现异常。1 个结果中 1 个异常：Tokyo: 无应答。\nhttp\S*\/zh\/measurements\/[\da-f]{32}$/,
  )
  assert.match(good.text, /Shop 已恢复正常，此前异常 1 分钟。/)
  assert.equal('bad_since' in bad, false)
  assert.ok(Date.parse(good.bad_since) <= Date.parse(good.at) && Date.parse(good.bad_since) >= Date.parse(bad.at) - 1_000)
  await until(async () => (await readOne(token, id)).last_call.state === 'sent', 'the list says that it was taken')
})

test('a webhook that does not take its message is named in the list of monitors, with why', async () => {
  await using _jobs = startJobs()
  const { token } = await openAccount()
  const webhook_url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
  const wanted = { name: 'Shop', request: REQUEST, rules: { confirmations: 1 }, every_minutes: 60, webhook_url }
  const { id } = (await call(token, 'POST', '/v1/monitors', wanted)).json().data
  await until(async () => (await readOne(token, id)).state === 'good', 'the first run is good')
  assert.equal((await readOne(token, id)).last_call, null)
  refusals = 1
  isMute = true
  await runOnce(token, id)
  isMute = false
  const { last_call: last } = await until(async () => {
    const row = await readOne(token, id)
    return row.last_call?.error ? row : false
  }, 'the message has been refused')
  assert.deepEqual(last, { state: 'waiting', attempts: 1, error: 'expected a status of 200–299, got 503' })

  const path = `/v1/monitors/${id}/deliveries`
  const [message] = (await call(token, 'GET', path)).json().data
  assert.deepEqual([message.state, JSON.parse(message.sent).event, message.deliveries.length], ['waiting', 'monitor.bad', 1])
  assert.ok(Date.parse(message.next_at) > Date.now())
  assert.deepEqual([message.deliveries[0].status, message.deliveries[0].answer], [503, 'closed for today'])
  for (const where of ['/v1/monitors?lang=zh', `${path}?lang=zh`])
    assert.match((await call(token, 'GET', where)).body, /"error":"应返回 200–299 状态码，收到 503"/)
  const { token: stranger } = await openAccount()
  for (const [method, payload] of [['GET', undefined] as const, ['POST', { message: message.id }] as const])
    assert.equal((await call(stranger, method, path, payload)).statusCode, 404)
  assert.equal((await call(token, 'POST', path, { message: id })).statusCode, 404, 'no message of this monitor')
  assert.equal((await call(token, 'POST', path, { message: message.id })).statusCode, 200)
  const sent = await until(async () => {
    const [now] = (await call(token, 'GET', path)).json().data
    return now.state === 'sent' && now
  }, 'the message is taken when it is sent again')
  assert.deepEqual([sent.next_at, sent.deliveries.map(({ status }: { status: number }) => status)], [null, [200, 503]])
  const answers: number[] = []
  for (let times = 1; times <= 30; times++) answers.push((await call(token, 'POST', path, { message: message.id })).statusCode)
  assert.deepEqual([answers.filter((code) => code === 200).length, answers.at(-1)], [29, 429])
  assert.equal((await call(token, 'POST', path, { message: id })).statusCode, 404, 'what is not there costs none')
})

test('a run that cannot begin says why in the list, and the state stays', async () => {
  await using _jobs = startJobs()
  const { token } = await openAccount()
  const { id } = (await call(token, 'POST', '/v1/monitors', { name: 'Shop', request: REQUEST, every_minutes: 60 })).json().data
  await until(async () => (await readOne(token, id)).state === 'good', 'the first run is good')
  await product.services.storage.run((queries) =>
    queries
      .updateTable('monitors')
      .set({ request: JSON.stringify({ ...REQUEST, limit: 1, measurementOptions: {}, locations: 'Atlantis' }) })
      .where('id', '=', id)
      .execute(),
  )
  await runNow(id)
  const row = await until(async () => {
    const found = await readOne(token, id)
    return found.last_words.en.startsWith('The last run') && found
  }, 'the run is left out')
  assert.equal(row.last_words.en, 'The last run was left out. No monitoring point matches “Atlantis”')
  assert.equal(row.state, 'good')
})

test('me in a monitor stays where its owner was when adding it, and is told to nobody', async (t) => {
  const { token } = await openAccount()
  const spot = { latitude: 48.1, longitude: 11.6 }
  for (const one of [product, other]) t.mock.method(one.services.ip, 'findSelf', () => ({ ...spot, ip: '192.0.2.1' }))
  const plans = [product, other].map((one) => t.mock.method(one.services.points.measurements, 'plan'))
  const monitor = { name: 'Near', request: { ...REQUEST, locations: 'me+JP' } }
  const { id } = (await call(token, 'POST', '/v1/monitors', monitor)).json().data
  const [added] = plans.flatMap(({ mock }) => mock.calls).map(({ arguments: [, asker] }) => asker)
  assert.partialDeepStrictEqual(added, { self: spot })
  for (const { mock } of plans) mock.resetCalls()
  for (const one of [product, other]) t.mock.method(one.services.ip, 'findSelf', () => null)
  await using _jobs = startJobs()
  const row = await runOnce(token, id)
  assert.equal(row.request.self, undefined)
  const askers = plans.flatMap(({ mock }) => mock.calls).map(({ arguments: [request, asker] }) => ({ request, asker }))
  assert.ok(askers.length > 0)
  for (const { request, asker } of askers) {
    assert.deepEqual(asker.self, spot)
    assert.ok(!('self' in request))
  }
})

test('a monitor that is paused while it runs tells nothing of that run', async () => {
  const { token } = await openAccount()
  const { id } = (
    await call(token, 'POST', '/v1/monitors', { name: 'Shop', request: REQUEST, rules: { confirmations: 1 } })
  ).json().data
  const { measurements, monitors } = product.services.points
  const asker = { accountId: null, client: 'test' }
  isMute = true
  const plan = await measurements.plan({ ...REQUEST, type: 'ping', limit: 1, measurementOptions: {} }, asker)
  const ended = await measurements.waitForEnd((await measurements.begin(plan, asker)).id)
  isMute = false
  await call(token, 'PATCH', `/v1/monitors/${id}`, { is_active: false })
  const due = { id, request: (await readOne(token, id)).request }
  await monitors.record(due, ended)
  assert.equal((await readOne(token, id)).state, 'unknown')
  await call(token, 'PATCH', `/v1/monitors/${id}`, { is_active: true })
  await monitors.record(due, ended)
  assert.equal((await readOne(token, id)).state, 'bad')
  await call(token, 'PATCH', `/v1/monitors/${id}`, { request: { ...REQUEST, target: 'other.example' } })
  await monitors.record(due, ended)
  assert.equal((await readOne(token, id)).state, 'unknown', 'nor of what it measured before it was changed')
})

test('what is changed of a monitor is changed, the rest stays, and another measurement begins anew', async () => {
  await using _jobs = startJobs()
  const { token } = await openAccount()
  const wanted = { name: 'Shop', request: REQUEST, every_minutes: 60, wants_mail: false, rules: { minPoints: 2 } }
  const { id } = (await call(token, 'POST', '/v1/monitors', wanted)).json().data
  await until(async () => (await readOne(token, id)).state === 'good', 'the first run is good')
  const change = async (fields: object) => (await call(token, 'PATCH', `/v1/monitors/${id}`, fields)).json()
  const before = await readOne(token, id)
  const named = await change({ name: ' Store ', every_minutes: 30 })
  assert.deepEqual(named.data, { id, is_active: true, webhook_secret: null })
  const row = await readOne(token, id)
  assert.deepEqual([row.name, row.every_minutes, row.state, row.state_since], ['Store', 30, 'good', before.state_since])
  assert.deepEqual([row.wants_mail, row.rules, row.request], [false, before.rules, before.request])

  const webhook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
  const first = await change({ webhook_url: webhook })
  assert.match(first.data.webhook_secret, /^[\da-f]{64}$/)
  assert.equal((await change({ webhook_url: `${webhook}/other` })).data.webhook_secret, null, 'the secret stays')
  assert.equal((await readOne(token, id)).webhook_url, `${webhook}/other`)
  await change({ webhook: `${webhook}/third` })
  assert.equal((await readOne(token, id)).webhook_url, `${webhook}/third`, 'under its other name')
  await change({ webhook_url: '' })
  assert.equal((await readOne(token, id)).webhook_url, null)
  assert.notEqual((await change({ webhook_url: webhook })).data.webhook_secret, first.data.webhook_secret)

  await change({ is_active: false })
  await change({ request: { ...REQUEST, target: 'other.example' }, rules: { lossPercent: 20 } })
  const anew = await readOne(token, id)
  assert.deepEqual([anew.state, anew.last_words, anew.request.target, anew.is_active], ['unknown', null, 'other.example', false])
  assert.deepEqual([anew.rules.lossPercent, anew.rules.minPoints], [20, 1])
})

for (const [name, fields, error] of [
  ['a private target', { request: { ...REQUEST, target: '10.0.0.1' } }, 'refused_target'],
  ['a webhook in a private network', { webhook_url: 'http://10.1.2.3/hook' }, 'refused_target'],
  ['one under its other name', { webhook: 'http://10.1.2.3/hook' }, 'refused_target'],
  ['two webhooks', { webhook_url: 'https://a.example/', webhook: 'https://b.example/' }, 'bad_input'],
  ['no name', { name: ' ' }, 'bad_input'],
  ['less than a minute', { every_minutes: 0 }, 'bad_input'],
] as const)
  test(`a monitor is not changed to ${name}: ${error}`, async () => {
    const { token } = await openAccount()
    const { id } = (await call(token, 'POST', '/v1/monitors', { name: 'Shop', request: REQUEST })).json().data
    const before = await readOne(token, id)
    assert.equal((await call(token, 'PATCH', `/v1/monitors/${id}`, fields)).json().data.error, error)
    assert.deepEqual(await readOne(token, id), before)
  })

test('the secret of a robot is kept, told to nobody, and forgotten with its robot', async () => {
  const { id: account, token } = await openAccount()
  const robot = 'https://oapi.dingtalk.com/robot/send?access_token=x'
  const secret = 'SECfe1d0c'
  const made = await call(token, 'POST', '/v1/monitors', {
    name: 'Shop',
    request: REQUEST,
    webhook_url: robot,
    chat_secret: secret,
  })
  const { id } = made.json().data
  const change = (fields: object) => call(token, 'PATCH', `/v1/monitors/${id}`, fields)
  const hasSecret = async () => (await readOne(token, id)).has_chat_secret
  const readKept = async () =>
    (
      await product.services.storage.run((queries) =>
        queries.selectFrom('monitors').select('chat_secret').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    ).chat_secret
  assert.equal(await hasSecret(), true)
  assert.equal((await change({ name: 'Store', webhook_url: robot })).statusCode, 200)
  assert.equal(await readKept(), secret, 'it stays where it is not given')
  const exported = await product.services.storage.run((queries) => readAccountData(queries, account))
  for (const said of [made.body, (await call(token, 'GET', '/v1/monitors')).body, JSON.stringify(exported)])
    assert.ok(!said.includes(secret))
  await change({ webhook_url: 'https://open.larksuite.com/open-apis/bot/v2/hook/x', chat_secret: 'other' })
  assert.equal(await readKept(), 'other')
  await change({ chat_secret: '' })
  assert.equal(await hasSecret(), false)
  await change({ chat_secret: secret })
  await change({ webhook_url: 'https://hooks.example.org/' })
  assert.equal(await hasSecret(), false, 'a robot that is told no more')
  const refused = (await change({ chat_secret: secret })).json().data
  assert.deepEqual([refused.error, refused.field], ['bad_input', 'chat_secret'])
  await change({ webhook_url: robot, chat_secret: secret })
  await change({ webhook_url: '' })
  assert.equal(await readKept(), null)
})

test('a run that is due is run by one of two machines', async () => {
  const runs: string[] = []
  await using _jobs = startJobs(runs)
  const { id: account, token } = await openAccount()
  const ids: string[] = []
  for (let index = 0; index < 10; index++)
    ids.push(
      (await call(token, 'POST', '/v1/monitors', { name: `m${index}`, request: REQUEST, every_minutes: 60 })).json().data.id,
    )
  const countRuns = () => runs.filter((one) => one === account).length
  await until(() => countRuns() === ids.length, 'all have run')
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.equal(countRuns(), ids.length, 'and none twice')
})

test('a run that is taken late moves none behind it, and what nobody ran is not made up for', async () => {
  const { token } = await openAccount()
  const { id } = (await call(token, 'POST', '/v1/monitors', { name: 'grid', request: REQUEST, every_minutes: 1 })).json().data
  const { storage: database, points } = product.services
  const takeAt = async (agoSeconds: number) => {
    const due = sql<Date>`now() - make_interval(secs => ${agoSeconds})`
    await database.run((queries) => queries.updateTable('monitors').set({ next_at: due }).where('id', '=', id).execute())
    const before = Date.parse((await readOne(token, id)).next_at)
    for (let taken; taken !== id;) taken = (await points.monitors.takeDue())?.id ?? assert.fail('it is not due')
    const { next_at: next, last_run_at: ran } = await readOne(token, id)
    return { sincePlanned: Date.parse(next) - before, sinceRun: Date.parse(next) - Date.parse(ran) }
  }
  assert.equal((await takeAt(4)).sincePlanned, 60_000)
  assert.equal((await takeAt(600)).sinceRun, 60_000)
})

test('a paused monitor does not run; others cannot touch it; a removed one is gone', async () => {
  const { token } = await openAccount()
  const stranger = await openAccount()
  const { id } = (await call(token, 'POST', '/v1/monitors', { name: 'Quiet', request: REQUEST })).json().data
  assert.equal((await call(stranger.token, 'PATCH', `/v1/monitors/${id}`, { is_active: false })).statusCode, 404)
  assert.equal((await call(token, 'PATCH', `/v1/monitors/${id}`, { is_active: false })).statusCode, 200)
  await using _jobs = startJobs()
  await runNow(id)
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.equal((await readOne(token, id)).last_run_at, null)
  assert.equal((await call(stranger.token, 'GET', `/v1/monitors/${id}/events`)).statusCode, 404)
  assert.equal((await call(stranger.token, 'DELETE', `/v1/monitors/${id}`)).statusCode, 404)
  assert.equal((await call(token, 'DELETE', `/v1/monitors/${id}`)).statusCode, 200)
  assert.equal(await readOne(token, id), undefined)
})

const refused: [string, object, string, field?: string][] = [
  ['a private target', { request: { ...REQUEST, target: '10.0.0.1' } }, 'refused_target', 'target'],
  ['a target that is no name', { request: { ...REQUEST, target: 'a..b' } }, 'bad_domain', 'target'],
  ['a place without points', { request: { ...REQUEST, locations: 'Atlantis' } }, 'no_point_found'],
  ['a webhook in a private network', { webhook_url: 'http://10.1.2.3/hook' }, 'refused_target', 'webhook_url'],
  ['one under its other name', { webhook: 'http://10.1.2.3/hook' }, 'refused_target', 'webhook_url'],
  ['two webhooks', { webhook_url: 'https://a.example/', webhook: 'https://b.example/' }, 'bad_input', 'webhook'],
  ['a webhook at a mail server', { webhook_url: 'https://example.com:25/' }, 'refused_target', 'webhook_url'],
  ['a webhook with credentials', { webhook_url: 'https://a:b@example.com/' }, 'bad_input', 'webhook_url'],
  ['a secret without a robot', { chat_secret: 'x' }, 'bad_input', 'chat_secret'],
  [
    'a secret for who has no use for it',
    { webhook_url: 'https://hooks.slack.com/services/T/B/x', chat_secret: 'x' },
    'bad_input',
    'chat_secret',
  ],
  ['less than a minute', { every_minutes: 0 }, 'bad_input', 'every_minutes'],
]
for (const [name, fields, error, field] of refused)
  test(`${name} is refused with ${error}${field === undefined ? '' : `, of the field ${field}`}`, async () => {
    const { token } = await openAccount()
    const answer = await call(token, 'POST', '/v1/monitors', { name: 'Bad', request: REQUEST, ...fields })
    assert.deepEqual([answer.json().data.error, answer.json().data.field], [error, field], answer.body)
  })

test('the monitors of a locked account rest, and run again when it is let in', async () => {
  const account = await openAccount()
  const made = await call(account.token, 'POST', '/v1/monitors', { name: 'locked', request: REQUEST, every_minutes: 5 })
  assert.equal(made.statusCode, 200, made.body)
  const lock = (isLocked: boolean) =>
    product.services.storage.run((queries) =>
      queries
        .updateTable('accounts')
        .set({ disabled_at: isLocked ? sql<Date>`now()` : null })
        .where('id', '=', account.id)
        .execute(),
    )
  const takeAll = async () => {
    const taken: string[] = []
    for (let due; (due = await product.services.points.monitors.takeDue());) taken.push(due.accountId)
    return taken
  }
  await lock(true)
  assert.ok(!(await takeAll()).includes(account.id))
  await lock(false)
  assert.ok((await takeAll()).includes(account.id))
})
