import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { AppError } from '@octet/core/errors.ts'
import { Database } from '../../storage/database.ts'
import { noteUse } from '../../storage/queries/usage.ts'
import { adopt, readLedger, serveUntilKilled } from '../../testing/kill-meter.ts'
import { openMeterDesk, type MeterDesk } from '../../testing/meter-desk.ts'
import type { Meter } from './meter.ts'

const log = pino({ level: 'silent' })

let desk: MeterDesk
before(async () => {
  desk = await openMeterDesk()
})
after(() => desk[Symbol.asyncDispose]())

test('kill -9 five times: every acknowledged request is counted, at most one more per kill, the rest is given back', async (t) => {
  const accountId = await desk.addAccount()
  let acknowledged = 0
  for (let round = 0; round < 5; round++) {
    acknowledged += await serveUntilKilled(desk, accountId, { quota: 100_000_000, isEnough: (_, ms) => ms > 150 + round * 60 })
    await adopt(desk, 100_000_000)
  }
  const { used, leased } = await readLedger(desk, accountId)
  assert.ok(used >= acknowledged && used <= acknowledged + 5, `${acknowledged} acknowledged, ${used} counted`)
  assert.equal(leased, used)
  assert.deepEqual(
    (await readdir(desk.folder)).filter((name) => name.endsWith('.slots')),
    [],
  )
  t.diagnostic(`${acknowledged} acknowledged, ${used} counted, 5 kills`)
})

test('two programs and kills: a quota of 3,000 is never served beyond', async () => {
  const accountId = await desk.addAccount()
  let acknowledged = 0
  for (let round = 0; round < 3; round++) {
    const counts = await Promise.all(
      [1, 2].map(() => serveUntilKilled(desk, accountId, { quota: 3_000, isEnough: (count) => count > 400 })),
    )
    acknowledged += counts.reduce((sum, count) => sum + count, 0)
    await adopt(desk, 3_000)
  }
  const { used, leased } = await readLedger(desk, accountId)
  assert.ok(acknowledged <= 3_000, `${acknowledged} served`)
  assert.ok(used >= acknowledged && used <= 3_000 && leased <= 3_000, `${acknowledged} served, ${used} used, ${leased} leased`)
})

test('requests that need many units at once all get them while there are some', async () => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId)
  {
    await using meter = desk.createMeter(100_000_000)
    const serve = async (units: number) => (await meter.take(key, { units, product: 'geo' })).settle(200)
    const serveFile = async () => {
      await serve(1)
      await serve(19_999)
    }
    for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: 30 }, serveFile))
  }
  assert.deepEqual(await readLedger(desk, accountId), { used: 1_200_000, leased: 1_200_000 })
})

test('units that are too many for what is left are refused, fewer are served meanwhile, to the last', async () => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId)
  {
    await using meter = desk.createMeter(1_000)
    const serve = async (units: number) => (await meter.take(key, { units, product: 'geo' })).settle(200)
    const refused = { key: 'quota_spent' }
    await serve(600)
    await assert.rejects(serve(401), refused)
    await serve(390)
    await Promise.all([assert.rejects(serve(11), refused), serve(10)])
    await assert.rejects(serve(1), refused)
  }
  assert.deepEqual(await readLedger(desk, accountId), { used: 1_000, leased: 1_000 })
})

test('towards the end of a month those who wait are served together, to the last unit', async (t) => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId)
  {
    await using meter = desk.createMeter(10_000)
    const serve = async (units: number) => (await meter.take(key, { units, product: 'geo' })).settle(200)
    await serve(9_930)
    const transact = t.mock.method(desk.database, 'transact')
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => serve(1)))
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 70)
    assert.ok(transact.mock.callCount() < 35, `${transact.mock.callCount()} transactions`)
    transact.mock.restore()
  }
  assert.deepEqual(await readLedger(desk, accountId), { used: 10_000, leased: 10_000 })
})

test('a key without a plan, or of one that is gone, gets no units', async () => {
  await using meter = desk.createMeter(1_000)
  const known = await desk.addKey(await desk.addAccount())
  for (const planId of [undefined, 'gone']) {
    const key = { ...known, planId }
    const asked = { units: 1, product: 'geo' }
    await assert.rejects(meter.take(key, asked), { key: 'api_not_subscribed' })
    await meter.prepare(key, 1)
    assert.equal(meter.takeNow(key, asked), undefined)
  }
})

test('extra requests that were agreed to on another plan are not to be had where the plan has no price for them', async () => {
  await using meter = desk.createMeter(10)
  const key = { ...(await desk.addKey(await desk.addAccount())), extraUnits: 1_000 }
  ;(await meter.take(key, { units: 10, product: 'geo' })).settle(200)
  await assert.rejects(meter.take(key, { units: 1, product: 'geo' }), { key: 'quota_spent' })
})

test('what is refused costs nothing and stands in the statistics', async () => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId)
  {
    await using meter = desk.createMeter(10)
    ;(await meter.take(key, { units: 10, product: 'geo' })).settle(200)
    for (let i = 0; i < 3; i++) await assert.rejects(meter.take(key, { units: 1, product: 'geo' }), { key: 'quota_spent' })
  }
  const rows = await desk.database.run((queries) =>
    queries.selectFrom('usage').select(['status', 'requests']).where('account_id', '=', accountId).orderBy('status').execute(),
  )
  assert.deepEqual(rows, [
    { status: 200, requests: 10 },
    { status: 429, requests: 3 },
  ])
})

test('units that were served while the database was away are charged with the next batch', async (t) => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId)
  await using meter = desk.createMeter(1_000_000)
  const transact = t.mock.method(desk.database, 'transact', () => Promise.reject(new AppError('unavailable')))
  ;(await meter.take(key, { units: 400, product: 'geo' })).settle(200)
  transact.mock.restore()
  await meter.flush()
  assert.deepEqual(await readLedger(desk, accountId), { used: 400, leased: 1_000 })
})

test('a fault of the program is told to the operator, a database that is away is not', async (t) => {
  const told: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line) => void told.push(JSON.parse(line).msg) })
  await using meter = desk.createMeter(1_000, { log })
  const key = await desk.addKey(await desk.addAccount())
  const flush = async (fault: Error) => {
    ;(await meter.take(key, { units: 1, product: 'geo' })).settle(200)
    const run = t.mock.method(desk.database, 'run', () => Promise.reject(fault))
    await meter.flush()
    run.mock.restore()
  }
  await flush(new AppError('unavailable'))
  assert.deepEqual(told, [])
  await flush(new TypeError('x'))
  assert.deepEqual([...new Set(told)], ['use cannot be written'])
})

test('a meter that has closed its leases leaves no file', async () => {
  const before = await readdir(desk.folder)
  const key = await desk.addKey(await desk.addAccount())
  {
    await using meter = desk.createMeter(1_000)
    ;(await meter.take(key, { units: 1, product: 'geo' })).settle(200)
    assert.equal((await readdir(desk.folder)).length, before.length + 1)
  }
  assert.deepEqual(await readdir(desk.folder), before)
})

test('a batch that comes twice is added once', async () => {
  const accountId = await desk.addAccount()
  const batchId = randomUUID()
  const row = { accountId, keyId: randomUUID(), hour: '2026-11-21T10:00:00Z', product: 'geo', status: 200, requests: 7 }
  for (let i = 0; i < 2; i++)
    await desk.database.run((queries) => noteUse(queries, { leases: [], batch: { id: batchId, rows: [row] } }))
  const rows = await desk.database.run((queries) =>
    queries.selectFrom('usage').select('requests').where('account_id', '=', accountId).execute(),
  )
  assert.deepEqual(rows, [{ requests: 7 }])
})

test('however many keys are in use, a second of it is written in one statement', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] }) // on a busy machine its own seconds end in between
  const statements: string[] = []
  await using database = new Database(desk.url, { log, onQuery: ({ sql }) => void statements.push(sql) })
  const keys = await Promise.all(Array.from({ length: 30 }, async () => desk.addKey(await desk.addAccount(), 500)))
  await using meter = desk.createMeter(1_000_000, { database })
  const serve = async (times: number) => {
    for (const key of keys) for (let i = 0; i < times; i++) (await meter.take(key, { units: 1, product: 'geo' })).settle(200)
  }
  await serve(2)
  await meter.flush()
  await serve(3)
  const before = statements.length
  await meter.flush()
  assert.equal(statements.length - before, 1)
  const accountIds = keys.map(({ accountId }) => accountId)
  const keyIds = keys.map(({ id }) => id)
  const written = sql`select (select array_agg(distinct used::int) from leases where account_id = any(${accountIds})) as months,
    (select array_agg(distinct used::int) from key_leases where key_id = any(${keyIds})) as caps,
    (select array_agg(distinct requests::int) from usage where key_id = any(${keyIds})) as counts`
  const { rows } = await desk.database.run((queries) => written.execute(queries))
  assert.deepEqual(rows, [{ months: [5], caps: [5], counts: [5] }])
})

test('of the leases that are noted together, one that was closed elsewhere goes on as a new one', async () => {
  const keys = await Promise.all([1, 2].map(async () => desk.addKey(await desk.addAccount())))
  const serve = async (meter: Meter) => {
    for (const key of keys) (await meter.take(key, { units: 1, product: 'geo' })).settle(200)
  }
  {
    await using meter = desk.createMeter(1_000)
    await serve(meter)
    await meter.flush()
    await desk.database.run((queries) =>
      queries.updateTable('leases').set({ closed_at: new Date() }).where('account_id', '=', keys[0]!.accountId).execute(),
    )
    await serve(meter)
    await meter.flush()
    await serve(meter)
  }
  for (const { accountId } of keys) assert.equal((await readLedger(desk, accountId)).used, 3)
})

for (const owner of ['account', 'key'] as const)
  test(`what a thread has served of an ${owner === 'key' ? 'account whose key' : 'account that'} is deleted keeps nobody else uncounted`, async () => {
    const [goneKey, key] = [
      await desk.addKey(await desk.addAccount(), owner === 'key' ? 10_000 : undefined),
      await desk.addKey(await desk.addAccount()),
    ]
    await using meter = desk.createMeter(1_000)
    const serve = async (used: typeof key) => (await meter.take(used, { units: 1, product: 'geo' })).settle(200)
    await serve(goneKey)
    const { accountId, id } = goneKey
    await desk.database.run((queries) =>
      owner === 'key'
        ? queries.deleteFrom('keys').where('id', '=', id).execute()
        : queries.deleteFrom('accounts').where('id', '=', accountId).execute(),
    )
    await meter.flush() // finds the lease gone, and goes on with another
    await serve(key)
    for (const _ of ['charges what it owes', 'writes what was used']) await meter.flush()
    assert.equal((await readLedger(desk, key.accountId)).used, 1)
    assert.equal(meter.unwritten, 0)
  })

test('a lease that is never idle passes 2^31 units', async () => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId, 50_000_000_000)
  {
    await using meter = desk.createMeter(100_000_000_000)
    for (let i = 0; i < 3; i++) {
      ;(await meter.take(key, { units: 1_500_000_000, product: 'geo' })).settle(200)
      await meter.flush()
    }
  }
  assert.deepEqual(await readLedger(desk, accountId), { used: 4_500_000_000, leased: 4_500_000_000 })
})

test('use that goes on while it is written waits for the next second', async () => {
  let statements = 0
  await using database = new Database(desk.url, { log, onQuery: () => void statements++ })
  const key = await desk.addKey(await desk.addAccount())
  await using meter = desk.createMeter(1_000_000, { database })
  const serve = () => void meter.takeNow(key, { units: 1, product: 'geo' })?.settle(200)
  await meter.prepare(key, 1)
  serve()
  const busy = setInterval(serve, 0)
  const before = statements
  await meter.flush()
  clearInterval(busy)
  assert.equal(statements - before, 1)
})
