import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { DomainRequest } from '../../domain/points/monitor.ts'
import { createMonitorDesk, MONITOR_RULES, toPinged, toPingRequest } from '../../testing/monitor-desk.ts'
import { putAccount } from '../../testing/put-account.ts'

const desk = createMonitorDesk()

const REQUEST = toPingRequest('shop.test')
const OFFLINE = { status: 'offline', data: null, error: null } as const
const NO_POINT = { en: 'No monitoring point matches “JP”', zh: '没有监测点符合“JP”' }

async function addMonitor({ everyMinutes = 5, request = REQUEST as typeof REQUEST | DomainRequest } = {}) {
  const { id: accountId, token } = await putAccount(desk.product.services)
  const { storage: database, points } = desk.product.services
  const webhookUrl = 'https://hooks.example.org/'
  const monitor = { name: 'Shop', request, everyMinutes, rules: MONITOR_RULES, wantsMail: true, webhookUrl }
  const { id } = await points.monitors.add(accountId, monitor)
  const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
    (await desk.product.app.inject({ method, url: `/v1/${path}`, headers: { token }, ...(payload && { payload }) })).json().data
  /** As if all that has happened had happened so many minutes earlier. */
  const wait = (minutes: number) =>
    database.run((queries) =>
      queries
        .updateTable('monitors')
        .set({
          state_since: sql<Date>`state_since - make_interval(mins => ${minutes})`,
          silent_since: sql<Date>`silent_since - make_interval(mins => ${minutes})`,
          recent_runs: sql<string>`(select coalesce(jsonb_agg(run || jsonb_build_object('at', (run->>'at')::timestamptz - make_interval(mins => ${minutes})) order by place), '[]')
            from jsonb_array_elements(recent_runs) with ordinality as runs (run, place))`,
        })
        .where('id', '=', id)
        .execute(),
    )
  const judge = (outcome: 'good' | 'bad' | 'offline') =>
    desk.record(id, REQUEST, [outcome === 'offline' ? OFFLINE : toPinged(outcome === 'good' ? 10 : null)])
  const omit = () => points.monitors.noteOmitted({ id, request }, NO_POINT)
  const listMails = () =>
    database.run((queries) =>
      queries.selectFrom('mails').select(['kind', 'subject', 'text']).where('account_id', '=', accountId).orderBy('id').execute(),
    )
  const listKinds = async () => (await listMails()).map(({ kind }) => kind)
  return { id, call, wait, judge, omit, listMails, listKinds }
}

test('who has no point that could measure for several turns is told once, by mail, webhook and history', async () => {
  const { id, call, wait, judge, listMails, listKinds } = await addMonitor()
  await judge('good')
  for (let turn = 1; turn <= 2; turn++) {
    await wait(5)
    await judge('offline')
  }
  assert.deepEqual(await listKinds(), [], 'ten minutes are not long')
  await wait(5)
  await judge('offline')
  const [mail, ...others] = await listMails()
  assert.deepEqual([mail?.kind, others], ['monitor_silent', []])
  assert.match(mail!.subject, /^No results: Shop/)
  assert.match(
    mail!.text,
    /^Shop \(ping shop\.test\) has had no results for 15 min, since \d{4}-\d\d-\d\d \d\d:\d\d UTC: whether it works is not known\. No point could measure\./,
  )
  await wait(5)
  await judge('offline')
  assert.equal((await listMails()).length, 1, 'once')
  const [message, ...more] = await call('GET', `monitors/${id}/deliveries`)
  assert.deepEqual(more, [])
  const { event, silent_since: since, text } = JSON.parse(message.sent)
  assert.deepEqual([event, Date.parse(since) < Date.now() - 14 * 60_000], ['monitor.silent', true])
  assert.match(text, /Shop has had no results for 15 min\. No point could measure\./)
  const events = await call('GET', `monitors/${id}/events`)
  assert.deepEqual(
    events.map((one: { kind: string }) => one.kind),
    ['silent'],
  )
  const { shown_id: shown } = await call('POST', `monitors/${id}/show`, { title: 'Shop' })
  assert.deepEqual(
    (await desk.product.app.inject(`/v1/shown-monitors/${shown}`)).json().data.events,
    [],
    'others are told of good and bad',
  )
})

test('after results have come again, the next silence is another one', async () => {
  const { wait, judge, listKinds } = await addMonitor()
  await judge('good')
  for (let round = 1; round <= 2; round++) {
    for (let turn = 1; turn <= 5; turn++) {
      await wait(5)
      await judge('offline')
    }
    await judge('good')
  }
  const told = ['monitor_silent', 'monitor_heard', 'monitor_silent', 'monitor_heard']
  assert.deepEqual(await listKinds(), told)
  await judge('bad')
  assert.deepEqual(await listKinds(), [...told, 'monitor_bad'])
})

test('who was told of a silence is told once that there are results again, by mail, webhook and history', async () => {
  const { id, call, wait, judge, listMails, listKinds } = await addMonitor()
  await judge('good')
  for (let turn = 1; turn <= 40; turn++) {
    await wait(5)
    await judge('offline')
  }
  await wait(5)
  await judge('good')
  await judge('good')
  assert.deepEqual(await listKinds(), ['monitor_silent', 'monitor_heard'])
  const mail = (await listMails()).at(-1)!
  assert.match(mail.subject, /^Results again: Shop/)
  assert.match(
    mail.text,
    /^Shop \(ping shop\.test\) has results again after 3 h 25 min without any, since \d{4}-\d\d-\d\d \d\d:\d\d UTC\. 1 of 1 result is good\./,
  )
  assert.match(mail.text, /See the result:?\s+\S+\/measurements\//)
  const [message, ...more] = await call('GET', `monitors/${id}/deliveries`)
  assert.equal(more.length, 1)
  const { event, silent_since: since, maintenance_minutes: minutes, measurement_url: url, text } = JSON.parse(message.sent)
  const silentMs = Date.now() - Date.parse(since)
  assert.deepEqual([event, Math.round(silentMs / 60_000), minutes, url !== null], ['monitor.heard', 205, 0, true])
  assert.match(text, /Shop has results again after 3 h 25 min\. 1 of 1 result is good\./)
  const kinds = (await call('GET', `monitors/${id}/events`)).map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(kinds, ['heard', 'silent'])
  const { shown_id: shown } = await call('POST', `monitors/${id}/show`, { title: 'Shop' })
  assert.deepEqual((await desk.product.app.inject(`/v1/shown-monitors/${shown}`)).json().data.events, [])
})

test('results that are bad at once are told of in one mail, and to programs as both', async () => {
  const { id, call, wait, judge, listKinds } = await addMonitor()
  await judge('good')
  for (let turn = 1; turn <= 4; turn++) {
    await wait(5)
    await judge('offline')
  }
  await judge('bad')
  assert.deepEqual(await listKinds(), ['monitor_silent', 'monitor_bad'])
  const kinds = (await call('GET', `monitors/${id}/events`)).map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(kinds, ['bad', 'heard', 'silent'])
  const events = (await call('GET', `monitors/${id}/deliveries`)).map(({ sent }: { sent: string }) => JSON.parse(sent).event)
  assert.deepEqual(events.toSorted(), ['monitor.bad', 'monitor.heard', 'monitor.silent'])
})

test('since when nothing could judge stands on the page, also where no run ever began or the last good one is long ago', async () => {
  const never = await addMonitor()
  for (let turn = 1; turn <= 4; turn++) {
    await never.wait(5)
    await never.omit()
  }
  const toMinutes = (at: string | null) => at && Math.round((Date.now() - Date.parse(at)) / 60_000)
  const [left] = await never.call('GET', 'monitors')
  assert.deepEqual([left.state, toMinutes(left.silent_since)], ['unknown', 20])
  const long = await addMonitor()
  await long.judge('good')
  for (let turn = 1; turn <= 35; turn++) {
    await long.wait(5)
    await long.judge('offline')
  }
  const [one] = await long.call('GET', 'monitors')
  assert.equal(toMinutes(one.silent_since), 175, 'only the last 30 runs are kept')
  await long.judge('good')
  assert.equal((await long.call('GET', 'monitors'))[0].silent_since, null)
})

test('after what it measures has changed, a silence is no older than that', async () => {
  const { id, call, wait, judge, omit, listMails } = await addMonitor()
  await judge('good')
  await wait(6_000)
  await call('PATCH', `monitors/${id}`, { rules: { ...MONITOR_RULES, lossPercent: 40 } })
  for (let turn = 1; turn <= 4; turn++) {
    await wait(5)
    await omit()
  }
  const mails = await listMails()
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.text, /has had no results for 15 min, since/)
})

test('runs that could not begin count, also of a monitor that has never judged', async () => {
  const { wait, omit, listMails } = await addMonitor({ everyMinutes: 60 })
  for (let turn = 1; turn <= 2; turn++) {
    await wait(60)
    await omit()
  }
  assert.deepEqual(await listMails(), [])
  await wait(60)
  await omit()
  const [mail] = await listMails()
  assert.match(
    mail!.text,
    /has had no results for 3 h, since .* The last run was left out\. No monitoring point matches “JP”[^]*\/monitors/,
  )
})

test('a rest of the server, or a pause, is not taken for silence', async () => {
  const { id, call, wait, judge, listKinds } = await addMonitor()
  await judge('good')
  await wait(600)
  for (let turn = 1; turn <= 2; turn++) await judge('offline')
  await call('PATCH', `monitors/${id}`, { is_active: false })
  await call('PATCH', `monitors/${id}`, { is_active: true })
  for (let turn = 1; turn <= 2; turn++) await judge('offline')
  assert.deepEqual(await listKinds(), [])
  await judge('offline')
  assert.deepEqual(await listKinds(), ['monitor_silent'])
})

test('during maintenance it is not said, and after it where it lasts', async () => {
  const { call, wait, judge, listKinds } = await addMonitor()
  await judge('good')
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)
  const made = await call('POST', 'maintenance', {
    name: 'Updates',
    time_zone: 'UTC',
    once: { from: inHours(-1), until: inHours(1) },
  })
  for (let turn = 1; turn <= 5; turn++) {
    await wait(5)
    await judge('offline')
  }
  assert.deepEqual(await listKinds(), [])
  await call('PATCH', `maintenance/${made.id}`, { once: { from: inHours(1), until: inHours(2) } })
  await judge('offline')
  assert.deepEqual(await listKinds(), ['monitor_silent'])
  await call('PATCH', `maintenance/${made.id}`, { once: { from: inHours(-1), until: inHours(1) } })
  await judge('good')
  assert.deepEqual(await listKinds(), ['monitor_silent'], 'nor is its end')
  await call('PATCH', `maintenance/${made.id}`, { once: { from: inHours(1), until: inHours(2) } })
  await judge('good')
  assert.deepEqual(await listKinds(), ['monitor_silent', 'monitor_heard'])
})

test('a registry that gives no end says so and is not silent; one that cannot be asked is, after three days', async () => {
  const request = { type: 'domain', target: 'example.com', locations: 'world', measurementOptions: {} } as const
  const { id, wait, listKinds } = await addMonitor({ request })
  const look = (isUndated: boolean) =>
    desk.product.services.points.monitors.recordDomain({ id, request }, () => ({
      kind: 'unknown',
      words: { en: 'No end.', zh: '没有。' },
      ms: null,
      isUndated,
    }))
  for (let day = 1; day <= 5; day++) {
    await wait(1_440)
    await look(true)
  }
  assert.deepEqual(await listKinds(), [])
  for (let day = 1; day <= 3; day++) {
    await wait(1_440)
    await look(false)
  }
  assert.deepEqual(await listKinds(), ['monitor_silent'])
})
