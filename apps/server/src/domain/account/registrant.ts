import { AppError } from '@octet/core/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { isPassword } from './passwords.ts'
import { isSecret, toHash } from './secret.ts'

type Claim = { readonly secret: string; readonly password: string | undefined }

/**
 * An address that was registered more than once has the password of whoever came last, which need not be who opens the
 * mail: it is confirmed by who knows it, too. Throws `password_missing`, `wrong_password`; a dead link is not its business.
 */
export async function checkRegistrant(database: Database, { secret, password = '' }: Claim): Promise<void> {
  const account = isSecret(secret) ? await database.run((queries) => findClaimed(queries, secret)) : undefined
  if (!account || account.sign_ups === 1) return
  if (password === '') throw new AppError('password_missing')
  if (!(await isPassword(password, account.password_hash))) throw new AppError('wrong_password')
}

const findClaimed = (queries: Queries, secret: string) =>
  queries
    .selectFrom('links')
    .innerJoin('accounts', 'accounts.id', 'links.account_id')
    .select(['accounts.password_hash', 'accounts.sign_ups'])
    .where('links.hash', '=', toHash(secret))
    .where('links.purpose', '=', 'confirm')
    .where('accounts.confirmed_at', 'is', null)
    .executeTakeFirst()
