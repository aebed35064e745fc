import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../database.ts'

/** Whose units are leased: those of an account's month, or of the cap of one key. */
export type LeaseOwner = 'account' | 'key'
export const LEASE_OWNERS: readonly LeaseOwner[] = ['account', 'key']

export const LEASES = { account: sql.table('leases'), key: sql.table('key_leases') } as const
const TABLES = {
  account: { quotas: sql.table('quotas'), leases: LEASES.account, owner: sql.ref('account_id') },
  key: { quotas: sql.table('key_quotas'), leases: LEASES.key, owner: sql.ref('key_id') },
} as const

export type Terms =
  | {
      readonly owner: 'account'
      /** Part of the quota that the plan includes. */
      readonly included: number
      /** Price of 1,000 extra requests, where the account agreed to pay for them. */
      readonly extraPrice: number | null
    }
  | { readonly owner: 'key'; readonly accountId: string }

export type Grant = {
  readonly leaseId: string
  readonly ownerId: string
  readonly terms: Terms
  /** First day of the month, `2026-11-01`. */
  readonly month: string
  /** Requests in this month. */
  readonly quota: number
  /** Units without which the others are of no use. */
  readonly needed: number
  /** Those and the ones that others wait for, who take what there is. */
  readonly wanted: number
  /** Units to take ahead while there are plenty. */
  readonly ahead: number
  /** Units that were served while the database was away; charged first, whatever is left. */
  readonly owed: number
}

export const LEASE_LIFE = sql`now() + interval '15 minutes'`

/**
 * Charges units to a month and adds them to a lease, never beyond the quota; in the last hundredth only what is wanted at once.
 * Gives the units granted (0 when there are not enough) and what is left for others.
 */
export async function grantUnits(queries: Queries, grant: Grant): Promise<{ granted: number; left: number }> {
  const { leaseId, ownerId, terms, month, quota, needed, wanted, ahead, owed } = grant
  const { quotas, leases, owner } = TABLES[terms.owner]
  const taken = await (terms.owner === 'account' ? holdMonth(queries, grant, terms) : holdKeyMonth(queries, grant, terms))
  const left = Math.max(0, quota - taken - owed)
  const most = left <= quota / 100 ? wanted : Math.max(wanted, ahead)
  const granted = needed <= left ? Math.min(most, left) : 0
  const charged = granted + owed
  if (charged > 0)
    await sql`with charged as (
        update ${quotas} set leased = leased + ${charged} where ${owner} = ${ownerId} and month = ${month}
      )
      insert into ${leases} as l (id, ${owner}, month, units, expires_at)
      values (${leaseId}, ${ownerId}, ${month}, ${charged}, ${LEASE_LIFE})
      on conflict (id) do update set units = l.units + excluded.units, expires_at = excluded.expires_at`.execute(queries)
  return { granted, left: left - granted }
}

/** Units that count as used of what was leased, in the row that is held until the transaction ends. */
const TAKEN = sql`returning leased - returned as taken`

/** Begins the month of an account, or notes its terms, and holds it. Gives the units that have been taken of it. */
async function holdMonth(
  queries: Queries,
  { ownerId, month, quota }: Grant,
  { included, extraPrice }: Extract<Terms, { owner: 'account' }>,
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`insert into quotas (account_id, month, quota, included, extra_price)
    values (${ownerId}, ${month}, ${quota}, ${included}, ${extraPrice})
    on conflict (account_id, month) do update set quota = excluded.quota, included = greatest(quotas.included, excluded.included),
      extra_price = coalesce(excluded.extra_price, quotas.extra_price) ${TAKEN}`.execute(queries)
  return rows[0]!.taken
}

/**
 * The same of a key. What it did while it had no cap counts too, as far as it has been written; units that are owed are
 * charged apart.
 */
async function holdKeyMonth(
  queries: Queries,
  { ownerId, month, owed }: Grant,
  { accountId }: Extract<Terms, { owner: 'key' }>,
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`insert into key_quotas (key_id, month, leased)
    select ${ownerId}::uuid, ${month}::date, greatest(0, coalesce(sum(requests), 0) - ${owed}::bigint) from usage
      where account_id = ${accountId} and key_id = ${ownerId} and status < 400
        and hour >= ${month}::date::timestamp at time zone 'utc'
        and hour < (${month}::date + interval '1 month') at time zone 'utc'
    on conflict (key_id, month) do update set leased = greatest(key_quotas.leased, excluded.leased) ${TAKEN}`.execute(queries)
  return rows[0]!.taken
}

/** A lease and how much of it is used. */
export type Used = { readonly id: string; readonly owner: LeaseOwner; readonly used: number }

/**
 * Closes a lease and gives back what was not used. What a killed program served on credit, above the units of its lease, is
 * charged now. Closing twice changes nothing.
 */
export async function closeLease(queries: Queries, { id, owner: kind, used }: Used): Promise<void> {
  const { quotas, leases, owner } = TABLES[kind]
  // The month first, as whoever takes units of it does.
  await sql`select from ${quotas} as q join ${leases} as l on l.${owner} = q.${owner} and l.month = q.month
    where l.id = ${id} and l.closed_at is null for update of q`.execute(queries)
  const noted = Number.isSafeInteger(used) ? used : 0
  await sql`with open as (
      select id, units, greatest(used, ${noted}) as spent from ${leases}
      where id = ${id} and closed_at is null for update
    ), closed as (
      update ${leases} as l set units = greatest(open.units, open.spent), used = open.spent, closed_at = now() from open
      where l.id = open.id returning l.${owner} as owner_id, l.month, open.units - open.spent as rest
    )
    update ${quotas} as q set leased = leased - closed.rest from closed
    where q.${owner} = closed.owner_id and q.month = closed.month`.execute(queries)
}

/**
 * Holds what threads change of an account by themselves, as for each request of its keys and each run of its monitors, in the
 * order in which they do: leases under their month, use before its key, and before the account. Whoever is to delete it does so
 * first, or would wait for a thread that waits for the account; under many requests each try would end so. Nobody adds keys or
 * monitors meanwhile, and what only refers to the account goes on.
 */
export async function holdUse(queries: Queries, accountId: string): Promise<void> {
  const keys = sql`(select id from keys where account_id = ${accountId})`
  await sql`select from accounts where id = ${accountId} for no key update`.execute(queries)
  for (const held of [
    sql`monitors where account_id = ${accountId} order by id`,
    sql`jobs where account_id = ${accountId} order by id`,
    sql`quotas where account_id = ${accountId} order by month`,
    sql`leases where account_id = ${accountId} order by id`,
    sql`key_quotas where key_id in ${keys} order by key_id, month`,
    sql`key_leases where key_id in ${keys} order by id`,
    // Of hours that are long over nothing is written any more.
    sql`usage where account_id = ${accountId} and hour > now() - interval '1 day' order by key_id, hour, product, status`,
    sql`keys where account_id = ${accountId} order by id`,
  ])
    await sql`select from ${held} for update`.execute(queries)
}

/** Closes leases that nobody has extended for 15 minutes: their program is gone, and so is its slot file. */
export async function closeExpired(queries: Queries): Promise<void> {
  for (const { quotas, leases, owner } of Object.values(TABLES))
    await sql`with closed as (
        update ${leases} set closed_at = now() where closed_at is null and expires_at < now()
        returning ${owner} as owner_id, month, units - used as rest
      ), sums as (select owner_id, month, sum(rest) as rest from closed group by owner_id, month)
      update ${quotas} as q set leased = leased - sums.rest from sums
      where q.${owner} = sums.owner_id and q.month = sums.month`.execute(queries)
}

/**
 * Gives the units of a job that failed through our own fault back to the month they were charged to, of its account and of
 * its key; once, however often it is asked for.
 */
export async function returnUnits(queries: Queries, jobId: string): Promise<void> {
  await giveBack(
    queries,
    sql`update jobs set returned_units = charged_units
      where id = ${jobId} and is_our_fault and charged_units > 0 and returned_units = 0`,
  )
}

/**
 * The same for what has not been answered of a job of an account, or of all of them, that waits or runs: it is about to be
 * removed. Gives how many units those are. Two who ask at once wait for each other, and for whoever ends the job.
 */
export function returnUnanswered(queries: Queries, accountId: string, id?: string): Promise<number> {
  return giveBack(
    queries,
    sql`update jobs set returned_units = charged_units - answered_units
      where account_id = ${accountId} and ${id === undefined ? sql`true` : sql`id = ${id}`}
        and state in ('waiting', 'running') and charged_units > answered_units and returned_units = 0`,
  )
}

/** Gives the units that an update notes as returned back to their months. Gives their sum. */
async function giveBack(queries: Queries, update: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ units: number }>`with job as (
      ${update} returning account_id, key_id, charged_month as month, returned_units as units
    ), of_account as (
      update quotas as q set returned = q.returned + sums.units
      from (select account_id, month, sum(units)::bigint as units from job group by account_id, month) as sums
      where q.account_id = sums.account_id and q.month = sums.month
    ), of_key as (
      insert into key_quotas as q (key_id, month, returned)
      select keys.id, job.month, sum(job.units) from job join keys on keys.id = job.key_id group by keys.id, job.month
      on conflict (key_id, month) do update set returned = q.returned + excluded.returned
    )
    select coalesce(sum(units), 0)::int8 as units from job`.execute(queries)
  return rows[0]?.units ?? 0
}

/** Units of a month that count as used: those of its leases without what was given back. */
export async function readUsed(queries: Queries, { accountId, month }: { accountId: string; month: string }): Promise<number> {
  const used = toUsed(sql`${accountId}::uuid`, sql`${month}::date`)
  const { rows } = await sql<{ used: number }>`select ${used} as used`.execute(queries)
  return rows[0]?.used ?? 0
}

/** Units of a month that were used and given back. */
export async function readReturned(
  queries: Queries,
  { accountId, month }: { accountId: string; month: string },
): Promise<number> {
  const quota = await queries
    .selectFrom('quotas')
    .select('returned')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst()
  return quota?.returned ?? 0
}

/** Used units for an account and a month that a query names. */
export function toUsed(accountId: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`greatest(0, coalesce((select sum(l.used) from leases as l where l.account_id = ${accountId} and l.month = ${month}), 0)
    - coalesce((select q.returned from quotas as q where q.account_id = ${accountId} and q.month = ${month}), 0))::int8`
}

/** A lease that is this large is not added to another one. */
const MERGED_UNITS = 1_000_000_000

/**
 * Makes one of the leases of an account's month that were closed more than a day ago: a thread opens one whenever its
 * last has been idle, and only their sum is asked for.
 */
export async function mergeClosedLeases(queries: Queries): Promise<void> {
  await sql`with gone as (
      delete from leases where closed_at < now() - interval '1 day' and units < ${MERGED_UNITS}
      returning id, account_id, month, units, used
    ), shared as (
      select *, div(sum(units) over (partition by account_id, month order by id), ${MERGED_UNITS}) as part from gone
    )
    insert into leases (id, account_id, month, units, used, expires_at, closed_at)
      select gen_random_uuid(), account_id, month, sum(units), sum(used), now(), now() from shared
      group by account_id, month, part`.execute(queries)
}

/** Months with extra requests that are on no invoice yet, from the first month given to before the last. */
export function listUnbilled(queries: Queries, { from, before }: { from: string; before: string }) {
  return queries
    .selectFrom('quotas')
    .select(['account_id', 'month'])
    .where('extra_price', 'is not', null)
    .where('month', '<', before)
    .where('month', '>=', from)
    .where(
      ({ ref }) =>
        sql<number>`ceil((${toUsed(sql.ref('quotas.account_id'), sql.ref('quotas.month'))} - ${ref('included')}) / 1000.0)`,
      '>',
      ({ ref }) => ref('billed_thousands'),
    )
    .execute()
}

type Month = { readonly accountId: string; readonly month: string }

/** What was agreed to of a month: the largest plan, and the price of what is beyond it; undefined before the first request. */
export function findTerms(queries: Queries, { accountId, month }: Month) {
  return queries
    .selectFrom('quotas')
    .select(['included', 'extra_price'])
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst()
}

/** The quota of a month, held until the transaction ends. */
export function holdQuota(queries: Queries, { accountId, month }: Month) {
  return queries
    .selectFrom('quotas')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst()
}

export async function setBilled(queries: Queries, { accountId, month }: Month, thousands: number): Promise<void> {
  await queries
    .updateTable('quotas')
    .set({ billed_thousands: thousands })
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .execute()
}

/** Months in which an account agreed to pay for extra requests. */
export async function listExtraMonths(queries: Queries, accountId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('quotas')
    .select('month')
    .where('account_id', '=', accountId)
    .where('extra_price', 'is not', null)
    .execute()
  return rows.map(({ month }) => month)
}
