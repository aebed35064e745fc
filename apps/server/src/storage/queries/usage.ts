import { sql } from 'kysely'
import type { Queries } from '../database.ts'

export type UsageRow = {
  readonly accountId: string
  readonly keyId: string
  readonly hour: string
  readonly product: string
  readonly status: number
  requests: number
}

/**
 * Adds counts to the statistics once: a batch that has been written before is left out. One statement, that is whole without
 * a transaction around it.
 */
export async function addUsage(queries: Queries, batchId: string, rows: readonly UsageRow[]): Promise<void> {
  await sql`with batch as (
      insert into usage_batches (id) values (${batchId}) on conflict do nothing returning id
    ), counted as (
      select r.* from batch, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r("accountId" uuid, "keyId" uuid, hour timestamptz, product text, status int, requests bigint)
    ), added as (
      insert into usage (account_id, key_id, hour, product, status, requests)
      select a.id, c."keyId", c.hour, c.product, c.status, c.requests from counted c join accounts a on a.id = c."accountId"
      on conflict (account_id, key_id, hour, product, status) do update set requests = usage.requests + excluded.requests
    )
    update keys set last_used_at = now() where id in (select "keyId" from counted)
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(queries)
}

/** All requests of an account. */
export async function readTotal(queries: Queries, accountId: string): Promise<number> {
  const { total } = await queries
    .selectFrom('usage')
    .select(sql<number>`coalesce(sum(requests), 0)::int8`.as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return total
}

/** Requests of an account between two times by key, product and status. */
export function readMonthUsage(queries: Queries, { accountId, start, end }: { accountId: string; start: Date; end: Date }) {
  return queries
    .selectFrom('usage')
    .select(['key_id', 'product', 'status', sql<number>`sum(requests)::int8`.as('requests')])
    .where('account_id', '=', accountId)
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .groupBy(['key_id', 'product', 'status'])
    .orderBy('key_id')
    .orderBy('product')
    .orderBy('status')
    .execute()
}

export type Span = {
  readonly accountId: string
  readonly start: Date
  readonly end: Date
  readonly step: 'hour' | 'day'
}

/** Requests of an account by hour or day, key, product and status; the newest first. */
export function readUsage(queries: Queries, { accountId, start, end, step }: Span, limit: number) {
  const time = sql<Date>`date_trunc(${sql.lit(step)}, hour at time zone 'utc') at time zone 'utc'`
  return queries
    .selectFrom('usage')
    .select([time.as('hour'), 'key_id', 'product', 'status', sql<number>`sum(requests)::int8`.as('requests')])
    .where('account_id', '=', accountId)
    .where('hour', '>=', new Date(Math.floor(start.getTime() / 3_600_000) * 3_600_000))
    .where('hour', '<=', end)
    .groupBy([time, 'key_id', 'product', 'status'])
    .orderBy(time, 'desc')
    .limit(limit)
    .execute()
}
