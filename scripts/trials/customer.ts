import { pino } from 'pino'
import { addAccount } from '../../apps/server/src/domain/account/add-account.ts'
import { Keys } from '../../apps/server/src/domain/key/keys.ts'
import { Plans } from '../../apps/server/src/domain/plan/plans.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { Database } from '../../apps/server/src/storage/database.ts'
import { grantUnits, closeLease } from '../../apps/server/src/storage/queries/quota.ts'
import { randomUUID } from 'node:crypto'

export type Customer = { readonly accountId: string; readonly keyId: string; readonly key: string }

/** A customer with a key in a database, by the program's own code; `unitsLeft` spends the month down to so many. */
export async function addCustomer(
  databaseUrl: string,
  planId: string,
  { unitsLeft }: { unitsLeft?: number } = {},
): Promise<Customer> {
  await using database = new Database(databaseUrl, { log: pino({ level: 'silent' }) })
  const plans = new Plans(readConfig({}).operator.plans)
  const email = `${randomUUID()}@example.org`
  const { id: accountId } = (await addAccount({ database, plans }, { email, plan: planId })) as { id: string }
  const keys = new Keys(database, plans)
  const made = await keys.create(accountId, {
    name: 'trial',
    kind: 'live',
    scopes: ['geo'],
    cidrs: [],
    origins: [],
    allowQuery: true,
    capMonth: null,
    expiresAt: null,
  })
  if (unitsLeft !== undefined) {
    const quota = plans.find(planId)?.requestsPerMonth ?? 0
    const month = `${new Date().toISOString().slice(0, 7)}-01`
    const leaseId = randomUUID()
    const spent = quota - unitsLeft
    const terms = { owner: 'account', included: quota, extraPrice: null } as const
    const units = { quota, needed: spent, wanted: spent, ahead: spent, owed: 0 }
    await database.transact((queries) => grantUnits(queries, { leaseId, ownerId: accountId, terms, month, ...units }))
    await database.transact((queries) => closeLease(queries, { id: leaseId, owner: 'account', used: spent }))
  }
  return { accountId, keyId: made.id, key: made.key }
}

/** Units counted for an account, all months. */
export async function countUsed(databaseUrl: string, accountId: string): Promise<number> {
  await using database = new Database(databaseUrl, { log: pino({ level: 'silent' }) })
  const rows = await database.run((queries) =>
    queries.selectFrom('usage').select('requests').where('account_id', '=', accountId).where('status', '<', 400).execute(),
  )
  return rows.reduce((sum, { requests }) => sum + Number(requests), 0)
}

/** Units counted for all accounts. */
export async function countAllUsed(databaseUrl: string): Promise<number> {
  await using database = new Database(databaseUrl, { log: pino({ level: 'silent' }) })
  const rows = await database.run((queries) => queries.selectFrom('usage').select('requests').where('status', '<', 400).execute())
  return rows.reduce((sum, { requests }) => sum + Number(requests), 0)
}
