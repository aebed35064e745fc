import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Database } from '../storage/database.ts'
import { noteTold, retellJob, takeTold } from '../storage/queries/jobs.ts'
import {
  insertMonitor,
  insertMonitorCall,
  noteMonitorCall,
  resendMonitorCall,
  takeMonitorCall,
} from '../storage/queries/monitors.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'

const accountId = randomUUID()
let storage: TestStorage
let database: Database
before(async () => {
  storage = await startStorage()
  database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  await database.run((queries) =>
    queries.insertInto('accounts').values({ id: accountId, email: 'a@example.org', password_hash: '-', lang: 'en' }).execute(),
  )
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const DELIVERY = { at: new Date(0).toISOString(), status: 200, answer: null, error: null }
/** How the last attempt of a message, or a good one, is noted. */
const ENDS = [
  { attempts: 8, error: 'no answer', deliveries: [DELIVERY], state: 'failed' },
  { attempts: 1, error: null, deliveries: [DELIVERY], state: 'sent' },
] as const

for (const end of ENDS)
  test(`what is asked for again while it is on its way, and ${end.state} then, is sent once more`, async (context) => {
    await context.test('news of a monitor', async () => {
      const [monitorId, id] = [randomUUID(), randomUUID()]
      const monitor = { id: monitorId, account_id: accountId, name: 'm', request: '{}', rules: '{}', every_minutes: 60 }
      await database.run((queries) => insertMonitor(queries, monitor))
      await database.run((queries) => insertMonitorCall(queries, { id, monitor_id: monitorId, body: '{}' }))
      const take = () => database.run((queries) => takeMonitorCall(queries, []))
      assert.equal((await take())?.id, id)
      await database.run((queries) => resendMonitorCall(queries, { id, monitorId }))
      await database.run((queries) => noteMonitorCall(queries, id, end))
      const again = await take()
      assert.deepEqual([again?.id, again?.attempts, again?.deliveries], [id, 0, [DELIVERY]])
      await database.run((queries) => noteMonitorCall(queries, id, end))
      assert.equal(await take(), undefined)
    })
    await context.test('the end of a job', async () => {
      const id = randomUUID()
      const job = {
        id,
        account_id: accountId,
        key_id: randomUUID(),
        kind: 'lookup',
        format: 'csv',
        lang: 'en',
        lines: 1,
      } as const
      const told = { webhook: 'https://shop.test/', webhook_state: 'waiting', webhook_next_at: sql<Date>`now()` } as const
      const expires_at = sql<Date>`now() + interval '1 day'`
      await database.run((queries) =>
        queries
          .insertInto('jobs')
          .values({ ...job, ...told, state: 'done', expires_at })
          .execute(),
      )
      const take = () => database.run((queries) => takeTold(queries, []))
      assert.equal((await take())?.job.id, id)
      await database.run((queries) => retellJob(queries, id))
      await database.run((queries) => noteTold(queries, id, end))
      const again = (await take())?.job
      assert.deepEqual([again?.id, again?.webhook_attempts, again?.webhook_deliveries], [id, 0, [DELIVERY]])
      await database.run((queries) => noteTold(queries, id, end))
      assert.equal(await take(), undefined)
    })
  })
