import { sql, type Insertable } from 'kysely'
import type { DisputeState } from '../billing-schema.ts'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Keeps what a provider said; false when it has said so before. */
export async function insertEvent(queries: Queries, event: Insertable<Schema['billing_events']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('billing_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

type Payment = { readonly provider: string; readonly paymentRef: string }

/** One word about a payment at a time, until the transaction ends; taken before the lock of an account. */
export async function lockPayment(queries: Queries, { provider, paymentRef }: Payment): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${paymentRef}`}, 5))`.execute(queries)
}

type Waiting = Payment & { readonly orderId: string }

/** Gives what a provider said of a payment to the order that it is now known to be of. */
export async function takeWaitingEvents(queries: Queries, { provider, paymentRef, orderId }: Waiting): Promise<object[]> {
  const taken = await queries
    .updateTable('billing_events')
    .set({ order_id: orderId })
    .where('provider', '=', provider)
    .where('order_id', 'is', null)
    .where(sql<string>`body->>'paymentRef'`, '=', paymentRef)
    .returning('body')
    .execute()
  return taken.map(({ body }) => body)
}

/** Keeps a dispute; «opened» may come after «closed», which stays. */
export async function upsertDispute(queries: Queries, dispute: Insertable<Schema['disputes']>): Promise<void> {
  await queries
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => {
      const update = conflict.columns(['provider', 'id'])
      return dispute.state === 'open' ? update.doNothing() : update.doUpdateSet({ state: dispute.state })
    })
    .execute()
}

export async function listDisputeStates(queries: Queries, orderId: string): Promise<DisputeState[]> {
  const rows = await queries.selectFrom('disputes').select('state').where('order_id', '=', orderId).execute()
  return rows.map(({ state }) => state)
}
