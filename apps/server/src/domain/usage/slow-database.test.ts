import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import { adopt, readLedger, serveUntilKilled } from '../../testing/kill-meter.ts'
import { openMeterDesk, type MeterDesk } from '../../testing/meter-desk.ts'

let desk: MeterDesk
before(async () => {
  desk = await openMeterDesk()
})
after(() => desk[Symbol.asyncDispose]())

/** Keeps the month of an account from everybody until it is disposed. */
async function lockMonth(accountId: string): Promise<AsyncDisposable> {
  const [taken, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = desk.database.transact(async (queries) => {
    await sql`select from quotas where account_id = ${accountId} for update`.execute(queries)
    taken.resolve()
    await released.promise
  })
  await taken.promise
  return {
    async [Symbol.asyncDispose]() {
      released.resolve()
      await ended
    },
  }
}

async function countWaiting(): Promise<number> {
  const { rows } = await desk.database.run((queries) =>
    // Other tests have databases of their own in the same server.
    sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(queries),
  )
  return rows[0]?.count ?? 0
}

test('a database that is slow to give units holds nobody up, and gets the account right afterwards', async () => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId)
  {
    await using meter = desk.createMeter(1_000_000) // a thousand units at once
    const serve = async (units: number) => (await meter.take(key, { units, product: 'geo' })).settle(200)
    await serve(400)
    await using lock = await lockMonth(accountId)
    await serve(300) // fewer than half are left: more are asked for
    await until(async () => (await countWaiting()) > 0, 'units are being asked for')
    await Promise.all([serve(900), serve(900), serve(2_500)])
    await meter.flush() // passes over what is being asked for
    assert.equal(await countWaiting(), 1, 'the question still waits, and is the only one')
    await lock[Symbol.asyncDispose]()
    await until(async () => (await countWaiting()) === 0, 'the question is answered')
  }
  assert.deepEqual(await readLedger(desk, accountId), { used: 5_000, leased: 5_000 })
})

test('what a program served on credit is charged after kill -9, too', async () => {
  const accountId = await desk.addAccount()
  let most = Infinity
  const served = serveUntilKilled(desk, accountId, { quota: 1_000_000, isEnough: (count) => count > most })
  await until(async () => (await readLedger(desk, accountId)).leased > 0, 'units are leased')
  {
    await using _lock = await lockMonth(accountId)
    most = (await readLedger(desk, accountId)).leased
    await served
  }
  await adopt(desk, 1_000_000)
  const [acknowledged, { used, leased }] = [await served, await readLedger(desk, accountId)]
  assert.ok(acknowledged > most, `${acknowledged} of ${most} leased`)
  assert.ok(used >= acknowledged && used <= acknowledged + 1, `${acknowledged} acknowledged, ${used} counted`)
  assert.equal(leased, used)
})

test('close to the end of a quota a slow database is waited for', async () => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId)
  await using meter = desk.createMeter(10_000)
  ;(await meter.take(key, { units: 9_980, product: 'geo' })).settle(200)
  await using lock = await lockMonth(accountId)
  const last = Promise.all(
    [1, 2, 3].map(() => meter.take(key, { units: 10, product: 'geo' }).catch((error: { key: string }) => error.key)),
  )
  await until(async () => (await countWaiting()) > 0, 'units are being asked for')
  await lock[Symbol.asyncDispose]()
  assert.deepEqual(
    (await last).map((it) => (typeof it === 'string' ? it : it.settle(200))),
    [undefined, undefined, 'quota_spent'],
  )
})
