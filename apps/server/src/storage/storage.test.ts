import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import { until } from '@octet/core/testing/until.ts'
import { startOwnStorage, type OwnStorage } from '../testing/start-storage.ts'
import { Database } from './database.ts'
import { EmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openStorage } from './open-storage.ts'

const log = pino({ level: 'silent' })
let storage: OwnStorage
let database: Database
let second: EmbeddedPostgres | undefined
before(async () => {
  storage = await startOwnStorage()
  database = new Database(storage.url, { log })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await Promise.all([storage[Symbol.asyncDispose](), second?.[Symbol.asyncDispose]()])
})

test('tables are made once, even by four starts at the same time', async () => {
  assert.deepEqual(await Promise.all(Array.from({ length: 4 }, () => migrate(storage.url))), [[], [], [], []])
})

test('a word reaches a listener on another connection', async () => {
  const words: (string | undefined)[] = []
  database.listen('octet_keys', (word) => words.push(word))
  await until(() => database.isListening, 'it listens')
  await database.run((queries) => sql`select pg_notify('octet_keys', 'abc')`.execute(queries))
  await until(() => words.includes('abc'), 'the word is heard')
  assert.deepEqual(words, [undefined, 'abc'])
})

test('without a database every call says unavailable with a time to retry', async () => {
  for (const url of [undefined, 'postgres://a:b@127.0.0.1:1/none']) {
    await using away = new Database(url, { log })
    await assert.rejects(
      away.run((queries) => queries.selectFrom('accounts').selectAll().execute()),
      (error) => isAppError(error) && error.key === 'unavailable' && error.details['retryAfter'] === 2,
    )
  }
})

for (const [name, query] of [
  ['a text', sql`select ${'a\u0000'}::text`],
  ['JSON', sql`select ${JSON.stringify({ a: '\u0000' })}::jsonb`],
] as const)
  test(`U+0000 in ${name} is a fault of the input, not of the program`, () =>
    assert.rejects(
      database.run((queries) => query.execute(queries)),
      (error) => isAppError(error) && error.key === 'bad_input' && error.details['got'] === 'U+0000',
    ))

test('a database that cannot start leaves the program without one, and alive', async () => {
  await using none = await openStorage({ databaseUrl: undefined, varFolder: '/dev/null/var', log })
  assert.equal(none.url, undefined)
})

test('kill -9 of the database under writers: no acknowledged row is lost, and it comes back by itself', async (t) => {
  const acknowledged: number[] = []
  const over = new AbortController()
  t.after(() => over.abort())
  let next = 0
  let refused = 0
  const writers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const number = next++
      try {
        await database.run((queries) =>
          queries
            .insertInto('mails')
            .values({ recipient: 'ledger', kind: 'test', subject: String(number), text: '', html: '', state: 'kept' })
            .execute(),
        )
        acknowledged.push(number)
      } catch (error) {
        assert.ok(isAppError(error), `expected unavailable, got ${String(error)}`)
        refused++
        await sleep(20)
      }
    }
  })
  for (let round = 0; round <= 3; round++) {
    const before = acknowledged.length
    await until(() => acknowledged.length >= before + 20, `writes go on after kill ${round}`)
    if (round < 3) await killServer(storage.varFolder)
  }
  over.abort()
  await Promise.all(writers)
  const rows = await database.run((queries) =>
    queries.selectFrom('mails').select('subject').where('recipient', '=', 'ledger').execute(),
  )
  const stored = new Set(rows.map(({ subject }) => Number(subject)))
  assert.deepEqual(
    acknowledged.filter((number) => !stored.has(number)),
    [],
  )
  t.diagnostic(`${acknowledged.length} acknowledged, 0 lost, ${refused} refused during 3 kills`)
})

test('a second start takes the running database over', async () => {
  second = await EmbeddedPostgres.start({ varFolder: storage.varFolder, log })
  assert.equal(new URL(second.url).password, new URL(storage.url).password)
})

/** Kills the server and waits for the next one: what the old one had begun may go on for a moment without it. */
async function killServer(varFolder: string): Promise<void> {
  const before = await findPostmaster(varFolder)
  process.kill(before, 'SIGKILL')
  await until(async () => (await findPostmaster(varFolder)) !== before, 'another server runs')
  await until(async () => {
    const client = new Client({ connectionString: storage.url })
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }, 'it answers')
}

/** Process id of the running server; its file still names the one before while that is being replaced. */
function findPostmaster(varFolder: string): Promise<number> {
  return until(async () => {
    const text = await readFile(join(varFolder, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')
    const pid = Number(text.split('\n')[0])
    return pid > 1 && existsSync(`/proc/${pid}`) && pid
  }, 'a database server runs')
}
