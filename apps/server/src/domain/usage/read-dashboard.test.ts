import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Database } from '../../storage/database.ts'
import { startStorage } from '../../testing/start-storage.ts'
import { Plans } from '../plan/plans.ts'
import { readDashboard } from './read-dashboard.ts'

test('more hours than an answer holds are told by the day, so that they add up to the total; of fewer nothing changes', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  const accountId = randomUUID()
  const add = (keys: number) =>
    database.run((queries) =>
      sql`with keys as materialized (select gen_random_uuid() as key from generate_series(1, ${keys}))
        insert into usage (account_id, key_id, hour, product, status, requests)
        select ${accountId}, key, timestamptz '2026-11-01T00:00Z' + hours * interval '1 hour', 'geo', 200, 1
        from keys, generate_series(0, 99) hours`.execute(queries),
    )
  const read = async () => {
    const [start, end] = [new Date('2026-11-01T00:00Z'), new Date('2026-11-06T00:00Z')]
    const found = await readDashboard(database, { accountId, plans: new Plans([]), start, end, step: 'hour' })
    const sum = found.statistics.reduce((total, { requests }) => total + requests, 0)
    return {
      step: found.step,
      isWhole: sum === found.total_requests,
      first: found.statistics[0]?.hour,
      last: found.statistics.at(-1)?.hour,
    }
  }
  await database.run((queries) =>
    queries.insertInto('accounts').values({ id: accountId, email: 'a@example.org', password_hash: '-', lang: 'en' }).execute(),
  )
  const first = '2026-11-01T00:00:00.000Z'
  await add(1)
  assert.deepEqual(await read(), { step: 'hour', isWhole: true, first, last: '2026-11-05T03:00:00.000Z' })
  await add(100)
  assert.deepEqual(await read(), { step: 'day', isWhole: true, first, last: '2026-11-05T00:00:00.000Z' })
})
