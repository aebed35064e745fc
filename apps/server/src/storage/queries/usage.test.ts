import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import type { KnownKey } from '../../domain/key/key-table.ts'
import { isWaitedFor } from '../../testing/is-waited-for.ts'
import { openMeterDesk, type MeterDesk } from '../../testing/meter-desk.ts'
import { Database } from '../database.ts'
import { closeLease, grantUnits, holdQuota } from './quota.ts'
import { noteUse } from './usage.ts'

let desk: MeterDesk
let database: Database
before(async () => {
  desk = await openMeterDesk()
  // The plan of an installation with many accounts: rows come in the order in which a thread has counted them.
  const options = encodeURIComponent('-c enable_hashjoin=off -c enable_mergejoin=off')
  database = new Database(`${desk.url}&options=${options}`, { log: pino({ level: 'silent' }) })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await desk[Symbol.asyncDispose]()
})

const hour = new Date().toISOString()
const toUse = (keys: readonly KnownKey[]) => ({
  leases: [],
  batch: {
    id: randomUUID(),
    rows: keys.map(({ id, accountId }) => ({ accountId, keyId: id, hour, product: 'geo', status: 200, requests: 1 })),
  },
})

/** Keys of an account each, by the number of the account or by their own. */
async function addKeys(by: 'accountId' | 'id'): Promise<KnownKey[]> {
  const keys = await Promise.all(Array.from({ length: 8 }, async () => desk.addKey(await desk.addAccount())))
  return keys.sort((a, b) => (a[by] < b[by] ? -1 : 1))
}

/** Holds something of the first, and takes the others when the use of all is being written. Gives what was counted. */
async function cross(keys: readonly KnownKey[], take: (held: Database['run'], key: KnownKey) => Promise<unknown>) {
  const [first, ...others] = keys
  let noted: Promise<unknown> | undefined
  await database.transact(async (queries) => {
    const held: Database['run'] = (work) => work(queries)
    await take(held, first!)
    noted ??= database.run((all) => noteUse(all, toUse(keys.toReversed())))
    noted.catch(() => {}) // heard below
    await until(() => isWaitedFor(queries), 'use that waits for the first key')
    for (const key of others) await take(held, key)
  })
  await noted
}

test('threads that count the same keys at once wait for each other in one order', async () => {
  const keys = await addKeys('accountId')
  await cross(keys, (run, { id, accountId }) =>
    run((queries) =>
      queries
        .insertInto('usage')
        .values({ account_id: accountId, key_id: id, hour: new Date(hour), product: 'geo', status: 200, requests: 1 })
        .execute(),
    ),
  )
  const rows = await desk.database.run((queries) => queries.selectFrom('usage').select('requests').execute())
  assert.deepEqual(
    rows.map(({ requests }) => requests),
    Array(8).fill(2),
  )
})

test('so do those that note when keys were used last', async () => {
  const keys = await addKeys('id')
  await cross(keys, (run, { id }) =>
    run((queries) => queries.updateTable('keys').set({ last_used_at: new Date() }).where('id', '=', id).execute()),
  )
})

test('whoever closes a lease waits for its month before it holds the lease', async () => {
  const accountId = await desk.addAccount()
  const leaseId = randomUUID()
  const month = hour.slice(0, 8) + '01'
  const terms = { owner: 'account', included: 10, extraPrice: null } as const
  const grant = { ownerId: accountId, terms, month, quota: 10, ahead: 0, owed: 0, needed: 5, wanted: 5, leaseId }
  await desk.database.transact((queries) => grantUnits(queries, grant))
  let closed: Promise<unknown> | undefined
  await database.run((queries) =>
    queries.transaction().execute(async (held) => {
      await holdQuota(held, { accountId, month })
      closed = desk.database.transact((other) => closeLease(other, { id: leaseId, owner: 'account', used: 2 }))
      await until(() => isWaitedFor(held), 'a closing that waits for the month')
      await sql`select from leases where id = ${leaseId} for update nowait`.execute(held)
    }),
  )
  await closed
  const { rows } = await desk.database.run((queries) =>
    sql`select leased::int from quotas where account_id = ${accountId}`.execute(queries),
  )
  assert.deepEqual(rows, [{ leased: 2 }])
})
