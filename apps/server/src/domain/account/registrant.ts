import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { confirmAccount, holdRegistration } from '../../storage/queries/accounts.ts'
import { findRegistration } from '../../storage/queries/links.ts'
import { isPassword } from './passwords.ts'
import { isSecret, toHash } from './secret.ts'

type Claim = { readonly secret: string; readonly password: string | undefined }

export type Registrant = NonNullable<Awaited<ReturnType<typeof findRegistration>>>

/**
 * An address that was registered more than once has the password of whoever came last, which need not be who opens the
 * mail: it is confirmed by who knows it, too. Gives undefined for what is no link of a registration. Throws
 * `password_missing`, `wrong_password`.
 */
export async function checkRegistrant(database: Database, { secret, password = '' }: Claim): Promise<Registrant | undefined> {
  const account = isSecret(secret) ? await database.run((queries) => findRegistration(queries, toHash(secret))) : undefined
  if (!account || account.confirmed_at || account.sign_ups === 1) return account
  if (password === '') throw new AppError('password_missing')
  if (!(await isPassword(password, account.password_hash))) throw new AppError('wrong_password')
  return account
}

/**
 * Confirms the address of a registration that was checked; false when it was confirmed before. Throws `password_missing` when
 * somebody has registered it once more meanwhile.
 */
export async function confirmRegistrant(database: Database, { id, sign_ups: signUps }: Registrant): Promise<boolean> {
  return database.transact(async (queries) => {
    const now = await holdRegistration(queries, id)
    if (!now) throw new AppError('link_dead') // deleted this moment
    if (now.confirmed_at) return false
    if (now.sign_ups !== signUps) throw new AppError('password_missing')
    await confirmAccount(queries, id)
    return true
  })
}
