import { sql } from 'kysely'
import type { Lang } from '@octet/core/text.ts'
import type { Queries } from '../database.ts'

type Owner = { readonly email: string; readonly lang: Lang }

/** Puts a second factor in force; undefined where there is one. */
export function setTotp(
  queries: Queries,
  accountId: string,
  { secret, step }: { secret: string; step: number },
): Promise<Owner | undefined> {
  return queries
    .updateTable('accounts')
    .set({ totp_secret: secret, totp_step: step })
    .where('id', '=', accountId)
    .where('totp_secret', 'is', null)
    .returning(['email', 'lang'])
    .executeTakeFirst()
}

/** Ends a second factor with its recovery codes. */
export async function dropTotp(queries: Queries, accountId: string): Promise<Owner> {
  const owner = await queries
    .updateTable('accounts')
    .set({ totp_secret: null, totp_step: 0 })
    .where('id', '=', accountId)
    .returning(['email', 'lang'])
    .executeTakeFirstOrThrow()
  await dropRecoveryCodes(queries, accountId)
  return owner
}

/** Whom mails about the second factor go to. */
export function getOwner(queries: Queries, accountId: string): Promise<Owner> {
  return queries.selectFrom('accounts').select(['email', 'lang']).where('id', '=', accountId).executeTakeFirstOrThrow()
}

/** The secret of an account, held until the transaction ends; undefined without the account. */
export function holdTotp(queries: Queries, accountId: string) {
  return queries.selectFrom('accounts').select('totp_secret').where('id', '=', accountId).forUpdate().executeTakeFirst()
}

/** Uses a step of the app up; false when a code of it, or of a later one, was used before. */
export async function takeStep(queries: Queries, accountId: string, step: number): Promise<boolean> {
  const used = await queries
    .updateTable('accounts')
    .set({ totp_step: step })
    .where('id', '=', accountId)
    .where(sql<boolean>`totp_step < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Puts recovery codes in the place of those before. */
export async function replaceRecoveryCodes(queries: Queries, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await dropRecoveryCodes(queries, accountId)
  await queries
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ hash, account_id: accountId })))
    .execute()
}

/** Uses a recovery code up; false for one that the account does not have. */
export async function takeRecoveryCode(queries: Queries, accountId: string, hash: Buffer): Promise<boolean> {
  const used = await queries
    .deleteFrom('recovery_codes')
    .where('hash', '=', hash)
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

async function dropRecoveryCodes(queries: Queries, accountId: string): Promise<void> {
  await queries.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}
