import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Queries } from '../database.ts'
import { NOW } from './clock.ts'

/** PostgreSQL's word for a value that another row has (appendix A). */
const UNIQUE_VIOLATION = '23505'
const ADDRESSEE = ['id', 'email', 'lang'] as const

/** Who a mail about an account goes to. */
export type Addressee = { readonly id: string; readonly email: string; readonly lang: Lang }
export type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** What somebody says of themselves who registers an address. */
type Said = {
  readonly password_hash: string
  readonly phone: string | null
  readonly reg_type: number
  readonly lang: Lang
}
export type NewAccount = Said & { readonly email: string }

/** What a log-in has to know of an address. */
export function findAccount(queries: Queries, email: string) {
  return selectAccount(queries, email).executeTakeFirst()
}

/** The same, and the account is there until the transaction ends; waits for a deletion that has begun. */
export function keepAccount(queries: Queries, email: string) {
  return selectAccount(queries, email).forKeyShare().executeTakeFirst()
}

function selectAccount(queries: Queries, email: string) {
  return queries
    .selectFrom('accounts')
    .select(['id', 'email', 'lang', 'password_hash', 'epoch', 'confirmed_at', 'disabled_at', 'totp_secret'])
    .where('email', '=', email)
}

/** An account that is deleted while a call of its own goes on. */
export const toGone = () => new AppError('session_ended')

export function getAddressee(queries: Queries, id: string): Promise<Addressee> {
  return queries.selectFrom('accounts').select(ADDRESSEE).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Whom a mail goes to, who is there until the transaction ends; waits for a deletion that has begun. */
export function keepAddressee(queries: Queries, id: string): Promise<Addressee | undefined> {
  return queries.selectFrom('accounts').select(ADDRESSEE).where('id', '=', id).forKeyShare().executeTakeFirst()
}

export async function hasAccount(queries: Queries, id: string): Promise<boolean> {
  return (await queries.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function hasOperator(queries: Queries): Promise<boolean> {
  const found = await queries.selectFrom('accounts').select('id').where('role', '=', 'operator').limit(1).executeTakeFirst()
  return found !== undefined
}

/** Who operates this installation and is not locked. */
export function listOperators(queries: Queries): Promise<Addressee[]> {
  return selectOperators(queries).execute()
}

/** The same, and they are there until the transaction ends; waits for deletions that have begun. */
export function keepOperators(queries: Queries): Promise<Addressee[]> {
  return selectOperators(queries).orderBy('id').forKeyShare().execute()
}

function selectOperators(queries: Queries) {
  return queries.selectFrom('accounts').select(ADDRESSEE).where('role', '=', 'operator').where('disabled_at', 'is', null)
}

export async function findAccountId(queries: Queries, email: string): Promise<string | undefined> {
  return (await queries.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst())?.id
}

/** Whether an account operates this installation and is not locked. */
export async function isOperating(queries: Queries, id: string): Promise<boolean> {
  return (await listOperators(queries)).some((operator) => operator.id === id)
}

/** One at a time takes an operator away, until the transaction ends. Taken before rows of accounts, which others hold who wait for it. */
export async function lockOperators(queries: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('octet operators'))`.execute(queries)
}

/**
 * Holds the row of an account until the transaction ends, so that two calls at once cannot both find room. What only adds rows
 * that belong to it, such as mails, does not wait. Throws `session_ended` without it.
 */
export function holdAccount(queries: Queries, id: string): Promise<Addressee> {
  return queries.selectFrom('accounts').select(ADDRESSEE).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow(toGone)
}

/**
 * What decides who gets into an account, held until the transaction ends, and undefined without the account. Whatever gives or
 * ends access holds it first, before rows that belong to the account: two that began with different ones would wait for each
 * other.
 */
export function holdAccess(queries: Queries, id: string) {
  return queries
    .selectFrom('accounts')
    .select(['id', 'password_hash', 'epoch', 'disabled_at', 'totp_secret'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Holds accounts until the transaction ends, in one order whoever does so. Gives the ids of those that operate and are not locked. */
export async function holdOperators(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const held = await queries
    .selectFrom('accounts')
    .select(['id', 'role', 'disabled_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return held.flatMap(({ id, role, disabled_at: lockedAt }) => (role === 'operator' && lockedAt === null ? [id] : []))
}

/** The role of an account and what speaks against another one, held until the transaction ends. */
export function holdRole(queries: Queries, id: string) {
  return queries
    .selectFrom('accounts')
    .select([...ADDRESSEE, 'role', 'confirmed_at', 'disabled_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setRole(queries: Queries, id: string, role: 'user' | 'operator'): Promise<void> {
  await queries.updateTable('accounts').set({ role }).where('id', '=', id).execute()
}

/** One change at a time of all that belongs to an account, until the transaction ends; also of one that is gone. */
export async function lockAccount(queries: Queries, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 2))`.execute(queries)
}

/** Adds an account that waits for the confirmation of its address; undefined when the address has one. */
export function insertAccount(queries: Queries, { email, ...said }: NewAccount) {
  return queries
    .insertInto('accounts')
    .values({ id: randomUUID(), email, ...said })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(ADDRESSEE)
    .executeTakeFirst()
}

/** Takes what was said last of an address that is registered once more, while nobody has confirmed it. */
export async function restartAccount(queries: Queries, id: string, said: Said): Promise<void> {
  await queries
    .updateTable('accounts')
    .set({ ...said, sign_ups: sql<number>`sign_ups + 1` })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

type Confirmed = { readonly email: string; readonly passwordHash: string; readonly lang: Lang }

/** Adds a confirmed account, or confirms one with the new password; undefined for one that was confirmed before, which stays as it is. */
export async function upsertConfirmed(queries: Queries, { email, passwordHash, lang }: Confirmed): Promise<string | undefined> {
  const added = await queries
    .insertInto('accounts')
    .values({ id: randomUUID(), email, password_hash: passwordHash, lang, confirmed_at: new Date() })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ password_hash: passwordHash, confirmed_at: new Date() })
        .where('accounts.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Adds an operator, or makes one of the account of an address, with the new password and no longer locked. Gives its id. */
export async function upsertOperator(queries: Queries, { email, passwordHash, lang }: Confirmed): Promise<string> {
  const { id } = await queries
    .insertInto('accounts')
    .values({ id: randomUUID(), email, password_hash: passwordHash, lang, role: 'operator', confirmed_at: new Date() })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        password_hash: passwordHash,
        role: 'operator',
        confirmed_at: sql<Date>`coalesce(accounts.confirmed_at, now())`,
        disabled_at: null,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function getEpoch(queries: Queries, id: string): Promise<{ id: string; epoch: number }> {
  return queries.selectFrom('accounts').select(['id', 'epoch']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Whether a registration is confirmed and how often it was made; held until the transaction ends. */
export function holdRegistration(queries: Queries, id: string) {
  return queries.selectFrom('accounts').select(['sign_ups', 'confirmed_at']).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function confirmAccount(queries: Queries, id: string): Promise<void> {
  await queries.updateTable('accounts').set({ confirmed_at: NOW }).where('id', '=', id).execute()
}

/** Gives an account another address; false when another account has it, also one that takes it this moment. */
export async function moveAccount(queries: Queries, { id, email }: { id: string; email: string }): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('accounts')
    .set({ email })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('accounts').select('id').where('email', '=', email))))
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      if (error.code === UNIQUE_VIOLATION) return { numUpdatedRows: 0n }
      throw error
    })
  return numUpdatedRows > 0n
}

/** Sets a password by a link: who can read the mail has confirmed the address, too. */
export function resetPassword(queries: Queries, id: string, passwordHash: string): Promise<Addressee> {
  return queries
    .updateTable('accounts')
    .set({ password_hash: passwordHash, confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
    .where('id', '=', id)
    .returning(ADDRESSEE)
    .executeTakeFirstOrThrow()
}

export function setPassword(queries: Queries, id: string, passwordHash: string): Promise<Addressee> {
  return queries
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .returning(ADDRESSEE)
    .executeTakeFirstOrThrow()
}

export async function setProfile(queries: Queries, id: string, profile: { phone?: string | null; lang?: Lang }): Promise<void> {
  await queries.updateTable('accounts').set(profile).where('id', '=', id).execute()
}

/** Locks an account, or lets it in again; false when there is none. */
export async function setDisabled(queries: Queries, id: string, isDisabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('accounts')
    .set({ disabled_at: isDisabled ? sql<Date>`coalesce(disabled_at, now())` : null })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes an account with all that refers to it; its points are let go and the files of its jobs forgotten on every server. It is
 * held first, so that nothing comes in between.
 */
export async function deleteAccount(queries: Queries, id: string): Promise<void> {
  await queries.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute()
  await sql`select pg_notify('octet_points', id::text) from points where account_id = ${id}`.execute(queries)
  await sql`select pg_notify('octet_jobs_gone', id::text) from jobs where account_id = ${id}`.execute(queries)
  await queries.deleteFrom('accounts').where('id', '=', id).execute()
}
