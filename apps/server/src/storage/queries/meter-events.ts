import { sql } from 'kysely'
import type { Queries } from '../database.ts'

/**
 * Under this name the table of what providers say keeps what Stripe's meter has still to be told; a provider of this name there
 * is none. A row goes when its event was taken, so that next to nothing stands there at a time.
 */
const PROVIDER = 'stripe-meter'

/** What a meter is told of an order, and how far that has come. */
export type MeterEvent = {
  /** Orders have one event at most. */
  readonly orderId: string
  readonly provider: string
  readonly customerRef: string
  readonly units: number
  /** Since when (ms since the epoch) an ask may have been taken whose answer is not known. */
  readonly askedAtMs: number | null
  readonly attempts: number
  /** Not asked before (ms since the epoch). */
  readonly nextAtMs: number
  /** When the order was billed (ms since the epoch). */
  readonly billedAtMs: number
}

/** Within the transaction that bills the order: both are there, or neither. */
export async function insertMeterEvent(queries: Queries, event: MeterEvent): Promise<void> {
  await queries
    .insertInto('billing_events')
    .values({
      provider: PROVIDER,
      id: event.orderId,
      kind: 'meter',
      order_id: event.orderId,
      body: JSON.stringify(event),
      occurred_at: new Date(event.billedAtMs),
    })
    .execute()
}

/** Events that are due at a time (ms since the epoch), the oldest first. */
export async function listDueMeterEvents(queries: Queries, atMs: number): Promise<MeterEvent[]> {
  const rows = await queries
    .selectFrom('billing_events')
    .select('body')
    .where('provider', '=', PROVIDER)
    .where(sql<number>`(body->>'nextAtMs')::bigint`, '<=', atMs)
    .orderBy('occurred_at')
    .execute()
  return rows.map(({ body }) => body as MeterEvent)
}

/** Keeps how far an event has come; false when somebody else has done something with it since it was read. */
export async function updateMeterEvent(queries: Queries, before: MeterEvent, after: MeterEvent): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('billing_events')
    .set({ body: JSON.stringify(after) })
    .where('provider', '=', PROVIDER)
    .where('id', '=', before.orderId)
    .where(sql<string>`body->>'attempts'`, '=', String(before.attempts))
    .executeTakeFirstOrThrow()
  return numUpdatedRows !== 0n
}

export async function dropMeterEvent(queries: Queries, orderId: string): Promise<void> {
  await queries.deleteFrom('billing_events').where('provider', '=', PROVIDER).where('id', '=', orderId).execute()
}
