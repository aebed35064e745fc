import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Database } from '../storage/database.ts'
import { startStorage } from '../testing/start-storage.ts'
import { cleanUp } from './clean-up.ts'

const DAY_MS = 86_400_000

test('ended sessions, old mails and old batches go; what is needed stays', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  const id = randomUUID()
  await database.transact(async (queries) => {
    await queries.insertInto('accounts').values({ id, email: 'a@example.org', password_hash: '-', lang: 'en' }).execute()
    for (const days of [-1, 1])
      await queries
        .insertInto('sessions')
        .values({ hash: Buffer.from([days + 1]), account_id: id, epoch: 0, expires_at: new Date(Date.now() + days * DAY_MS) })
        .execute()
    for (const [state, days] of [
      ['sent', 31],
      ['sent', 29],
      ['waiting', 31],
    ] as const)
      await queries
        .insertInto('mails')
        .values({
          recipient: 'a',
          kind: 'k',
          subject: '',
          text: '',
          html: '',
          state,
          created_at: new Date(Date.now() - days * DAY_MS),
        })
        .execute()
    for (const days of [6, 8])
      await queries
        .insertInto('usage_batches')
        .values({ id: randomUUID(), written_at: new Date(Date.now() - days * DAY_MS) })
        .execute()
    for (const days of [399, 401]) {
      const ended = new Date(Date.now() - days * DAY_MS)
      await queries.insertInto('lapses').values({ part: null, state: 'stopped', began_at: ended, ended_at: ended }).execute()
    }
  })
  await cleanUp(database)
  const counts = await database.run((queries) =>
    Promise.all(
      (['accounts', 'sessions', 'mails', 'usage_batches', 'lapses'] as const).map(async (table) => {
        const { count } = await queries
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return count
      }),
    ),
  )
  assert.deepEqual(counts, [1, 1, 2, 1, 1])
})

test('of more than fit into one statement all go, and a table that cannot be cleaned up keeps no other from it', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  await database.run(async (queries) => {
    await sql`insert into usage_batches (id, written_at)
      select gen_random_uuid(), now() - interval '8 days' from generate_series(1, 20001)`.execute(queries)
    await sql`insert into mails (recipient, kind, subject, text, html, state, created_at)
      values ('a', 'k', '', '', '', 'sent', now() - interval '31 days')`.execute(queries)
    await sql`create trigger stays before delete on mails for each row execute function refuse_change()`.execute(queries)
  })
  await assert.rejects(cleanUp(database), /only ever added to/)
  const left = await database.run((queries) => queries.selectFrom('usage_batches').select('id').execute())
  assert.deepEqual(left, [])
})

test('leases that were closed a day ago become one a month, with their sum; newer and open ones stay', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  const id = randomUUID()
  const add = (month: string, closedDays: number | undefined, [units, used]: readonly [number, number]) =>
    database.run((queries) =>
      queries
        .insertInto('leases')
        .values({
          id: randomUUID(),
          account_id: id,
          month,
          units,
          used,
          expires_at: new Date(),
          closed_at: closedDays === undefined ? null : new Date(Date.now() - closedDays * DAY_MS),
        })
        .execute(),
    )
  const read = () =>
    database.run((queries) =>
      queries
        .selectFrom('leases')
        .select(['units', 'used'])
        .select(({ fn }) => fn<string>('to_char', ['month', sql.lit('YYYY-MM')]).as('month'))
        .orderBy('month')
        .orderBy('units')
        .execute(),
    )
  await database.run((queries) =>
    queries.insertInto('accounts').values({ id, email: 'b@example.org', password_hash: '-', lang: 'en' }).execute(),
  )
  for (let lease = 0; lease < 20; lease++) await add('2026-10-01', 2, [10, 3])
  await add('2026-10-01', 0.5, [7, 7])
  await add('2026-11-01', undefined, [100, 1])
  await add('2026-11-01', 3, [900_000_000, 900_000_000])
  await add('2026-11-01', 3, [900_000_000, 1])
  await add('2026-11-01', 3, [999_999_999, 2])
  await cleanUp(database)
  const rows = await read()
  assert.deepEqual(
    rows.filter(({ month }) => month === '2026-10').map(({ units, used }) => [units, used]),
    [
      [7, 7],
      [200, 60],
    ],
  )
  const november = rows.filter(({ month }) => month === '2026-11')
  assert.equal(
    november.reduce((sum, { units }) => sum + units, 0),
    2_800_000_099,
  )
  assert.equal(
    november.reduce((sum, { used }) => sum + used, 0),
    900_000_004,
  )
  assert.ok(november.length > 2 && november.length < 5)
  await cleanUp(database)
  assert.deepEqual(await read(), rows, 'merged once, they stay for a day')
})
