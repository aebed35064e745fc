import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAccountData } from '../../storage/queries/account-data.ts'
import { createMonitorDesk, MONITOR_RULES, toPinged, toPingRequest } from '../../testing/monitor-desk.ts'
import { putAccount } from '../../testing/put-account.ts'

const desk = createMonitorDesk()

const REQUEST = toPingRequest('secret.example.com')

async function addMonitor() {
  const { id: accountId, token } = await putAccount(desk.product.services)
  const { points } = desk.product.services
  const { id } = await points.monitors.add(accountId, {
    name: 'Name for me alone',
    request: REQUEST,
    everyMinutes: 5,
    rules: MONITOR_RULES,
    wantsMail: false,
    webhookUrl: null,
  })
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, own = token) =>
    desk.product.app.inject({ method, url: `/v1/monitors${path}`, headers: { token: own }, ...(payload && { payload }) })
  return { id, accountId, token, call }
}

/** A run whose points took so long; null for one that did not answer. */
const record = (id: string, times: readonly (number | null)[]) => desk.record(id, REQUEST, times.map(toPinged))

const see = (id: string, rest = '') => desk.product.app.inject(`/v1/shown-monitors/${id}${rest}`)
const show = async ({ id, call }: Awaited<ReturnType<typeof addMonitor>>, title: string, more = {}) =>
  (await call('POST', `/${id}/show`, { title, ...more })).json().data.shown_id as string

test('a monitor is shown to nobody until its owner shows it, and to nobody from the moment it is withdrawn', async () => {
  const monitor = await addMonitor()
  const { id, call } = monitor
  assert.equal((await call('GET', '')).json().data[0].shown, null)
  assert.equal((await see(id)).statusCode, 404)
  const shownId = await show(monitor, 'Shop')
  assert.match(shownId, /^[\w-]{22}$/)
  assert.equal((await see(shownId)).statusCode, 200)
  assert.equal(await show(monitor, 'The shop', { shows_target: true }), shownId, 'changed, it keeps its id')
  assert.deepEqual((await call('GET', '')).json().data[0].shown, { id: shownId, title: 'The shop', shows_target: true })
  assert.equal((await call('DELETE', `/${id}/show`)).statusCode, 200)
  for (const rest of ['', '/badge.svg']) {
    const gone = await see(shownId, rest)
    assert.deepEqual([gone.statusCode, gone.headers['cache-control']], [404, 'no-store'], rest)
  }
  assert.notEqual(await show(monitor, 'Shop'), shownId)
})

test('the page of a monitor answers 404 where none is shown', async () => {
  const monitor = await addMonitor()
  const shownId = await show(monitor, 'Shop')
  const open = (path: string) => desk.product.app.inject({ url: path, headers: { accept: 'text/html' } })
  for (const prefix of ['', '/zh']) {
    assert.equal((await open(`${prefix}/monitor/${shownId}`)).statusCode, 200)
    const never = await open(`${prefix}/monitor/${'x'.repeat(22)}`)
    assert.equal(never.statusCode, 404)
    assert.match(never.body, /<meta name="robots" content="noindex">/)
  }
  await monitor.call('DELETE', `/${monitor.id}/show`)
  // A rendered page is kept for half a minute: this one has not been rendered before.
  assert.equal((await open(`/monitor/${shownId}?withdrawn=1`)).statusCode, 404)
})

test('nobody shows or withdraws a monitor of another account', async () => {
  const [own, other] = [await addMonitor(), await addMonitor()]
  const shownId = await show(own, 'Shop')
  assert.equal((await other.call('POST', `/${own.id}/show`, { title: 'Mine' })).statusCode, 404)
  assert.equal((await other.call('DELETE', `/${own.id}/show`)).statusCode, 404)
  assert.equal((await see(shownId)).json().data.title, 'Shop')
})

test('what it measures, from where and for whom is told only as far as its owner says', async () => {
  const monitor = await addMonitor()
  await record(monitor.id, [null])
  const shownId = await show(monitor, 'Shop')
  const hidden = (await see(shownId)).body + (await see(shownId, '/badge.svg')).body
  for (const word of ['secret.example', 'Name for me', 'Cellar', monitor.id, monitor.accountId, '@example.org'])
    assert.ok(!hidden.includes(word), word)
  await show(monitor, 'Shop', { shows_target: true })
  const { measures } = (await see(shownId)).json().data
  assert.deepEqual(measures, { type: 'ping', targets: ['secret.example.com'], every_minutes: 5 })
})

test('runs make its days, its shares, its last runs and its changes', async () => {
  const monitor = await addMonitor()
  for (const times of [[30, 10, 20], [12], [null, null], [14], [], [16]]) await record(monitor.id, times)
  const { data } = (await see(await show(monitor, 'Shop'))).json()
  assert.equal(data.state, 'good')
  assert.deepEqual(data.days.length, 90)
  const { day: _day, ...today } = data.days.at(-1)
  assert.deepEqual(today, { per_cent: 80, good: 4, bad: 1, maintenance: 0 })
  assert.deepEqual(
    data.availability.map((one: object) => Object.values(one)),
    [
      [7, 80, 5],
      [30, 80, 5],
      [90, 80, 5],
    ],
  )
  assert.deepEqual(
    data.runs.map(({ kind, ms }: { kind: string; ms: number }) => [kind, ms]),
    [
      ['good', 16],
      ['unknown', null],
      ['good', 14],
      ['bad', null],
      ['good', 12],
      ['good', 20],
    ],
  )
  assert.deepEqual(
    data.events.map(({ kind }: { kind: string }) => kind),
    ['good', 'bad'],
  )
  for (let run = 0; run < 40; run++) await record(monitor.id, [5])
  const later = (await see((await monitor.call('GET', '')).json().data[0].shown.id)).json().data
  assert.deepEqual([later.runs.length, later.days.at(-1).good], [30, 44])
})

test('another measurement begins anew, and a paused monitor says that it is', async () => {
  const monitor = await addMonitor()
  await record(monitor.id, [10])
  const shownId = await show(monitor, 'Shop')
  await monitor.call('PATCH', `/${monitor.id}`, { is_active: false })
  assert.equal((await see(shownId)).json().data.state, 'paused')
  await desk.product.services.points.monitors.change(monitor.accountId, monitor.id, {
    rules: { ...MONITOR_RULES, lossPercent: 10 },
  })
  const { data } = (await see(shownId)).json()
  assert.deepEqual([data.runs, data.availability[2].per_cent], [[], null])
})

test('of a locked account nothing is shown', async () => {
  const monitor = await addMonitor()
  const shownId = await show(monitor, 'Shop')
  await desk.product.services.storage.run((queries) =>
    queries.updateTable('accounts').set({ disabled_at: new Date() }).where('id', '=', monitor.accountId).execute(),
  )
  assert.equal((await see(shownId)).statusCode, 404)
})

test('the badge is a picture in the language asked for, which every page may show and caches keep for a minute', async () => {
  const monitor = await addMonitor()
  for (const times of [[10], [null]]) await record(monitor.id, times)
  const shownId = await show(monitor, '<b>"Shop" & \u0007Söhne</b>')
  const { statusCode, headers, body } = await see(shownId, '/badge.svg?lang=zh')
  assert.equal(statusCode, 200)
  assert.deepEqual(
    ['content-type', 'cache-control', 'cross-origin-resource-policy', 'access-control-allow-origin'].map((name) => headers[name]),
    ['image/svg+xml; charset=utf-8', 'public, max-age=60', 'cross-origin', '*'],
  )
  assert.match(body, /<title>&lt;b&gt;&quot;Shop&quot; &amp; Söhne&lt;\/b&gt;: 异常 · 30 天 50%<\/title>/)
  assert.match((await see(shownId, '/badge.svg')).body, /: down · 50% in 30 days<\/title>/)
})

test('all that is kept of it goes to its owner with the rest, and goes with the account', async () => {
  const monitor = await addMonitor()
  await record(monitor.id, [10])
  const shownId = await show(monitor, 'Shop')
  const { storage: database } = desk.product.services
  const days = () =>
    database.run((queries) => queries.selectFrom('monitor_days').selectAll().where('monitor_id', '=', monitor.id).execute())
  assert.equal((await days()).length, 1)
  const kept = await database.run((queries) => readAccountData(queries, monitor.accountId))
  assert.deepEqual([kept.monitors[0]?.shown_id, kept.monitor_days[0]?.good], [shownId, 1])
  await database.run((queries) => queries.deleteFrom('accounts').where('id', '=', monitor.accountId).execute())
  assert.deepEqual([await days(), (await see(shownId)).statusCode], [[], 404])
})

test('a monitor that has not been able to judge for long is called neither up nor down', async () => {
  const monitor = await addMonitor()
  const shownId = await show(monitor, 'Shop')
  await record(monitor.id, [12])
  const read = async () => (await monitor.call('GET', '')).json().data[0]
  assert.deepEqual([(await read()).state, (await read()).silent_since], ['good', null])
  const runAgo = async (minutes: number, kinds: readonly string[]) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString()
    const runs = JSON.stringify(kinds.map((kind) => ({ at, kind, ms: null })))
    await desk.product.services.storage.run((queries) =>
      queries.updateTable('monitors').set({ recent_runs: runs }).where('id', '=', monitor.id).execute(),
    )
    return at
  }
  await runAgo(14, ['unknown', 'good'])
  assert.equal((await see(shownId)).json().data.state, 'good', 'three turns may be missed')
  const at = await runAgo(16, ['unknown', 'good'])
  assert.equal((await see(shownId)).json().data.state, 'unknown')
  assert.match((await see(shownId, '/badge.svg?lang=en')).body, /not known/)
  assert.deepEqual([(await read()).state, (await read()).silent_since], ['good', at])
  await monitor.call('PATCH', `/${monitor.id}`, { is_active: false })
  assert.deepEqual([(await see(shownId)).json().data.state, (await read()).silent_since], ['paused', null])
})
