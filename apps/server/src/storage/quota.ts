import { sql } from 'kysely'
import type { Queries } from './database.ts'

export type Grant = {
  readonly leaseId: string
  readonly accountId: string
  /** First day of the month, `2026-11-01`. */
  readonly month: string
  /** Requests of the plan in this month. */
  readonly quota: number
  /** Part of it that the plan includes. */
  readonly included: number
  /** Price of 1,000 extra requests, where the account agreed to pay for them. */
  readonly extraPrice: number | null
  /** Units that are needed now. */
  readonly needed: number
  /** Units to take ahead while there are plenty. */
  readonly ahead: number
  /** Units that were served while the database was away; charged first, whatever is left. */
  readonly owed: number
}

const LEASE_LIFE = sql`now() + interval '15 minutes'`

/**
 * Charges units to a month and adds them to a lease, never beyond the quota; in the last hundredth only what is needed.
 * Gives the units granted (0 when there are not enough) and what is left for others.
 */
export async function grantUnits(
  queries: Queries,
  { leaseId, accountId, month, quota, included, extraPrice, needed, ahead, owed }: Grant,
): Promise<{ granted: number; left: number }> {
  await sql`insert into quotas (account_id, month, quota, included, extra_price)
    values (${accountId}, ${month}, ${quota}, ${included}, ${extraPrice})
    on conflict (account_id, month) do update set quota = excluded.quota, included = greatest(quotas.included, excluded.included),
      extra_price = coalesce(excluded.extra_price, quotas.extra_price)`.execute(queries)
  const row = await queries
    .selectFrom('quotas')
    .select('leased')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const left = Math.max(0, quota - row.leased - owed)
  const wanted = left <= quota / 100 ? needed : Math.max(needed, Math.min(ahead, left))
  const granted = wanted <= left ? wanted : 0
  if (granted + owed > 0) {
    await sql`update quotas set leased = leased + ${granted + owed} where account_id = ${accountId} and month = ${month}`.execute(
      queries,
    )
    await sql`insert into leases (id, account_id, month, units, expires_at)
      values (${leaseId}, ${accountId}, ${month}, ${granted + owed}, ${LEASE_LIFE})
      on conflict (id) do update set units = leases.units + excluded.units, expires_at = excluded.expires_at`.execute(queries)
  }
  return { granted, left: left - granted }
}

/** Notes how much of a lease is used; saying it twice, or late, changes nothing. False when the lease was closed meanwhile. */
export async function noteUsed(queries: Queries, leaseId: string, used: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update leases set used = greatest(used, ${used}), expires_at = ${LEASE_LIFE}
    where id = ${leaseId} and closed_at is null`.execute(queries)
  return (numAffectedRows ?? 0n) > 0n
}

/** Closes a lease and gives back what was not used. Closing twice changes nothing. */
export async function closeLease(queries: Queries, leaseId: string, used: number): Promise<void> {
  await sql`with closed as (
      update leases set used = least(units, greatest(used, ${used})), closed_at = now()
      where id = ${leaseId} and closed_at is null returning account_id, month, units - used as rest
    )
    update quotas set leased = leased - closed.rest from closed
    where quotas.account_id = closed.account_id and quotas.month = closed.month`.execute(queries)
}

/** Closes leases that nobody has extended for 15 minutes: their program is gone, and so is its slot file. */
export async function closeExpired(queries: Queries): Promise<void> {
  await sql`with closed as (
      update leases set closed_at = now() where closed_at is null and expires_at < now() returning account_id, month, units - used as rest
    ), sums as (select account_id, month, sum(rest) as rest from closed group by account_id, month)
    update quotas set leased = leased - sums.rest from sums
    where quotas.account_id = sums.account_id and quotas.month = sums.month`.execute(queries)
}

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
