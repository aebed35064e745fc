import type { Queries } from '../database.ts'
import { NOW } from './clock.ts'

export type NewPasskey = {
  readonly id: string
  readonly account_id: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly name: string
}
type Owned = { readonly id: string; readonly accountId: string }

/** Passkeys of an account, newest first, as far as they are shown. */
export function listPasskeys(queries: Queries, accountId: string) {
  return queries
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
}

export function listPasskeyIds(queries: Queries, accountId: string): Promise<{ id: string }[]> {
  return queries.selectFrom('passkeys').select('id').where('account_id', '=', accountId).execute()
}

/** A passkey with what its account says of log-ins. */
export function findPasskey(queries: Queries, id: string) {
  return queries
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .select(['passkeys.id', 'account_id', 'public_key', 'counter', 'confirmed_at', 'disabled_at'])
    .where('passkeys.id', '=', id)
    .executeTakeFirst()
}

/** Adds a passkey; false when it is there already. */
export async function insertPasskey(queries: Queries, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

/** Notes that a passkey has logged in; false for one that was removed meanwhile. */
export async function touchPasskey(queries: Queries, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('passkeys')
    .set({ counter, last_used_at: NOW })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Calls a passkey otherwise; false for one that is not the account's. */
export async function renamePasskey(queries: Queries, { id, accountId }: Owned, name: string): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Forgets a passkey; false for one that is not the account's. */
export async function deletePasskey(queries: Queries, { id, accountId }: Owned): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
