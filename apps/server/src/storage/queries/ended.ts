import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'

/** What has ended, by table. */
const ENDED = {
  sessions: sql`expires_at < now()`,
  // One whose mail still waits works from the moment at which that is sent.
  links: sql`expires_at < now() and not exists (select from mails where mails.account_id = links.account_id and state = 'waiting')`,
  challenges: sql`expires_at < now()`,
  operator_links: sql`expires_at < now()`,
  maps: sql`expires_at < now()`,
  kept_inputs: sql`expires_at < now()`,
  mails: sql`state != 'waiting' and created_at < now() - interval '30 days'`,
  usage_batches: sql`written_at < now() - interval '7 days'`,
  key_leases: sql`closed_at < now() - interval '7 days'`,
  measurements: sql`expires_at < now()`,
  monitor_events: sql`created_at < now() - interval '180 days'`,
  monitor_days: sql`day < (now() at time zone 'utc')::date - 400`,
  monitor_calls: sql`state != 'waiting' and created_at < now() - interval '30 days'`,
  lapses: sql`ended_at < now() - interval '400 days'`,
} satisfies Partial<Record<keyof Schema, RawBuilder<unknown>>>

export type EndingTable = keyof typeof ENDED
export const ENDING_TABLES = Object.keys(ENDED) as EndingTable[]

/** Deletes rows of a table that have ended, so many at the most. Gives how many there were. */
export async function deleteEnded(queries: Queries, table: EndingTable, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${ENDED[table]} limit ${sql.lit(limit)}))`.execute(queries)
  return Number(numAffectedRows)
}
