import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { inSeconds } from './clock.ts'

export type NewChallenge = { readonly hash: Buffer; readonly accountId: string | null; readonly seconds: number }

/** Notes a challenge, of an account or of nobody, that counts for so long. */
export async function insertChallenge(queries: Queries, { hash, accountId, seconds }: NewChallenge): Promise<void> {
  await queries
    .insertInto('challenges')
    .values({ hash, account_id: accountId, expires_at: inSeconds(seconds) })
    .execute()
}

/** Uses a challenge up; false for one that is not there or has expired. */
export async function takeChallenge(queries: Queries, hash: Buffer, accountId: string | null): Promise<boolean> {
  const taken = await queries
    .deleteFrom('challenges')
    .where('hash', '=', hash)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .returning(sql<boolean>`expires_at > now()`.as('isAlive'))
    .executeTakeFirst()
  return taken?.isAlive === true
}
