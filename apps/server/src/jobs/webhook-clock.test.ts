import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { WhoisProbe } from '@octet/core/probe/whois.ts'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import type { Measurements } from '../domain/points/measurements.ts'
import type { Monitors } from '../domain/points/monitors.ts'
import { Database, type Queries } from '../storage/database.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { BusyAccounts } from './busy-accounts.ts'
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
  await tellWebhooks({ database, guard, publicOrigin: '', log, busy: new BusyAccounts() }, new AbortController().signal)
  assert.ok(Math.abs(seconds[0]! - now) < HOUR_S / 2, `${seconds[0]! - now} s apart`)
})

/** News of a monitor whose receiver waits to be told. */
function addNews(account: string, webhook: string): Promise<unknown> {
  const id = randomUUID()
  return database.run(async (queries) => {
    await queries
      .insertInto('monitors')
      .values({ id, account_id: account, name: 'Shop', request: '{}', every_minutes: 5, rules: '{}', webhook_url: webhook })
      .execute()
    await queries.insertInto('monitor_calls').values({ id: randomUUID(), monitor_id: id, body: '{}' }).execute()
  })
}

const startMonitors = () =>
  startMonitorJob({
    database,
    guard,
    log,
    monitors: { takeDue: async () => undefined } as unknown as Monitors,
    measurements: {} as Measurements,
    whois: {} as WhoisProbe,
    takeCredits: () => true,
    periodMs: 20,
  })

async function addOther(email: string): Promise<string> {
  const id = randomUUID()
  await database.run((queries) => queries.insertInto('accounts').values({ id, email, password_hash: '-', lang: 'en' }).execute())
  return id
}

/** A receiver that never answers. */
async function startMute(t: TestContext) {
  const server = createServer(() => mute.asks++).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const mute = {
    asks: 0,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    end: () => server.closeAllConnections(),
  }
  t.after(() => (mute.end(), server.close()))
  return mute
}

test('receivers that never answer keep those of other accounts waiting for nothing', async (t) => {
  const never = await startMute(t)
  for (const _ of [1, 2]) await addEnded(accountId, never.url)
  await addEnded(await addOther('b@example.org'), url)
  // Takes its time between finding and holding, so that workers that look at once find two of one account.
  const slow = {
    run: database.run.bind(database),
    transact: (work: (queries: Queries) => Promise<unknown>) =>
      database.transact(async (queries) => {
        const found = await work(queries)
        await sleep(50)
        return found
      }),
  } as unknown as Database
  const options = { database: slow, guard, publicOrigin: '', log, busy: new BusyAccounts() }
  const ending = new AbortController()
  seconds.length = 0
  // At once, as when several jobs have ended: one of them has the account, the other finds what is left.
  const both = [1, 2].map(() => tellWebhooks(options, ending.signal))
  await until(() => seconds.length > 0 && never.asks > 0, 'the other account is told')
  assert.deepEqual([seconds.length, never.asks], [1, 1])
  ending.abort()
  never.end()
  await Promise.all(both)
})

test('the webhook of a monitor does so, too', async (t) => {
  await addNews(accountId, url)
  const now = goAhead(t)
  await using _job = startMonitors()
  await until(() => seconds.length > 0, 'it is told')
  assert.ok(Math.abs(seconds[0]! - now) < HOUR_S / 2, `${seconds[0]! - now} s apart`)
})

test('nor do those of monitors, of which each account has one told at a time', async (t) => {
  const never = await startMute(t)
  for (const _ of [1, 2]) await addNews(accountId, never.url)
  seconds.length = 0
  await addNews(await addOther('c@example.org'), url)
  const job = startMonitors()
  t.after(() => (never.end(), job[Symbol.asyncDispose]()))
  await until(() => seconds.length > 0 && never.asks > 0, 'the other account is told')
  assert.equal(never.asks, 1)
})
