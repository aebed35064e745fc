import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { Database } from '../../storage/database.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { makeSecret } from './secret.ts'
import { Sessions, type Device } from './sessions.ts'

let storage: TestStorage
let database: Database
let sessions: Sessions
before(async () => {
  storage = await startStorage()
  database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  sessions = new Sessions(database)
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

async function addAccount(): Promise<string> {
  const id = randomUUID()
  const values = { id, email: `${id}@example.org`, password_hash: '-', lang: 'en' } as const
  await database.run((queries) => queries.insertInto('accounts').values(values).execute())
  return id
}

const open = (id: string, device?: Device) =>
  database.transact((queries) => sessions.open(queries, { id, epoch: 0 }, { isRemembered: false, isBound: false, device }))

test('that all sessions have ended is told to every thread', async () => {
  const told: (string | undefined)[] = []
  database.listen('octet_sessions', (word) => told.push(word))
  await until(() => database.isListening, 'words arrive')
  const id = await addAccount()
  await database.transact((queries) => sessions.endAll(queries, id))
  await until(() => told.includes(id), 'it is told')
})

test('a thread knows at once of a session that it has ended itself, while it hears no words', async () => {
  const deaf = {
    run: (work: Parameters<Database['run']>[0]) => database.run(work),
    transact: (work: Parameters<Database['transact']>[0]) => database.transact(work),
    listen: () => {},
  }
  const alone = new Sessions(deaf as unknown as Database) // the part of it that sessions use
  const id = await addAccount()
  const [mine, lost] = [await open(id), await open(id)]
  const [own, other] = [await alone.get(mine.token, undefined), await alone.get(lost.token, undefined)]
  const row = (await alone.list(own)).find(({ hash }) => hash.equals(other.hash))
  await alone.endOne(own, row!.id)
  await assert.rejects(alone.get(lost.token, undefined), { key: 'session_ended' })
  assert.equal((await alone.get(mine.token, undefined)).accountId, id)
})

test('a session that ends while it is read is not remembered', async () => {
  const id = await addAccount()
  const { token } = await open(id)
  const read = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const slow = {
    async run(work: Parameters<Database['run']>[0]) {
      const found = await database.run(work)
      read.resolve()
      await told.promise
      return found
    },
    listen: () => {},
  }
  const thread = new Sessions(slow as unknown as Database) // the part of it that is used here
  const asked = thread.get(token, undefined)
  await read.promise
  await database.transact((queries) => sessions.endAll(queries, id))
  thread.forget(id) // the word of it
  told.resolve()
  assert.equal((await asked).accountId, id)
  await assert.rejects(thread.get(token, undefined), { key: 'session_ended' })
})

test('where a session was opened is kept, of a long agent the beginning', async () => {
  const id = await addAccount()
  const { token } = await open(id, { agent: 'a'.repeat(400), address: '192.0.2.7' })
  const [row] = await sessions.list(await sessions.get(token, undefined))
  assert.deepEqual([row?.agent, row?.address], ['a'.repeat(300), '192.0.2.7'])
})

test('what can be no token is refused without a question to the database', async (t) => {
  const run = t.mock.method(database, 'run')
  for (const text of ['', 'x', makeSecret().slice(1), `${makeSecret()}=`, `${makeSecret().slice(1)}+`])
    await assert.rejects(sessions.get(text, undefined), { key: 'session_ended' })
  assert.equal(run.mock.callCount(), 0)
  await assert.rejects(sessions.get(makeSecret(), undefined), { key: 'session_ended' })
  assert.equal(run.mock.callCount(), 1)
})
