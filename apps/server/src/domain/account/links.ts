import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { Queries } from '../../storage/database.ts'
import type { LinkPurpose } from '../../storage/schema.ts'
import { isSecret, makeSecret, toHash } from './secret.ts'

/** How long a link works: 24 hours to confirm an address, 30 minutes to choose a password. */
const SECONDS: Readonly<Record<LinkPurpose, number>> = { confirm: 86_400, reset: 1_800, second_factor: 300, email: 86_400 }

/**
 * Makes a link's secret; what was made before for the same purpose is dead. Links that confirm a registration all work: which
 * of the mails somebody opens first makes no difference.
 */
export async function addLink(
  queries: Queries,
  accountId: string,
  { purpose, email = null }: { purpose: LinkPurpose; email?: string | null },
): Promise<string> {
  const secret = makeSecret()
  if (purpose !== 'confirm') await dropLinks(queries, accountId, [purpose])
  await queries
    .insertInto('links')
    .values({
      hash: toHash(secret),
      account_id: accountId,
      purpose,
      email,
      expires_at: sql<Date>`now() + make_interval(secs => ${SECONDS[purpose]})`,
    })
    .execute()
  return secret
}

export type TakenLink = {
  readonly accountId: string
  readonly purpose: LinkPurpose
  /** New address that the link proves; null for other purposes. */
  readonly email: string | null
}

/** Uses a link up, whoever comes first. Throws `link_dead`. */
export async function takeLink(queries: Queries, secret: string, purposes: readonly LinkPurpose[]): Promise<TakenLink> {
  const taken = isSecret(secret)
    ? await queries
        .deleteFrom('links')
        .where('hash', '=', toHash(secret))
        .where('purpose', 'in', purposes)
        .returning(['account_id', 'purpose', 'email', sql<boolean>`expires_at > now()`.as('isAlive')])
        .executeTakeFirst()
    : undefined
  if (!taken?.isAlive) throw new AppError('link_dead')
  return { accountId: taken.account_id, purpose: taken.purpose, email: taken.email }
}

/** Ends every link of an account for some purposes. */
export async function dropLinks(queries: Queries, accountId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await queries.deleteFrom('links').where('account_id', '=', accountId).where('purpose', 'in', purposes).execute()
}
