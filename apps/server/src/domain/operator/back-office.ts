import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import type { Sessions } from '../account/sessions.ts'
import { toLike } from '../../storage/to-like.ts'
import { tellChanged } from '../key/keys.ts'
import { MAIL_HOLD_SECONDS } from '../mail/outbox.ts'
import { grantPlan } from '../billing/grant-plan.ts'
import type { Plans } from '../plan/plans.ts'

/** Rows of one page of a list. */
export const PAGE_SIZE = 50

export type Page = { readonly page: number }
export type Options = { readonly database: Database; readonly sessions: Sessions; readonly plans: Plans }

/** What the operator sees and does, beside what people do for themselves. */
export class BackOffice {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Figures of the whole installation. */
  async overview() {
    const { rows } = await this.#options.database.run((queries) =>
      sql<Record<string, number>>`select
        (select count(*) from accounts)::int8 as users,
        (select count(*) from accounts where confirmed_at is not null)::int8 as confirmed,
        (select count(*) from accounts where disabled_at is not null)::int8 as disabled,
        (select count(*) from keys where revoked_at is null)::int8 as keys,
        (select count(*) from messages where state = 'open')::int8 as messages,
        (select count(*) from corrections where state = 'open')::int8 as corrections,
        (select count(*) from jobs where state in ('waiting', 'running'))::int8 as jobs,
        (select count(*) from mails where state = 'waiting')::int8 as mails_waiting,
        (select count(*) from mails where state = 'failed')::int8 as mails_failed,
        (select coalesce(sum(requests), 0) from usage where hour >= date_trunc('month', now() at time zone 'utc') at time zone 'utc')::int8 as requests_month`.execute(
        queries,
      ),
    )
    return rows[0] ?? {}
  }

  /** Accounts whose address, phone or id begins with or holds the words, newest first. */
  users({ q, page }: Page & { q: string }) {
    return this.#options.database.run((queries) => {
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
    })
  }

  /** Locks an account or lets it in again: sessions end and keys are refused at once, everywhere. Throws `no_such`, `forbidden`. */
  async setDisabled(id: string, isDisabled: boolean, by: string): Promise<void> {
    if (id === by) throw new AppError('forbidden', { reason: { en: 'this is your own account', zh: '不能停用自己的账户' } })
    const { database, sessions } = this.#options
    await database.transact(async (queries) => {
      const { numUpdatedRows } = await queries
        .updateTable('accounts')
        .set({ disabled_at: isDisabled ? sql<Date>`coalesce(disabled_at, now())` : null })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('no_such', { what: { en: 'account', zh: '账户' }, got: id })
      if (isDisabled) await sessions.endAll(queries, id)
      await tellChanged(queries, id)
    })
    sessions.forget(id)
  }

  /** Gives an account a plan, as the operator's gift: no order, no end. Throws `no_such`, `bad_input`. */
  async setPlan(id: string, planId: string): Promise<void> {
    const { database, plans } = this.#options
    if (!plans.find(planId)) throw new AppError('bad_input', { field: 'plan', expected: plans.ids.join(', '), got: planId })
    await database.transact(async (queries) => {
      const known = await queries.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()
      if (!known) throw new AppError('no_such', { what: { en: 'account', zh: '账户' }, got: id })
      await grantPlan(queries, { accountId: id, planId })
    })
  }

  /** Messages of people, newest first. */
  messages({ state, page }: Page & { state: 'open' | 'done' }) {
    return this.#options.database.run((queries) =>
      queries
        .selectFrom('messages')
        .select(['id', 'account_id', 'category', 'name', 'email', 'text', 'lang', 'state', 'created_at'])
        .where('state', '=', state)
        .orderBy('id', 'desc')
        .limit(PAGE_SIZE)
        .offset(page * PAGE_SIZE)
        .execute(),
    )
  }

  /** Marks a message as answered, or as open again. Throws `no_such`. */
  async setMessage(id: number, state: 'open' | 'done'): Promise<void> {
    const { numUpdatedRows } = await this.#options.database.run((queries) =>
      queries.updateTable('messages').set({ state }).where('id', '=', id).executeTakeFirst(),
    )
    if (numUpdatedRows === 0n) throw new AppError('no_such', { what: { en: 'message', zh: '留言' }, got: id })
  }

  /** Deletes a message for good. Throws `no_such`. */
  async removeMessage(id: number): Promise<void> {
    const { numDeletedRows } = await this.#options.database.run((queries) =>
      queries.deleteFrom('messages').where('id', '=', id).executeTakeFirst(),
    )
    if (numDeletedRows === 0n) throw new AppError('no_such', { what: { en: 'message', zh: '留言' }, got: id })
  }

  /** Proposed corrections of address data, newest first. */
  corrections({ page }: Page) {
    return this.#options.database.run((queries) =>
      queries
        .selectFrom('corrections')
        .select(['id', 'network', 'claim', 'evidence', 'email', 'before', 'build', 'state', 'note', 'created_at'])
        .orderBy('created_at', 'desc')
        .limit(PAGE_SIZE)
        .offset(page * PAGE_SIZE)
        .execute(),
    )
  }

  /** Look-ups of whole files, newest first. */
  jobs({ page }: Page) {
    return this.#options.database.run((queries) =>
      queries
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
        .execute(),
    )
  }

  /** Mails whose receiver or subject holds the words, newest first; without their text, which holds links that log in. */
  mails({ q, page }: Page & { q: string }) {
    return this.#options.database.run((queries) => {
      const words = toLike(q)
      const all = queries
        .selectFrom('mails')
        .select(['id', 'recipient', 'kind', 'subject', 'state', 'attempts', 'error', 'next_at', 'created_at', 'sent_at'])
      return (q ? all.where(({ or, eb }) => or([eb('recipient', 'ilike', words), eb('subject', 'ilike', words)])) : all)
        .orderBy('id', 'desc')
        .limit(PAGE_SIZE)
        .offset(page * PAGE_SIZE)
        .execute()
    })
  }

  /**
   * Tries a mail that was given up, or waits for long, once more at once. One that waits for less may be on its way, and is
   * left to who sends it. Throws `no_such`.
   */
  async retryMail(id: number): Promise<void> {
    await this.#options.database.transact(async (queries) => {
      const mail = await queries
        .selectFrom('mails')
        .select(sql<boolean>`state = 'failed' or next_at > now() + make_interval(secs => ${MAIL_HOLD_SECONDS})`.as('isAtRest'))
        .where('id', '=', id)
        .where('state', 'in', ['failed', 'waiting'])
        .forUpdate()
        .executeTakeFirst()
      if (!mail) throw new AppError('no_such', { what: { en: 'mail', zh: '邮件' }, got: id })
      if (!mail.isAtRest) return
      await queries
        .updateTable('mails')
        .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()
      await sql`select pg_notify('octet_mail', '')`.execute(queries)
    })
  }

  /** Who did what, newest first: one action, and what holds the words in the account's address, the caller's or the action. */
  audit({ q, page, action }: Page & { q: string; action: string }) {
    return this.#options.database.run((queries) => {
      const words = toLike(q)
      const every = queries
        .selectFrom('audit')
        .leftJoin('accounts', 'accounts.id', 'audit.account_id')
        .select(['audit.id', 'accounts.email', 'audit.account_id', 'action', 'detail', 'address', 'audit.created_at'])
      const all = action ? every.where('action', '=', action) : every
      const columns = ['accounts.email', 'audit.address', 'action'] as const
      return (q ? all.where(({ or, eb }) => or(columns.map((column) => eb(column, 'ilike', words)))) : all)
        .orderBy('audit.id', 'desc')
        .limit(PAGE_SIZE)
        .offset(page * PAGE_SIZE)
        .execute()
    })
  }
}
