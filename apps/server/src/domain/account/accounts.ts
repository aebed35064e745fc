import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import {
  deleteAccount,
  findAccount,
  getAddressee,
  holdAccess,
  insertAccount,
  keepAccount,
  moveAccount,
  resetPassword,
  restartAccount,
  setPassword,
  setProfile,
  type Addressee,
  type FoundAccount,
  type NewAccount,
} from '../../storage/queries/accounts.ts'
import { lockJobs } from '../../storage/queries/jobs.ts'
import { dropLinks } from '../../storage/queries/links.ts'
import { holdUse } from '../../storage/queries/quota.ts'
import { addMail, hasRoom } from '../mail/outbox.ts'
import type { MailKind } from '../mail/templates.ts'
import { keepAnOperator } from '../operator/keep-an-operator.ts'
import { parseEmail } from './email.ts'
import { addLink, checkLink, openMove, takeLink } from './links.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { checkRegistrant, confirmRegistrant } from './registrant.ts'
import { holdCurrent, type Current } from './current.ts'
import { tellEnded, type Device, type NewSession, type Session, type Sessions } from './sessions.ts'
import { takeSecondFactor } from './second-factor.ts'

const AFTERWARDS_MS = 20
/** Links that give the account to whoever has them; none that somebody ordered with the old password outlives it. */
const MOVING = ['reset', 'email'] as const

const OTHER_EMAIL: Text = { en: 'another address than that of the account', zh: '与当前邮箱不同的地址' }

export type AccountsOptions = {
  readonly database: Database
  readonly sessions: Sessions
  /** Origin of the links in mails, never taken from a request. */
  readonly publicOrigin: string
  readonly brand: string
  /** Told what went wrong in work that is done after the answer. */
  readonly onFault: (error: unknown) => void
}

export type SignUp = {
  readonly email: string
  readonly password: string
  readonly confirmPassword: string
  readonly hasAgreed: boolean
  readonly phone: string | null
  readonly regType: number
  readonly lang: Lang
}

export type LogIn = {
  readonly email: string
  readonly password: string
  readonly code: string | undefined
  /** Told of each code before it is looked at; it throws when there were too many for the account. */
  readonly countCode: (accountId: string) => void
  readonly isRemembered: boolean
  readonly isBound: boolean
  readonly device: Device
}

type Registered = { added: Addressee; known?: undefined } | { added?: undefined; known: FoundAccount }

/** What people do with their accounts. A known and an unknown address get the same answer, in the same time. */
export class Accounts {
  readonly #options: AccountsOptions

  constructor(options: AccountsOptions) {
    this.#options = options
  }

  /** Registers an address and sends the link that confirms it. Throws the table's validation errors. */
  async signUp({ password, confirmPassword, hasAgreed, phone, regType, lang, ...rest }: SignUp): Promise<void> {
    const email = parseEmail(rest.email)
    checkPassword(password, email)
    if (password !== confirmPassword) throw new AppError('passwords_differ')
    if (!hasAgreed) throw new AppError('agreement_missing')
    const passwordHash = await hashPassword(password)
    await this.#options.database.transact(async (queries) => {
      const said = { password_hash: passwordHash, phone, reg_type: regType, lang }
      const { added, known } = await this.#addOrKeep(queries, { email, ...said })
      if (added) await this.#mailLink(queries, added, 'confirm')
      else if (known.confirmed_at === null)
        await this.#mailLink(queries, { ...known, lang }, 'confirm', () => restartAccount(queries, known.id, said))
      else await this.#mail(queries, known, { kind: 'known_address', path: '/login' })
    })
  }

  /** A new account, or the one that has the address: one that is deleted this moment is waited for, and does not count. */
  async #addOrKeep(queries: Queries, account: NewAccount): Promise<Registered> {
    for (;;) {
      const added = await insertAccount(queries, account)
      if (added) return { added }
      const known = await keepAccount(queries, account.email)
      if (known) return { known }
    }
  }

  /** Sends the confirmation once more, if there is something to confirm; after the answer. */
  async resend(address: string): Promise<void> {
    await this.#afterwards(address, async (queries, account) => {
      if (!account.confirmed_at) await this.#mailLink(queries, account, 'confirm')
    })
  }

  /**
   * Confirms an address: the first one, or the one it is changed to. Says which of them, and whether that was done before:
   * links may be opened again. Throws `link_dead`, and `password_missing`, `wrong_password` where the
   * address was registered more than once.
   */
  async confirm(secret: string, password?: string): Promise<{ accountId: string; outcome: Confirmation }> {
    const { database, sessions } = this.#options
    const registrant = await checkRegistrant(database, { secret, password })
    if (registrant) {
      const isFirst = await confirmRegistrant(database, registrant)
      return { accountId: registrant.id, outcome: isFirst ? 'confirmed' : 'confirmed_before' }
    }
    const moved = await database.transact(async (queries) => {
      const { accountId, email } = await openMove(queries, secret)
      const isMoved = await this.#moveTo(queries, { id: accountId, email })
      return { accountId, outcome: isMoved ? ('email_changed' as const) : ('email_changed_before' as const) }
    })
    sessions.forget(moved.accountId)
    return moved
  }

  /**
   * Sends a link to a new address, which counts once it is opened. An address that has an account already gets a mail
   * that says so, and the caller the same answer. Throws `email_wrong`, `wrong_password`.
   */
  async changeEmail(session: Session, { email: address, password }: { email: string; password: string }): Promise<void> {
    const email = parseEmail(address)
    const current = await this.checkCurrent(session, password)
    if (email === session.email) throw new AppError('bad_input', { field: 'email', expected: OTHER_EMAIL, got: email })
    await this.#options.database.transact(async (queries) => {
      await holdCurrent(queries, current)
      const known = await keepAccount(queries, email)
      if (known) return this.#mail(queries, known, { kind: 'known_address', path: '/login' })
      if (!(await hasRoom(queries, { recipient: email, kind: 'email' }))) return
      const { lang } = await getAddressee(queries, session.accountId)
      const secret = await addLink(queries, session.accountId, { purpose: 'email', email })
      await this.#mail(queries, { id: session.accountId, email, lang }, { kind: 'email', path: `/confirm#token=${secret}` })
    })
  }

  /** Whether the account had another address until now. */
  async #moveTo(queries: Queries, { id, email }: { id: string; email: string }): Promise<boolean> {
    const before = await getAddressee(queries, id)
    if (before.email === email) return false
    if (!(await moveAccount(queries, { id, email }))) throw new AppError('link_dead')
    await dropLinks(queries, id, ['reset']) // the old address may be in other hands
    await this.#mail(queries, before, { kind: 'email_changed', path: '/contact' })
    await tellEnded(queries, id)
    return true
  }

  /** Checks a log-in and opens a session. Throws `wrong_login`, `code_required`, `wrong_code`, and what `countCode` throws. */
  async logIn({ email, password, code, countCode, ...opening }: LogIn): Promise<NewSession & { accountId: string }> {
    const address = parseEmail(email)
    if (password === '') throw new AppError('password_missing')
    const { database, sessions } = this.#options
    const account = await database.run((queries) => findAccount(queries, address))
    const fits = await isPassword(password, account?.password_hash)
    if (!account || !fits || !account.confirmed_at || account.disabled_at) throw new AppError('wrong_login')
    if (account.totp_secret !== null && code) countCode(account.id)
    return database.transact(async (queries) => {
      const now = await holdAccess(queries, account.id)
      if (!now || now.disabled_at || now.password_hash !== account.password_hash) throw new AppError('wrong_login')
      const counted = account.totp_secret === null ? undefined : code
      if (now.totp_secret !== null) await takeSecondFactor(queries, account.id, counted)
      return { ...(await sessions.open(queries, now, opening)), accountId: account.id }
    })
  }

  /** Sends a link to choose a new password, if there is an account; after the answer. */
  async forgot(address: string): Promise<void> {
    await this.#afterwards(address, (queries, account) => this.#mailLink(queries, account, 'reset'))
  }

  /** Sets a new password by a link and logs every device out. Throws `link_dead`, `password_weak`. Gives the account's id. */
  async reset(secret: string, { password, confirmPassword }: { password: string; confirmPassword: string }): Promise<string> {
    if (password !== confirmPassword) throw new AppError('passwords_differ')
    checkPassword(password, '')
    const { database } = this.#options
    await database.run((queries) => checkLink(queries, secret, 'reset')) // or anybody could keep the hashes busy
    const passwordHash = await hashPassword(password)
    const accountId = await database.transact(async (queries) => {
      const id = await takeLink(queries, secret, 'reset')
      const account = await resetPassword(queries, id, passwordHash)
      checkPassword(password, account.email) // throws the link back, too
      await this.#options.sessions.endAll(queries, id)
      await dropLinks(queries, id, MOVING)
      await this.#mail(queries, account, { kind: 'password_changed', path: '/login' })
      return id
    })
    this.#options.sessions.forget(accountId)
    return accountId
  }

  /** Changes the password; the calling session stays, the others end. Throws `wrong_password`. */
  async changePassword(
    session: Session,
    { current, password, confirmPassword }: { current: string; password: string; confirmPassword: string },
  ): Promise<void> {
    if (password !== confirmPassword) throw new AppError('passwords_differ')
    checkPassword(password, session.email)
    const known = await this.checkCurrent(session, current)
    const passwordHash = await hashPassword(password)
    await this.#options.database.transact(async (queries) => {
      await holdCurrent(queries, known)
      const account = await setPassword(queries, session.accountId, passwordHash)
      await this.#options.sessions.endAll(queries, session.accountId, { except: session.hash })
      await dropLinks(queries, session.accountId, MOVING)
      await this.#mail(queries, account, { kind: 'password_changed', path: '/login' })
    })
    this.#options.sessions.forget(session.accountId)
  }

  /** Changes what the person says about themselves. */
  async changeProfile(session: Session, { phone, lang }: { phone?: string | null; lang?: Lang }): Promise<void> {
    await this.#options.database.transact(async (queries) => {
      const changes = { ...(phone !== undefined && { phone }), ...(lang && { lang }) }
      if (Object.keys(changes).length === 0) return
      await setProfile(queries, session.accountId, changes)
      await tellEnded(queries, session.accountId)
    })
    this.#options.sessions.forget(session.accountId)
  }

  /** Logs every device out. */
  async logOutEverywhere(session: Session): Promise<void> {
    await this.#options.database.transact((queries) => this.#options.sessions.endAll(queries, session.accountId))
    this.#options.sessions.forget(session.accountId)
  }

  /** Deletes the account with everything that belongs to it, after `before` has found nothing against it. Throws `wrong_password`, `last_operator`. */
  async remove(session: Session, password: string, before: () => Promise<void> = async () => {}): Promise<void> {
    const current = await this.checkCurrent(session, password)
    await this.#delete(session.accountId, before, (queries) => holdCurrent(queries, current))
  }

  /** The same by the operator, who knows no password. Throws `last_operator`. */
  async removeById(accountId: string, before: () => Promise<void>): Promise<void> {
    await this.#delete(accountId, before)
  }

  async #delete(accountId: string, before: () => Promise<void>, hold?: (queries: Queries) => Promise<unknown>): Promise<void> {
    const { database } = this.#options
    await database.transact((queries) => keepAnOperator(queries, accountId)) // or it would stay without its jobs
    await before()
    await database.transact(async (queries) => {
      await keepAnOperator(queries, accountId)
      await lockJobs(queries, accountId) // none comes or goes
      await holdUse(queries, accountId)
      await hold?.(queries)
      await deleteAccount(queries, accountId)
      await tellEnded(queries, accountId)
      await notify(queries, 'octet_keys', accountId)
    })
    this.#options.sessions.forget(accountId)
  }

  /** Whoever finds an open session may use the account, and not move it: that takes the password. Throws `password_missing`, `wrong_password`. */
  async checkCurrent(session: Session, password: string): Promise<Current> {
    if (password === '') throw new AppError('password_missing')
    const account = await this.#options.database.run((queries) => findAccount(queries, session.email))
    const fits = await isPassword(password, account?.password_hash)
    if (!account || !fits || account.id !== session.accountId) throw new AppError('wrong_password')
    return { accountId: account.id, passwordHash: account.password_hash }
  }

  /** Looks the address up while the caller waits, and does the rest when it does not. */
  async #afterwards(address: string, work: (queries: Queries, account: FoundAccount) => Promise<void>): Promise<void> {
    const { database, onFault } = this.#options
    const email = parseEmail(address)
    const account = await database.run((queries) => findAccount(queries, email))
    if (!account || account.disabled_at) return
    // The answer is out by then, so that the work for a known address does not slow it down.
    setTimeout(() => void database.transact((queries) => work(queries, account)).catch(onFault), AFTERWARDS_MS)
  }

  /** A link that cannot be mailed is not made: it would only end the one that was. `before` is done when it can. */
  async #mailLink(
    queries: Queries,
    account: Addressee,
    purpose: 'confirm' | 'reset',
    before?: () => Promise<void>,
  ): Promise<void> {
    if (!(await hasRoom(queries, { recipient: account.email, kind: purpose }))) return
    await before?.()
    const secret = await addLink(queries, account.id, { purpose })
    await this.#mail(queries, account, { kind: purpose, path: `/${purpose}#token=${secret}` })
  }

  #mail(queries: Queries, { id, email, lang }: Addressee, { kind, path }: { kind: MailKind; path?: string }): Promise<void> {
    const { brand, publicOrigin } = this.#options
    const link = path === undefined ? {} : { link: `${publicOrigin}${lang === 'zh' ? '/zh' : ''}${path}` }
    return addMail(queries, { accountId: id, recipient: email, kind, lang, brand, ...link })
  }
}

/** What a link has done, by the message that says so. */
export type Confirmation = 'confirmed' | 'confirmed_before' | 'email_changed' | 'email_changed_before'
