import { AppError } from '@octet/core/errors.ts'
import type { Queries } from '../../storage/database.ts'
import { holdAccess } from '../../storage/queries/accounts.ts'
import * as rows from '../../storage/queries/links.ts'
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
  const hash = toHash(secret)
  // First, since it waits for whoever holds the account, and the links of others are not held then.
  await rows.insertLink(queries, { hash, accountId, purpose, email, seconds: SECONDS[purpose] })
  if (purpose !== 'confirm') await rows.dropLinks(queries, accountId, [purpose], { except: hash })
  return secret
}

/** A link that is sent only now works from now on, if nothing has ended it but time. */
async function renewLink(queries: Queries, secret: string): Promise<void> {
  const hash = toHash(secret)
  const purpose = await rows.findPurpose(queries, hash)
  if (purpose) await rows.renewLink(queries, hash, SECONDS[purpose])
}

/** {@link renewLink} for each link in the text of a mail that leaves only now. */
export async function renewLinksOf(queries: Queries, text: string): Promise<void> {
  for (const [, secret = ''] of text.matchAll(/#token=([\w-]{43})(?![\w-])/g)) await renewLink(queries, secret)
}

/** Throws `link_dead` for a link that {@link takeLink} would refuse. It is not used up. */
export async function checkLink(queries: Queries, secret: string, purpose: LinkPurpose): Promise<void> {
  if (!isSecret(secret) || !(await rows.hasLink(queries, toHash(secret), purpose))) throw new AppError('link_dead')
}

/** Uses a link up, whoever comes first, and gives its account. Throws `link_dead`. */
export async function takeLink(queries: Queries, secret: string, purpose: LinkPurpose): Promise<string> {
  await holdOwner(queries, secret, purpose)
  const accountId = await rows.takeLink(queries, toHash(secret), purpose)
  if (accountId === undefined) throw new AppError('link_dead')
  return accountId
}

/**
 * The account that a link moves to another address, and that address. The link stays: who opens it once more hears that it
 * was done. Throws `link_dead`.
 */
export async function openMove(queries: Queries, secret: string): Promise<{ accountId: string; email: string }> {
  await holdOwner(queries, secret, 'email')
  const link = await rows.holdMove(queries, toHash(secret))
  if (!link) throw new AppError('link_dead')
  return { accountId: link.account_id, email: link.email! } // a link for this purpose has one
}

/** Holds the account of a link before the link itself. Throws `link_dead`. */
async function holdOwner(queries: Queries, secret: string, purpose: LinkPurpose): Promise<void> {
  const accountId = isSecret(secret) ? await rows.findOwner(queries, toHash(secret), purpose) : undefined
  if (accountId === undefined || !(await holdAccess(queries, accountId))) throw new AppError('link_dead')
}
