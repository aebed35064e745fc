import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import type { LinkPurpose } from '../schema.ts'
import { inSeconds, NOW } from './clock.ts'

export type NewLink = {
  readonly hash: Buffer
  readonly accountId: string
  readonly purpose: LinkPurpose
  readonly email: string | null
  readonly seconds: number
}

export async function insertLink(queries: Queries, { accountId, seconds, ...link }: NewLink): Promise<void> {
  await queries
    .insertInto('links')
    .values({ ...link, account_id: accountId, expires_at: inSeconds(seconds) })
    .execute()
}

export async function hasLink(queries: Queries, hash: Buffer, purpose: LinkPurpose): Promise<boolean> {
  const found = await queries
    .selectFrom('links')
    .select('purpose')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', NOW)
    .executeTakeFirst()
  return found !== undefined
}

export async function findPurpose(queries: Queries, hash: Buffer): Promise<LinkPurpose | undefined> {
  return (await queries.selectFrom('links').select('purpose').where('hash', '=', hash).executeTakeFirst())?.purpose
}

/** A link works for so many seconds from now on, expired or not. */
export async function renewLink(queries: Queries, hash: Buffer, seconds: number): Promise<void> {
  await queries
    .updateTable('links')
    .set({ expires_at: inSeconds(seconds) })
    .where('hash', '=', hash)
    .execute()
}

/** The account of a link for a purpose; undefined for a link that is not there. */
export async function findOwner(queries: Queries, hash: Buffer, purpose: LinkPurpose): Promise<string | undefined> {
  const found = await queries
    .selectFrom('links')
    .select('account_id')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return found?.account_id
}

/** Uses a link up and gives its account; undefined for one that somebody else used, or that has expired. */
export async function takeLink(queries: Queries, hash: Buffer, purpose: LinkPurpose): Promise<string | undefined> {
  const taken = await queries
    .deleteFrom('links')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .returning(['account_id', sql<boolean>`expires_at > now()`.as('isAlive')])
    .executeTakeFirst()
  return taken?.isAlive ? taken.account_id : undefined
}

/** A link that moves an account to another address, held until the transaction ends. */
export function holdMove(queries: Queries, hash: Buffer) {
  return queries
    .selectFrom('links')
    .select(['account_id', 'email'])
    .where('hash', '=', hash)
    .where('purpose', '=', 'email')
    .where('expires_at', '>', NOW)
    .forUpdate()
    .executeTakeFirst()
}

/** The registration that a link confirms. */
export function findRegistration(queries: Queries, hash: Buffer) {
  return queries
    .selectFrom('links')
    .innerJoin('accounts', 'accounts.id', 'links.account_id')
    .select(['accounts.id', 'accounts.password_hash', 'accounts.sign_ups', 'accounts.confirmed_at'])
    .where('links.hash', '=', hash)
    .where('links.purpose', '=', 'confirm')
    .where('links.expires_at', '>', NOW)
    .executeTakeFirst()
}

/** Ends every link of an account for some purposes, but one where said. */
export async function dropLinks(
  queries: Queries,
  accountId: string,
  purposes: readonly LinkPurpose[],
  { except }: { except?: Buffer } = {},
): Promise<void> {
  await queries
    .deleteFrom('links')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .$if(except !== undefined, (query) => query.where('hash', '!=', except!))
    .execute()
}

/** One at a time makes or uses a link that makes an operator, until the transaction ends. */
export async function lockOperatorLinks(queries: Queries): Promise<void> {
  await sql`lock table operator_links in share row exclusive mode`.execute(queries)
}

/** Puts a link that makes an operator in the place of those before; under {@link lockOperatorLinks}, or it misses those of others. */
export async function replaceOperatorLink(queries: Queries, hash: Buffer, seconds: number): Promise<void> {
  await queries.deleteFrom('operator_links').execute()
  await queries
    .insertInto('operator_links')
    .values({ hash, expires_at: inSeconds(seconds) })
    .execute()
}

/** Uses a link that makes an operator up; false for one that is not there or has expired. */
export async function takeOperatorLink(queries: Queries, hash: Buffer): Promise<boolean> {
  const taken = await queries
    .deleteFrom('operator_links')
    .where('hash', '=', hash)
    .returning(sql<boolean>`expires_at > now()`.as('isAlive'))
    .executeTakeFirst()
  return taken?.isAlive ?? false
}
