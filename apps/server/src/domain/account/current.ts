import { AppError } from '@octet/core/errors.ts'
import type { Queries } from '../../storage/database.ts'
import { holdAccess } from '../../storage/queries/accounts.ts'

/** The password of an account that somebody has shown to know, by its hash. */
export type Current = { readonly accountId: string; readonly passwordHash: string }

/**
 * Holds an account whose password was shown, until the transaction ends: to compare and to hash takes a while, in which a link
 * may have given the account another one. Throws `wrong_password`.
 */
export async function holdCurrent(queries: Queries, { accountId, passwordHash }: Current): Promise<void> {
  const now = await holdAccess(queries, accountId)
  if (now?.password_hash !== passwordHash) throw new AppError('wrong_password')
}
