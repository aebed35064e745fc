import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import { hasAccount, holdOperators, setDisabled, toGone } from '../../storage/queries/accounts.ts'
import * as lists from '../../storage/queries/back-office.ts'
import { holdMail, resendMail } from '../../storage/queries/mails.ts'
import { deleteMessage, setMessageState } from '../../storage/queries/messages.ts'
import type { Sessions } from '../account/sessions.ts'
import { tellChanged } from '../key/keys.ts'
import { MAIL_HOLD_SECONDS } from '../mail/outbox.ts'
import { givePlan } from '../billing/give-plan.ts'
import type { Plans } from '../plan/plans.ts'
import { keepAnOperator } from './keep-an-operator.ts'

type Page = lists.Page

export type Options = { readonly database: Database; readonly sessions: Sessions; readonly plans: Plans }

/** What the operator sees and does, beside what people do for themselves. */
export class BackOffice {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Figures of the whole installation. */
  overview(): Promise<Record<string, number>> {
    return this.#options.database.run(lists.readFigures)
  }

  /** Accounts whose address, phone or id begins with or holds the words, newest first. */
  users(wanted: Page & { q: string }) {
    return this.#options.database.run((queries) => lists.listUsers(queries, wanted))
  }

  /**
   * Locks an account or lets it in again: sessions end and keys are refused at once, everywhere. `by` is the operator who does so,
   * empty on the command line. Throws `no_such`, `forbidden`, `last_operator`, and `session_ended` where another operator locks `by`
   * this moment: of two who lock each other one is left.
   */
  async setDisabled(id: string, isDisabled: boolean, by: string): Promise<void> {
    if (id === by) throw new AppError('forbidden', { reason: { en: 'this is your own account', zh: '不能停用自己的账户' } })
    const { database, sessions } = this.#options
    await database.transact(async (queries) => {
      if (isDisabled) await keepAnOperator(queries, id)
      if (by !== '' && !(await holdOperators(queries, [id, by])).includes(by)) throw toGone()
      if (!(await setDisabled(queries, id, isDisabled)))
        throw new AppError('no_such', { what: { en: 'account', zh: '账户' }, got: id })
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
      if (!(await hasAccount(queries, id))) throw new AppError('no_such', { what: { en: 'account', zh: '账户' }, got: id })
      await givePlan(queries, { accountId: id, planId })
    })
  }

  /** Messages of people, newest first. */
  messages(wanted: Page & { state: 'open' | 'done' }) {
    return this.#options.database.run((queries) => lists.listMessages(queries, wanted))
  }

  /** Marks a message as answered, or as open again. Throws `no_such`. */
  async setMessage(id: number, state: 'open' | 'done'): Promise<void> {
    const isChanged = await this.#options.database.run((queries) => setMessageState(queries, id, state))
    if (!isChanged) throw new AppError('no_such', { what: { en: 'message', zh: '留言' }, got: id })
  }

  /** Deletes a message for good. Throws `no_such`. */
  async removeMessage(id: number): Promise<void> {
    const isDeleted = await this.#options.database.run((queries) => deleteMessage(queries, id))
    if (!isDeleted) throw new AppError('no_such', { what: { en: 'message', zh: '留言' }, got: id })
  }

  /** Proposed corrections of address data, newest first. */
  corrections(wanted: Page) {
    return this.#options.database.run((queries) => lists.listCorrections(queries, wanted))
  }

  /** Lookups of whole files, newest first. */
  jobs(wanted: Page) {
    return this.#options.database.run((queries) => lists.listJobs(queries, wanted))
  }

  /** Mails whose receiver or subject holds the words, newest first; without their text, which holds links that log in. */
  mails(wanted: Page & { q: string }) {
    return this.#options.database.run((queries) => lists.listMails(queries, wanted))
  }

  /**
   * Tries a mail that was given up, or waits for long, once more at once. One that waits for less may be on its way, and is
   * left to who sends it. Throws `no_such`.
   */
  async retryMail(id: number): Promise<void> {
    await this.#options.database.transact(async (queries) => {
      const mail = await holdMail(queries, id, MAIL_HOLD_SECONDS)
      if (!mail) throw new AppError('no_such', { what: { en: 'mail', zh: '邮件' }, got: id })
      if (!mail.isAtRest) return
      await resendMail(queries, id)
      await notify(queries, 'octet_mail')
    })
  }

  /** Who did what, newest first: one action, and what holds the words in the account's address, the caller's or the action. */
  audit(wanted: Page & { q: string; action: string }) {
    return this.#options.database.run((queries) => lists.listAudit(queries, wanted))
  }
}
