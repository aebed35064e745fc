import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { inSeconds, NOW } from './clock.ts'

const AT_ONCE = 50

/** Has the sandbox say something after so many seconds. */
export async function insertSandboxEvent(queries: Queries, body: string, delaySeconds: number): Promise<void> {
  await queries
    .insertInto('sandbox_events')
    .values({ body, due_at: inSeconds(delaySeconds) })
    .execute()
}

/** What the sandbox has to say by now, or all that waits; the earliest first. */
export function listSandboxEvents(queries: Queries, { all }: { all: boolean }): Promise<{ id: number; body: string }[]> {
  const waiting = queries.selectFrom('sandbox_events').select(['id', 'body']).orderBy('due_at').orderBy('id').limit(AT_ONCE)
  return (all ? waiting : waiting.where('due_at', '<=', NOW)).execute()
}

/** Whether the sandbox has anything to say, now or later. */
export async function hasSandboxEvents(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('sandbox_events').select('id').limit(1).execute()).length > 0
}

export async function deleteSandboxEvent(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('sandbox_events').where('id', '=', id).execute()
}

/** The sandbox's secret of this installation: the first one that is proposed. */
export async function keepSandboxSecret(queries: Queries, value: string): Promise<string> {
  const made = { name: 'sandbox_secret', value }
  await queries
    .insertInto('billing_settings')
    .values(made)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await queries.selectFrom('billing_settings').select('value').where('name', '=', made.name).executeTakeFirstOrThrow()
  return row.value
}

/** Moves all that was bought in the sandbox into the past, so that the paid time ends now; false when none is left. */
export async function shiftPaidTime(queries: Queries, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ shift: string | null }>`select (ends_at - now())::text as shift from subscriptions
    where account_id = ${accountId} and product = 'api' and order_id is not null and ends_at > now()`.execute(queries)
  const shift = rows[0]?.shift
  if (!shift) return false
  await sql`update orders set paid_at = paid_at - ${shift}::interval, covers_from = covers_from - ${shift}::interval,
    covers_until = covers_until - ${shift}::interval where account_id = ${accountId} and is_sandbox`.execute(queries)
  await sql`update subscriptions set ends_at = ends_at - ${shift}::interval, started_at = started_at - ${shift}::interval
    where account_id = ${accountId} and product = 'api'`.execute(queries)
  return true
}

/** Has the open invoices of an account in the sandbox tried now, as the attempt of a number where one is given. */
export async function makeDue(queries: Queries, accountId: string, attempts: number | undefined): Promise<void> {
  await queries
    .updateTable('orders')
    .set({ next_attempt_at: NOW, ...(attempts !== undefined && { attempts }) })
    .where('account_id', '=', accountId)
    .where('is_sandbox', '=', true)
    .where('state', '=', 'open')
    .where('invoice_number', 'is not', null)
    .where('paid_at', 'is', null)
    .execute()
}
