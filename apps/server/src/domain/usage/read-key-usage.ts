import type { Database } from '../../storage/database.ts'
import { readUsed } from '../../storage/queries/quota.ts'
import { readMonthUsage } from '../../storage/queries/usage.ts'
import type { KnownKey } from '../key/key-table.ts'
import { toExtraUnits, type Plans } from '../plan/plans.ts'

/** What a key may know of the month: its own use, and that of the account's other keys if it is good for that. */
export function readKeyUsage(database: Database, plans: Plans, key: KnownKey) {
  const { id, accountId, capMonth, expiresMs, extraUnits, planId, scopes } = key
  return database.transact(async (queries) => {
    const now = new Date()
    const [first, next] = [0, 1].map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))) as [
      Date,
      Date,
    ]
    const used = await readUsed(queries, { accountId, month: first.toISOString().slice(0, 10) })
    const rows = await readMonthUsage(queries, { accountId, start: first, end: next })
    const own = rows.filter((row) => row.key_id === id)
    const ownUsed = own.filter(({ status }) => status < 400).reduce((sum, { requests }) => sum + requests, 0)
    const plan = planId === undefined ? undefined : plans.find(planId)
    const quota = plan ? plan.requestsPerMonth + toExtraUnits(plan, extraUnits) : 0
    return {
      plan: plan ? { id: plan.id, name: plan.name } : null,
      month: plan ? { quota, used, remaining: Math.max(0, quota - used), resets_at: next.toISOString() } : null,
      key: {
        id,
        scopes: [...scopes],
        used: ownUsed,
        cap_month: capMonth ?? null,
        remaining: capMonth === undefined ? null : Math.max(0, capMonth - ownUsed),
        expires_at: expiresMs === Infinity ? null : new Date(expiresMs).toISOString(),
      },
      products: scopes.has('usage') ? rows : own,
    }
  })
}
