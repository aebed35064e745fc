import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { toLike } from './to-like.ts'

/** Rows of one page of a list. */
export const PAGE_SIZE = 50

export type Page = { readonly page: number }

/** Figures of the whole installation. */
export async function readFigures(queries: Queries): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
        (select count(*) from accounts)::int8 as users,
        (select count(*) from accounts where confirmed_at is not null)::int8 as confirmed,
        (select count(*) from accounts where disabled_at is not null)::int8 as disabled,
        (select count(*) from keys where revoked_at is null)::int8 as keys,
        (select count(*) from messages where state = 'open')::int8 as messages,
        (select count(*) from corrections where state = 'open')::int8 as corrections,
        (select count(*) from jobs where state in ('waiting', 'running'))::int8 as jobs,
        (select count(*) from mails where state = 'waiting')::int8 as mails_waiting,
        (select coalesce(floor(extract(epoch from now() - min(created_at)) / 60), 0) from mails where state = 'waiting')::int8 as mails_oldest_minutes,
        (select count(*) from mails where state = 'failed')::int8 as mails_failed,
        (select coalesce(sum(requests), 0) from usage where hour >= date_trunc('month', now() at time zone 'utc') at time zone 'utc')::int8 as requests_month`.execute(
    queries,
  )
  return rows[0] ?? {}
}

/** Accounts whose address, phone or id begins with or holds the words, newest first. */
export function listUsers(queries: Queries, { q, page }: Page & { q: string }) {
  const all = queries
    .selectFrom('accounts')
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.account_id', '=', 'accounts.id').on('subscriptions.product', '=', 'api'),
    )
    .select(['id', 'email', 'phone', 'role', 'lang', 'confirmed_at', 'disabled_at', 'created_at', 'plan_id', 'ends_at'])
    .select(sql<boolean>`totp_secret is not null`.as('has_second_factor'))
  const words = toLike(q)
  const found = q ? all.where(({ or, eb }) => or([eb('email', 'ilike', words), eb('phone', 'ilike', words)])) : all
  return found
    .orderBy('created_at', 'desc')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
    .execute()
}

/** Messages of people, newest first. */
export function listMessages(queries: Queries, { state, page }: Page & { state: 'open' | 'done' }) {
  return queries
    .selectFrom('messages')
    .select(['id', 'account_id', 'category', 'name', 'email', 'text', 'lang', 'state', 'created_at'])
    .where('state', '=', state)
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
    .execute()
}

/** Proposed corrections of address data, newest first. */
export function listCorrections(queries: Queries, { page }: Page) {
  return queries
    .selectFrom('corrections')
    .select(['id', 'network', 'claim', 'evidence', 'email', 'before', 'build', 'state', 'note', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
    .execute()
}

/** Lookups of whole files, newest first. */
export function listJobs(queries: Queries, { page }: Page) {
  return queries
    .selectFrom('jobs')
    .leftJoin('accounts', 'accounts.id', 'jobs.account_id')
    .select([
      'jobs.id',
      'accounts.email',
      'kind',
      'state',
      'lines',
      'done',
      'failed',
      'error',
      'returned_units',
      'jobs.created_at',
      'finished_at',
    ])
    .orderBy('jobs.created_at', 'desc')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
    .execute()
}

/** Mails whose receiver or subject holds the words, newest first; without their text, which holds links that log in. */
export function listMails(queries: Queries, { q, page }: Page & { q: string }) {
  const words = toLike(q)
  const all = queries
    .selectFrom('mails')
    .select(['id', 'recipient', 'kind', 'subject', 'state', 'attempts', 'error', 'next_at', 'created_at', 'sent_at'])
  return (q ? all.where(({ or, eb }) => or([eb('recipient', 'ilike', words), eb('subject', 'ilike', words)])) : all)
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
    .execute()
}

/**
 * Who did what, newest first: one action, and what holds the words in the account's address, the caller's or the action.
 * `about` is the address of the account that something was done to by another.
 */
export function listAudit(queries: Queries, { q, page, action }: Page & { q: string; action: string }) {
  const words = toLike(q)
  const every = queries
    .selectFrom('audit')
    .leftJoin('accounts', 'accounts.id', 'audit.account_id')
    .select(['audit.id', 'accounts.email', 'audit.account_id', 'action', 'detail', 'address', 'audit.created_at'])
    .select(
      sql<string | null>`(select email from accounts as subject where subject.id = case
        when audit.detail ? 'user' then (audit.detail->>'user')::uuid
        when audit.action like 'user\\_%' then (audit.detail->>'id')::uuid end)`.as('about'),
    )
  const all = action ? every.where('action', '=', action) : every
  const columns = ['accounts.email', 'audit.address', 'action'] as const
  return (q ? all.where(({ or, eb }) => or(columns.map((column) => eb(column, 'ilike', words)))) : all)
    .orderBy('audit.id', 'desc')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
    .execute()
}
