import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { Queries } from '../../storage/database.ts'
import type { LinkPurpose } from '../../storage/schema.ts'
import { isSecret, makeSecret, toHash } from './secret.ts'

/** How long a link works: 24 hours to confirm, 30 minutes to choose a password. */
const SECONDS: Readonly<Record<LinkPurpose, number>> = { confirm: 86_400, reset: 1_800, second_factor: 300 }

/** Makes a link's secret; what was made before for the same purpose is dead. */
export async function addLink(queries: Queries, accountId: string, purpose: LinkPurpose): Promise<string> {
  const secret = makeSecret()
  await dropLinks(queries, accountId, purpose)
  await queries
    .insertInto('links')
    .values({
      hash: toHash(secret),
      account_id: accountId,
      purpose,
      expires_at: sql<Date>`now() + make_interval(secs => ${SECONDS[purpose]})`,
    })
    .execute()
  return secret
}

/** Uses a link up, whoever comes first. Throws `link_dead`. Gives the account's id. */
export async function takeLink(queries: Queries, secret: string, purpose: LinkPurpose): Promise<string> {
  const taken = isSecret(secret)
    ? await queries
        .deleteFrom('links')
        .where('hash', '=', toHash(secret))
        .where('purpose', '=', purpose)
        .returning(['account_id', sql<boolean>`expires_at > now()`.as('isAlive')])
        .executeTakeFirst()
    : undefined
  if (!taken?.isAlive) throw new AppError('link_dead')
  return taken.account_id
}

/** Ends every link of an account for a purpose. */
export async function dropLinks(queries: Queries, accountId: string, purpose: LinkPurpose): Promise<void> {
  await queries.deleteFrom('links').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
}
