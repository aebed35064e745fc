import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { toGone } from './accounts.ts'
import { inSeconds, NOW } from './clock.ts'

const MAX_LISTED = 100

export type NewSessionRow = {
  readonly hash: Buffer
  readonly cookie_hash: Buffer | null
  readonly account_id: string
  readonly epoch: number
  readonly agent: string
  readonly address: string
}

export async function insertSession(queries: Queries, row: NewSessionRow, seconds: number): Promise<void> {
  await queries
    .insertInto('sessions')
    .values({ ...row, expires_at: inSeconds(seconds) })
    .execute()
}

/** A session that has not ended, with its account. One of an earlier epoch of the account has ended. */
export function findSession(queries: Queries, hash: Buffer) {
  return queries
    .selectFrom('sessions')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'sessions.account_id').onRef('accounts.epoch', '=', 'sessions.epoch'),
    )
    .select(['cookie_hash', 'expires_at', 'accounts.id', 'email', 'phone', 'channel', 'role', 'lang', 'totp_secret'])
    .where('hash', '=', hash)
    .where('expires_at', '>', NOW)
    .executeTakeFirst()
}

/** Sessions of an account, newest first. */
export function listSessions(queries: Queries, accountId: string) {
  return queries
    .selectFrom('sessions')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'sessions.account_id').onRef('accounts.epoch', '=', 'sessions.epoch'),
    )
    .select(['sessions.id', 'sessions.hash', 'agent', 'address', 'sessions.created_at', 'expires_at'])
    .where('sessions.account_id', '=', accountId)
    .where('expires_at', '>', NOW)
    .orderBy('sessions.created_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

export async function deleteSession(queries: Queries, hash: Buffer): Promise<void> {
  await queries.deleteFrom('sessions').where('hash', '=', hash).execute()
}

/** Deletes a session of an account by its id; false when the account has none of that id. */
export async function deleteSessionById(
  queries: Queries,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Begins another epoch of an account, in which its sessions count no more, and forgets them and the links to files made in them. */
export async function dropSessions(queries: Queries, accountId: string, { except }: { except?: Buffer }): Promise<void> {
  const { epoch } = await queries
    .updateTable('accounts')
    .set({ epoch: sql`epoch + 1` })
    .where('id', '=', accountId)
    .returning('epoch')
    .executeTakeFirstOrThrow(toGone)
  if (except) await queries.updateTable('sessions').set({ epoch }).where('hash', '=', except).execute()
  await queries.deleteFrom('sessions').where('account_id', '=', accountId).where('epoch', '<', epoch).execute()
  // A link to a file stands for the session that it was made in.
  await queries.deleteFrom('download_links').where('account_id', '=', accountId).execute()
}
