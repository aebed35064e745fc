import { sql, type ExpressionBuilder, type Insertable, type UpdateObject } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { NOW } from './clock.ts'

type Owned = { readonly id: string; readonly accountId: string }

/** Of a query about monitors: the times in which they tell nobody. */
export const selectMaintenance = ({ selectFrom }: ExpressionBuilder<Schema, 'monitors'>) =>
  jsonArrayFrom(
    selectFrom('maintenance_windows')
      .select(['time_zone', 'schedule', 'created_at'])
      .whereRef('maintenance_windows.account_id', '=', 'monitors.account_id')
      .where(sql<boolean>`(monitor_ids is null or monitors.id = any(monitor_ids))`),
  ).as('maintenance')

/** The windows of an account, the oldest first. */
export function listWindows(queries: Queries, accountId: string) {
  return queries
    .selectFrom('maintenance_windows')
    .select(['id', 'name', 'monitor_ids', 'time_zone', 'schedule'])
    .select(NOW.as('now'))
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

export async function countWindows(queries: Queries, accountId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('maintenance_windows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** Which of these are monitors of the account. */
export async function listOwnMonitors(queries: Queries, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await queries
    .selectFrom('monitors')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertWindow(queries: Queries, window: Insertable<Schema['maintenance_windows']>): Promise<void> {
  await queries.insertInto('maintenance_windows').values(window).execute()
}

/** A window of the account, held until the transaction ends; undefined for one that is not the account's. */
export function holdWindow(queries: Queries, { id, accountId }: Owned) {
  return queries
    .selectFrom('maintenance_windows')
    .select(['time_zone', 'schedule'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

type Changes = Pick<UpdateObject<Schema, 'maintenance_windows'>, 'name' | 'monitor_ids' | 'time_zone' | 'schedule'>

/** Changes what is not undefined. */
export async function changeWindow(queries: Queries, id: string, changes: Changes): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return
  await queries.updateTable('maintenance_windows').set(changes).where('id', '=', id).execute()
}

/** False for one that is not the account's. */
export async function deleteWindow(queries: Queries, { id, accountId }: Owned): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('maintenance_windows')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
