import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import type { Measurements } from '../domain/points/measurements.ts'
import type { Monitors } from '../domain/points/monitors.ts'
import { Database } from '../storage/database.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startMonitorJob } from './run-monitors.ts'
import { tellWebhooks } from './tell-webhooks.ts'

const log = pino({ level: 'silent' })
const guard = createGuard({ allowTargets: ['127.0.0.1/32'] })
const accountId = randomUUID()
const seconds: number[] = []
let storage: TestStorage
let database: Database
let receiver: Server
let url: string
before(async () => {
  storage = await startStorage()
  database = new Database(storage.url, { log })
  receiver = createServer((request, response) => {
    seconds.push(Number(request.headers['x-octet-timestamp']))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await database.run((queries) =>
    queries.insertInto('accounts').values({ id: accountId, email: 'a@example.org', password_hash: '-', lang: 'en' }).execute(),
  )
})
after(async () => {
  receiver.close()
  await database[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const HOUR_S = 3_600

/** Puts the clock of this machine, not that of the database, an hour ahead; gives what it was. */
function goAhead(t: TestContext): number {
  const now = Date.now()
  seconds.length = 0
  t.mock.timers.enable({ apis: ['Date'], now: now + HOUR_S * 1_000 })
  return now / 1_000
}

/** A job that has ended and whose receiver waits to be told. */
function addEnded(account: string, webhook: string): Promise<unknown> {
  return database.run((queries) =>
    queries
      .insertInto('jobs')
      .values({
        id: randomUUID(),
        account_id: account,
        key_id: randomUUID(),
        kind: 'lookup',
        format: 'csv',
        lang: 'en',
        lines: 1,
        state: 'done',
        webhook,
        webhook_state: 'waiting',
        webhook_next_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + interval '1 day'`,
      })
      .execute(),
  )
}

test('the webhook of a job carries the time of the database, whatever the clock of the machine', async (t) => {
  await addEnded(accountId, url)
  const now = goAhead(t)
  await tellWebhooks({ database, guard, publicOrigin: '', log, busy: [] }, new AbortController().signal)
  assert.ok(Math.abs(seconds[0]! - now) < HOUR_S / 2, `${seconds[0]! - now} s apart`)
})

test('receivers that never answer keep those of other accounts waiting for nothing', async () => {
  const [slow, otherId] = [createServer().listen(0, '127.0.0.1'), randomUUID()]
  await once(slow, 'listening')
  await database.run((queries) =>
    queries.insertInto('accounts').values({ id: otherId, email: 'b@example.org', password_hash: '-', lang: 'en' }).execute(),
  )
  const never = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`
  for (const _ of [1, 2]) await addEnded(accountId, never)
  await addEnded(otherId, url)
  const options = { database, guard, publicOrigin: '', log, busy: [] }
  const ending = new AbortController()
  let asks = 0
  slow.on('request', () => asks++)
  const asked = once(slow, 'request')
  const stuck = tellWebhooks(options, ending.signal)
  await asked
  seconds.length = 0
  await tellWebhooks(options, new AbortController().signal)
  assert.deepEqual([seconds.length, asks], [1, 1])
  ending.abort()
  slow.closeAllConnections()
  await stuck
  assert.deepEqual(options.busy, [])
  slow.close()
})

test('the webhook of a monitor does so, too', async (t) => {
  const id = randomUUID()
  await database.run(async (queries) => {
    await queries
      .insertInto('monitors')
      .values({ id, account_id: accountId, name: 'Shop', request: '{}', every_minutes: 5, rules: '{}', webhook_url: url })
      .execute()
    await queries.insertInto('monitor_calls').values({ id: randomUUID(), monitor_id: id, body: '{}' }).execute()
  })
  const now = goAhead(t)
  await using _job = startMonitorJob({
    database,
    guard,
    log,
    monitors: { takeDue: async () => undefined } as unknown as Monitors,
    measurements: {} as Measurements,
    takeCredits: () => true,
    periodMs: 20,
  })
  await until(() => seconds.length > 0, 'it is told')
  assert.ok(Math.abs(seconds[0]! - now) < HOUR_S / 2, `${seconds[0]! - now} s apart`)
})
