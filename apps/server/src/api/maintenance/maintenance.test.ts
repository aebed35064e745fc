import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import { addMail } from '../../domain/mail/outbox.ts'
import type { Queries } from '../../storage/database.ts'
import { readAccountData } from '../../storage/queries/account-data.ts'
import { holdAccount } from '../../storage/queries/accounts.ts'
import { changeWindow } from '../../storage/queries/maintenance.ts'
import { deleteMonitor, holdMonitor } from '../../storage/queries/monitors.ts'
import { isWaitedFor } from '../../testing/is-waited-for.ts'
import { createMonitorDesk, MONITOR_RULES, toPinged, toPingRequest } from '../../testing/monitor-desk.ts'
import { putAccount } from '../../testing/put-account.ts'

const desk = createMonitorDesk()

const REQUEST = toPingRequest('shop.test')
const RULES = { ...MONITOR_RULES, confirmations: 2 }
const HOUR_MS = 3_600_000
/** A local time of UTC, so many hours from now. */
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 16)
const once = (from: number, until: number) => ({ time_zone: 'UTC', once: { from: inHours(from), until: inHours(until) } })
const weekly = (more = {}) => ({
  time_zone: 'Europe/Berlin',
  weekly: { weekdays: [7], from: '02:00', until: '04:00', ...more },
})

async function openAccount() {
  const { id: accountId, token } = await putAccount(desk.product.services)
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const answer = await desk.product.app.inject({ method, url: `/v1/${path}`, headers: { token }, ...(payload && { payload }) })
    return { status: answer.statusCode, data: answer.json().data }
  }
  const addMonitor = async (more = {}) =>
    (
      await desk.product.services.points.monitors.add(accountId, {
        name: 'Shop',
        request: REQUEST,
        everyMinutes: 60,
        rules: RULES,
        wantsMail: true,
        webhookUrl: null,
        ...more,
      })
    ).id
  const addWindow = async (fields: object) => {
    const { status, data } = await call('POST', 'maintenance', { name: 'Updates', ...fields })
    assert.equal(status, 200, JSON.stringify(data))
    return data.id as string
  }
  const readMonitor = async (id: string) => {
    const { data } = await call('GET', 'monitors')
    return data.find((row: { id: string }) => row.id === id)
  }
  const countMails = async () =>
    (
      await desk.product.services.storage.run((queries) =>
        queries.selectFrom('mails').select('kind').where('account_id', '=', accountId).orderBy('id').execute(),
      )
    ).map(({ kind }) => kind)
  return { accountId, token, call, addMonitor, addWindow, readMonitor, countMails }
}

/** A run that began so many hours from now. */
async function run(id: string, isGood: boolean, hours = 0): Promise<void> {
  const { storage: database } = desk.product.services
  await database.run((queries) =>
    queries
      .updateTable('monitors')
      .set({
        last_run_at: sql<Date>`now() + make_interval(mins => ${Math.round(hours * 60)})`,
        next_at: sql<Date>`now() + interval '1 hour'`,
      })
      .where('id', '=', id)
      .execute(),
  )
  await desk.record(id, REQUEST, [toPinged(isGood ? 10 : null)])
}

test('a window is added, read, changed and removed', async () => {
  const { call, addMonitor, addWindow, accountId } = await openAccount()
  const monitor = await addMonitor()
  const id = await addWindow({ ...weekly(), monitors: [monitor, monitor] })
  const read = async () => (await call('GET', 'maintenance')).data
  const [row] = await read()
  assert.partialDeepStrictEqual(row, { id, name: 'Updates', monitors: [monitor], once: null, ...weekly() })
  assert.ok(Date.parse(row.until) > Date.now() && Date.parse(row.until) > Date.parse(row.from))
  const changed = await call('PATCH', `maintenance/${id}`, { name: 'Now', monitors: null, ...once(-1, 2) })
  assert.deepEqual(changed, { status: 200, data: { id } })
  const [anew] = await read()
  assert.partialDeepStrictEqual(anew, { name: 'Now', monitors: null, weekly: null, is_under_way: true, ...once(-1, 2) })
  await call('PATCH', `maintenance/${id}`, { time_zone: 'asia/shanghai' })
  assert.equal((await read())[0].time_zone, 'Asia/Shanghai')
  assert.equal((await call('PATCH', `maintenance/${id}`, {})).status, 200)
  const kept = await desk.product.services.storage.run((queries) => readAccountData(queries, accountId))
  assert.equal(kept.maintenance_windows[0]?.name, 'Now')
  assert.equal((await call('DELETE', `maintenance/${id}`)).status, 200)
  assert.deepEqual(await read(), [])
})

test('weekdays are kept once each and in their order', async () => {
  const { call, addWindow } = await openAccount()
  await addWindow(weekly({ weekdays: [7, 1, 7] }))
  assert.deepEqual((await call('GET', 'maintenance')).data[0].weekly.weekdays, [1, 7])
})

test('one that is over comes no more', async () => {
  const { call, addWindow } = await openAccount()
  const id = await addWindow(once(1, 2))
  await desk.product.services.storage.run((queries) =>
    queries
      .updateTable('maintenance_windows')
      .set({ schedule: JSON.stringify({ once: { from: '2026-01-01T00:00', until: '2026-01-01T01:00' } }) })
      .where('id', '=', id)
      .execute(),
  )
  assert.partialDeepStrictEqual((await call('GET', 'maintenance')).data[0], { is_under_way: false, from: null, until: null })
})

for (const [name, fields, error, field] of [
  ['no schedule', { time_zone: 'UTC' }, 'bad_input', 'once'],
  ['two schedules', { ...once(1, 2), ...weekly() }, 'bad_input', 'weekly'],
  ['a zone that there is not', { ...weekly(), time_zone: 'Mars/Olympus' }, 'bad_input', 'time_zone'],
  ['no weekday', weekly({ weekdays: [] }), 'bad_input', 'weekly.weekdays'],
  ['an eighth day', weekly({ weekdays: [8] }), 'bad_input', 'weekly.weekdays.0'],
  ['a time of day that there is not', weekly({ from: '24:00' }), 'bad_input', 'weekly.from'],
  ['seconds', weekly({ from: '02:00:30' }), 'bad_input', 'weekly.from'],
  ['no length', weekly({ until: '02:00' }), 'bad_input', 'until'],
  ['an end before its begin', once(3, 2), 'bad_input', 'until'],
  ['what is over', once(-3, -2), 'bad_input', 'until'],
  ['more than a month', once(1, 24 * 32), 'bad_input', 'until'],
  [
    'the 30th of February',
    { time_zone: 'UTC', once: { from: '2027-02-30T00:00', until: '2027-03-01T00:00' } },
    'bad_input',
    'once.from',
  ],
  [
    'a zone in the time',
    { time_zone: 'UTC', once: { from: '2027-02-01T00:00Z', until: '2027-02-01T01:00Z' } },
    'bad_input',
    'once.from',
  ],
  ['no monitor', { ...weekly(), monitors: [] }, 'bad_input', 'monitors'],
  ['the monitor of nobody', { ...weekly(), monitors: ['00000000-0000-4000-8000-000000000000'] }, 'no_such', undefined],
  ['no name', { ...weekly(), name: ' ' }, 'bad_input', 'name'],
] as const)
  test(`${name} is refused with ${error}`, async () => {
    const { call } = await openAccount()
    const { data } = await call('POST', 'maintenance', { name: 'Bad', ...fields })
    assert.deepEqual([data.error, data.field], [error, field], JSON.stringify(data))
    assert.deepEqual((await call('GET', 'maintenance')).data, [])
  })

test('windows and monitors of others are not to be had', async () => {
  const [owner, stranger] = [await openAccount(), await openAccount()]
  const id = await owner.addWindow(weekly())
  assert.equal((await stranger.call('PATCH', `maintenance/${id}`, { name: 'Mine' })).status, 404)
  assert.equal((await stranger.call('DELETE', `maintenance/${id}`)).status, 404)
  const monitors = [await owner.addMonitor()]
  assert.equal((await stranger.call('POST', 'maintenance', { name: 'x', ...weekly(), monitors })).data.error, 'no_such')
  assert.equal((await owner.call('GET', 'maintenance')).data[0].name, 'Updates')
})

test('a monitor that is removed while maintenance of it is planned is in no window', async () => {
  const { accountId, call, addMonitor, addWindow } = await openAccount()
  const { storage: database } = desk.product.services
  const [first, second] = [await addMonitor(), await addMonitor()]
  const id = await addWindow({ ...weekly(), monitors: [first] })
  /** Does one thing in a transaction, and calls for the other before that is written. */
  const overtake = async (work: (queries: Queries) => Promise<unknown>, ...other: Parameters<typeof call>) => {
    let answer: ReturnType<typeof call> | undefined
    await database.transact(async (queries) => {
      await holdAccount(queries, accountId)
      await work(queries)
      let hasEnded = false
      answer = call(...other).finally(() => (hasEnded = true))
      await until(async () => hasEnded || (await isWaitedFor(queries)), 'a call that is done, or waits')
    })
    return answer!
  }
  const plan = (queries: Queries) => changeWindow(queries, id, { monitor_ids: [first, second] })
  assert.equal((await overtake(plan, 'DELETE', `monitors/${second}`)).status, 200)
  const readIds = async () => (await call('GET', 'maintenance')).data[0].monitors
  assert.deepEqual(await readIds(), [first])
  const third = await addMonitor()
  const remove = (queries: Queries) => deleteMonitor(queries, { id: third, accountId })
  assert.equal((await overtake(remove, 'PATCH', `maintenance/${id}`, { monitors: [third] })).data.error, 'no_such')
  assert.deepEqual(await readIds(), [first])
})

test('who removes a monitor and who tells news of it do not wait for each other', async () => {
  const { accountId, call, addMonitor } = await openAccount()
  const id = await addMonitor()
  let answer: ReturnType<typeof call> | undefined
  await desk.product.services.storage.run((queries) =>
    queries.transaction().execute(async (held) => {
      await holdMonitor(held, id)
      answer = call('DELETE', `monitors/${id}`)
      await until(() => isWaitedFor(held), 'a removal that waits for the monitor')
      await sql`set local lock_timeout = '500ms'`.execute(held) // less than it takes to find a deadlock
      await addMail(held, { accountId, recipient: 'owner@shop.test', kind: 'monitor_bad', lang: 'en', brand: 'Octet' })
    }),
  )
  assert.equal((await answer!).status, 200)
})

test('20 windows are enough', async () => {
  const { call, addWindow } = await openAccount()
  for (let index = 0; index < 20; index++) await addWindow(weekly())
  const { status, data } = await call('POST', 'maintenance', { name: 'One more', ...weekly() })
  assert.deepEqual([status, data.error], [409, 'too_many_windows'])
})

test('during maintenance nobody is told, and what is still bad at its end is told at the first run after it', async () => {
  const { addMonitor, addWindow, readMonitor, countMails, call } = await openAccount()
  const id = await addMonitor()
  await run(id, true)
  await addWindow(once(-1, 0.5))
  const { maintenance_until: until } = await readMonitor(id)
  assert.equal(until, `${inHours(0.5)}:00.000Z`)
  for (let times = 0; times < 3; times++) await run(id, false)
  const during = await readMonitor(id)
  assert.deepEqual([during.state, during.last_words.en], ['good', '1 of 1 result is bad. Cellar: no answer.'])
  assert.equal(during.next_at, until, 'it runs again when the maintenance ends, and not in an hour')
  assert.deepEqual(await countMails(), [])
  await run(id, false, 1)
  assert.equal((await readMonitor(id)).state, 'bad')
  assert.deepEqual(await countMails(), ['monitor_bad'])
  const events = (await call('GET', `monitors/${id}/events`)).data
  assert.equal(events.length, 1)
})

test('what is good again before the end is told to nobody', async () => {
  const { addMonitor, addWindow, readMonitor, countMails } = await openAccount()
  const id = await addMonitor()
  await run(id, true)
  await addWindow(once(-1, 1))
  for (const isGood of [false, false, false, true]) await run(id, isGood)
  await run(id, false, 2)
  assert.deepEqual([(await readMonitor(id)).state, await countMails()], ['good', []], 'one bad run is not enough, as ever')
  await run(id, false, 2)
  assert.deepEqual(await countMails(), ['monitor_bad'])
})

test('what was bad before and recovers during maintenance is told of after it', async () => {
  const { addMonitor, addWindow, readMonitor, countMails } = await openAccount()
  const id = await addMonitor()
  for (const isGood of [true, false, false]) await run(id, isGood)
  assert.deepEqual(await countMails(), ['monitor_bad'])
  await addWindow(once(-1, 1))
  for (let times = 0; times < 3; times++) await run(id, true)
  assert.deepEqual([(await readMonitor(id)).state, await countMails()], ['bad', ['monitor_bad']])
  await run(id, true, 2)
  assert.deepEqual(await countMails(), ['monitor_bad', 'monitor_good'])
})

test('how long it was bad is said with how much of that was maintenance', async () => {
  const { accountId, call, addMonitor, addWindow } = await openAccount()
  const id = await addMonitor({ webhookUrl: 'https://hooks.example.org/' })
  for (const isGood of [true, false, false]) await run(id, isGood)
  const { storage: database } = desk.product.services
  await database.run((queries) =>
    queries
      .updateTable('monitors')
      .set({ state_since: sql<Date>`now() - interval '185 minutes'` })
      .where('id', '=', id)
      .execute(),
  )
  await addWindow(once(-2, 1))
  await run(id, true)
  await run(id, true, 2)
  const mails = await database.run((queries) =>
    queries.selectFrom('mails').select(['kind', 'text']).where('account_id', '=', accountId).orderBy('id').execute(),
  )
  assert.match(mails.at(-1)!.text, /has recovered after 3 h 5 min \(2 h( 1 min)? of it maintenance\); it had been bad since/)
  const [message] = (await call('GET', `monitors/${id}/deliveries`)).data
  const { maintenance_minutes: minutes, text } = JSON.parse(message.sent)
  assert.ok(minutes === 120 || minutes === 121, 'windows begin with a minute')
  assert.match(text, /Shop is good again after 3 h 5 min \(2 h( 1 min)? of it maintenance\)\./)
})

test('a window that is not for a monitor changes nothing for it; one that is removed ends at once', async () => {
  const { addMonitor, addWindow, countMails, readMonitor, call } = await openAccount()
  const [covered, other] = [await addMonitor(), await addMonitor({ name: 'Other' })]
  const window = await addWindow({ ...once(-1, 1), monitors: [covered] })
  for (const id of [covered, other]) for (const isGood of [true, false, false]) await run(id, isGood)
  assert.deepEqual([(await readMonitor(other)).state, (await readMonitor(covered)).state], ['bad', 'good'])
  assert.equal((await readMonitor(other)).maintenance_until, null)
  await call('DELETE', `maintenance/${window}`)
  await run(covered, false)
  assert.deepEqual(await countMails(), ['monitor_bad', 'monitor_bad'])
  const another = await addWindow({ ...weekly(), monitors: [covered, other] })
  await call('DELETE', `monitors/${other}`)
  const [row] = (await call('GET', 'maintenance')).data
  assert.deepEqual([row.id, row.monitors], [another, [covered]], 'a monitor that is gone is named no more')
})

test('others see that there is maintenance, and its runs count as neither good nor bad', async () => {
  const { addMonitor, addWindow, call } = await openAccount()
  const id = await addMonitor()
  await run(id, true)
  const { shown_id: shownId } = (await call('POST', `monitors/${id}/show`, { title: 'Shop' })).data
  await addWindow(once(-1, 1))
  await run(id, false)
  await run(id, true)
  const shown = (await desk.product.app.inject(`/v1/shown-monitors/${shownId}`)).json().data
  assert.partialDeepStrictEqual(shown, { state: 'maintenance', maintenance_until: `${inHours(1)}:00.000Z` })
  assert.deepEqual(shown.availability[0], { days: 7, per_cent: 100, runs: 1 })
  assert.partialDeepStrictEqual(shown.days.at(-1), { good: 1, bad: 0, maintenance: 2 })
  assert.deepEqual(
    shown.runs.map((one: { kind: string; in_maintenance: boolean }) => [one.kind, one.in_maintenance]),
    [
      ['good', true],
      ['bad', true],
      ['good', false],
    ],
  )
  assert.match((await desk.product.app.inject(`/v1/shown-monitors/${shownId}/badge.svg`)).body, /: maintenance · 100% in 30 days/)
  await call('PATCH', `monitors/${id}`, { is_active: false })
  const paused = (await desk.product.app.inject(`/v1/shown-monitors/${shownId}`)).json().data
  assert.deepEqual([paused.state, paused.maintenance_until], ['paused', null])
})
