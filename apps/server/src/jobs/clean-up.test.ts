import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
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
  })
  await cleanUp(database)
  const counts = await database.run((queries) =>
    Promise.all(
      (['accounts', 'sessions', 'mails', 'usage_batches'] as const).map(async (table) => {
        const { count } = await queries
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return count
      }),
    ),
  )
  assert.deepEqual(counts, [1, 1, 2, 1])
})
