import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../database.ts'
import { LEASE_LIFE, LEASES, type LeaseOwner, type Used } from './quota.ts'

export type UsageRow = {
  readonly accountId: string
  readonly keyId: string
  readonly hour: string
  readonly product: string
  readonly status: number
  requests: number
}

/** Counts that belong together; of two with one id the second is left out. */
export type UsageBatch = { readonly id: string; readonly rows: readonly UsageRow[] }

/** What a thread has served in a while: how much of each of its leases is used, and the counts for the statistics. */
export type Use = { readonly leases: readonly Used[]; readonly batch?: UsageBatch | undefined }

/**
 * Notes what has been served; saying it twice, or late, changes nothing. One statement, and so whole by itself: a thread says
 * so each second of every key in use. Gives the ids of the leases that are not closed.
 */
export async function noteUse(queries: Queries, { leases, batch }: Use): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`with ${noteLeases('account', leases)}, ${noteLeases('key', leases)}
    ${batch ? addBatch(batch) : sql``}
    select id from noted_account union all select id from noted_key`.execute(queries)
  return new Set(rows.map(({ id }) => id))
}

function noteLeases(owner: LeaseOwner, leases: readonly Used[]): RawBuilder<unknown> {
  const noted = leases.filter((lease) => lease.owner === owner)
  return sql`${sql.raw(`noted_${owner}`)} as (
      update ${LEASES[owner]} as l set used = greatest(l.used, n.used), expires_at = ${LEASE_LIFE}
      from unnest(${noted.map(({ id }) => id)}::uuid[], ${noted.map(({ used }) => used)}::int8[]) as n (id, used)
      where l.id = n.id and l.closed_at is null returning l.id
    )`
}

/** Rows in one order, whoever adds them: threads that serve the same keys at once would wait for each other. */
function addBatch({ id, rows }: UsageBatch): RawBuilder<unknown> {
  return sql`, batch as (
      insert into usage_batches (id) values (${id}) on conflict do nothing returning id
    ), counted as (
      select r.* from batch, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r("accountId" uuid, "keyId" uuid, hour timestamptz, product text, status int, requests bigint)
    ), added as (
      insert into usage (account_id, key_id, hour, product, status, requests)
      select a.id, c."keyId", c.hour, c.product, c.status, c.requests from counted c join accounts a on a.id = c."accountId"
      order by 1, 2, 3, 4, 5
      on conflict (account_id, key_id, hour, product, status) do update set requests = usage.requests + excluded.requests
    ), used_keys as (
      select id from keys where id in (select "keyId" from counted)
        and (last_used_at is null or last_used_at < now() - interval '1 minute') order by id for no key update
    ), touched as (
      update keys set last_used_at = now() from used_keys where keys.id = used_keys.id
    )`
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
