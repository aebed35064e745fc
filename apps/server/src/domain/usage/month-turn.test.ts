import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Database } from '../../storage/database.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import type { KnownKey } from '../key/key-table.ts'
import { Plans } from '../plan/plans.ts'
import { Meter } from './meter.ts'

const log = pino({ level: 'silent' })
const QUOTA = 3
let storage: TestStorage
let database: Database
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octet-month-'))
  storage = await startStorage()
  database = new Database(storage.url, { log })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('the last second of a month and the first of the next lose no unit and serve none twice', async () => {
  const accountId = randomUUID()
  await database.run((queries) =>
    queries
      .insertInto('accounts')
      .values({ id: accountId, email: `${accountId}@example.org`, password_hash: '-', lang: 'en' })
      .execute(),
  )
  const plans = new Plans([{ id: 'p', name: 'P', requestsPerMonth: QUOTA, keys: 1, monthlyPrice: 0, databases: [] }])
  const clock = { now: new Date('2026-11-30T23:59:59.999Z') }
  const meter = new Meter({ database, plans, log, folder, isFirst: true, now: () => clock.now })
  const key = { id: randomUUID(), accountId, planId: 'p', extraUnits: 0 } as KnownKey
  const take = async () => (await meter.take(key, { units: 1, product: 'geo' })).settle(200)
  for (let i = 0; i < QUOTA; i++) await take()
  await assert.rejects(take(), { key: 'quota_spent' })
  clock.now = new Date('2026-12-01T00:00:00.000Z')
  for (let i = 0; i < QUOTA; i++) await take()
  await assert.rejects(take(), { key: 'quota_spent' })
  await meter[Symbol.asyncDispose]()
  const { rows } = await database.run((queries) =>
    sql<{ month: string; used: number }>`select month, sum(used)::int8 as used from leases
      where account_id = ${accountId} group by month order by month`.execute(queries),
  )
  assert.deepEqual(rows, [
    { month: '2026-11-01', used: QUOTA },
    { month: '2026-12-01', used: QUOTA },
  ])
})
