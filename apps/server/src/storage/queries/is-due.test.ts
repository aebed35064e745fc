import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startStorage } from '../../testing/start-storage.ts'
import { Database } from '../database.ts'
import { isDue, toLongestWait } from './is-due.ts'

test('due: what has come, and what a clock that has gone back has left an hour ahead', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  const rows = [
    { ahead: -5, attempts: 0, due: true },
    { ahead: 10, attempts: 0, due: false },
    { ahead: 119, attempts: 0, due: false }, // on its way
    { ahead: 3_600, attempts: 0, due: true },
    { ahead: 110, attempts: 3, due: false },
    { ahead: 3_600, attempts: 3, due: true },
    { ahead: 3_600, attempts: 8, due: false },
  ]
  for (const { ahead, attempts, due } of rows) {
    const { rows: found } = await database.run((queries) =>
      sql<{ due: boolean }>`select ${isDue('at', toLongestWait('attempts'))} as due
        from (select now() + make_interval(secs => ${ahead}) as at, ${attempts}::int as attempts) as row`.execute(queries),
    )
    assert.equal(found[0]?.due, due, `${ahead} s ahead after ${attempts} attempts`)
  }
})
