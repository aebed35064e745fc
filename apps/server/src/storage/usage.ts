import { sql } from 'kysely'
import type { Queries } from './database.ts'

export type UsageRow = {
  readonly accountId: string
  readonly keyId: string
  readonly hour: string
  readonly product: string
  readonly status: number
  requests: number
}

/** Adds counts to the statistics once: a batch that has been written before is left out. */
export async function addUsage(queries: Queries, batchId: string, rows: readonly UsageRow[]): Promise<void> {
  const { numAffectedRows } = await sql`insert into usage_batches (id) values (${batchId}) on conflict do nothing`.execute(
    queries,
  )
  if ((numAffectedRows ?? 0n) === 0n) return
  const text = JSON.stringify(rows)
  await sql`insert into usage (account_id, key_id, hour, product, status, requests)
    select a.id, r."keyId", r.hour, r.product, r.status, r.requests
    from jsonb_to_recordset(${text}::jsonb) as r("accountId" uuid, "keyId" uuid, hour timestamptz, product text, status int, requests bigint)
    join accounts a on a.id = r."accountId"
    on conflict (account_id, key_id, hour, product, status) do update set requests = usage.requests + excluded.requests`.execute(
    queries,
  )
  await sql`update keys set last_used_at = now() where id in (select (r->>'keyId')::uuid from jsonb_array_elements(${text}::jsonb) r)
    and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(queries)
}
