import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import * as rows from '../../storage/queries/sessions.ts'
import { isSecret, makeSecret, toHash } from './secret.ts'

/** SPEC §9: 7 days, 30 when remembered. */
const SESSION_SECONDS = 604_800
const REMEMBERED_SECONDS = 2_592_000
const CACHE_MS = 1_000
const MAX_CACHED = 10_000

/** Who is logged in, as a call sees it. */
export type Session = {
  readonly accountId: string
  readonly email: string
  readonly phone: string | null
  readonly channel: string
  readonly role: 'user' | 'operator'
  readonly hasSecondFactor: boolean
  /** Language of mails. */
  readonly lang: Lang
  readonly hash: Buffer
}

declare module '@octet/core/endpoint.ts' {
  interface Caller {
    /** Who is logged in; always there in endpoints with `auth: 'session'`. */
    readonly session?: Session
  }
}

/** Where a session was opened, as its owner sees it in the list. */
export type Device = {
  /** The `User-Agent` header. */
  readonly agent: string
  readonly address: string
}

type Opening = { readonly isRemembered: boolean; readonly isBound: boolean; readonly device?: Device | undefined }

const MAX_AGENT = 300

type Row = Session & { readonly cookieHash: Buffer | null; readonly expiresMs: number }
type Cached = { readonly row: Row | undefined; readonly untilMs: number }

/** What a log-in hands out: the token for the header, and the half that only the cookie holds. */
export type NewSession = { readonly token: string; readonly cookie: string | undefined; readonly seconds: number }

/** Sessions of one thread: rows are kept for 1 s, and forgotten at once when another thread ends them. */
export class Sessions {
  readonly #database: Database
  readonly #cache = new Map<string, Cached>()
  /** How often something was forgotten: what was read meanwhile may be of before. */
  #forgotten = 0

  constructor(database: Database) {
    this.#database = database
    database.listen('octet_sessions', (word) => this.forget(word))
  }

  /** Opens a session in a transaction. With `isBound` it is worth nothing without the cookie's half. */
  async open(
    queries: Queries,
    account: { id: string; epoch: number },
    { isRemembered, isBound, device }: Opening,
  ): Promise<NewSession> {
    const token = makeSecret()
    const cookie = isBound ? makeSecret() : undefined
    const seconds = isRemembered ? REMEMBERED_SECONDS : SESSION_SECONDS
    const row = {
      hash: toHash(token),
      cookie_hash: cookie === undefined ? null : toHash(cookie),
      account_id: account.id,
      epoch: account.epoch,
      agent: device?.agent.slice(0, MAX_AGENT) ?? '',
      address: device?.address ?? '',
    }
    await rows.insertSession(queries, row, seconds)
    return { token, cookie, seconds }
  }

  /** The session of a token. Throws `session_ended` for one that is unknown, ended, or without its other half. */
  async get(token: string, cookie: string | undefined): Promise<Session> {
    if (!isSecret(token)) throw new AppError('session_ended')
    const row = await this.#find(toHash(token))
    if (!row || row.expiresMs <= Date.now()) throw new AppError('session_ended')
    if (row.cookieHash && !(cookie !== undefined && row.cookieHash.equals(toHash(cookie)))) throw new AppError('session_ended')
    return row
  }

  async #find(hash: Buffer): Promise<Row | undefined> {
    const name = hash.toString('base64')
    const cached = this.#cache.get(name)
    if (cached && cached.untilMs > performance.now()) return cached.row
    const forgotten = this.#forgotten
    const row = await this.#database.run((queries) => readSession(queries, hash))
    if (forgotten !== this.#forgotten) return row
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    this.#cache.set(name, { row, untilMs: performance.now() + CACHE_MS })
    return row
  }

  /** Ends one session on every thread. */
  async end(session: Session): Promise<void> {
    await this.#database.transact(async (queries) => {
      await rows.deleteSession(queries, session.hash)
      await tellEnded(queries, session.accountId)
    })
    this.forget(session.accountId)
  }

  /** Sessions of an account, newest first. */
  list(session: Session) {
    return this.#database.run((queries) => rows.listSessions(queries, session.accountId))
  }

  /** Ends one session of an account by its id. Throws `no_such` for one that is not the account's. */
  async endOne(session: Session, id: string): Promise<void> {
    await this.#database.transact(async (queries) => {
      if (!(await rows.deleteSessionById(queries, { id, accountId: session.accountId })))
        throw new AppError('no_such', { what: { en: 'login', zh: '登录记录' }, got: id })
      await tellEnded(queries, session.accountId)
    })
    this.forget(session.accountId)
  }

  /** Ends every session of an account on every thread; within a transaction. */
  async endAll(queries: Queries, accountId: string, but: { except?: Buffer } = {}): Promise<void> {
    await rows.dropSessions(queries, accountId, but)
    await tellEnded(queries, accountId)
  }

  /** Reads the sessions of an account anew, or of all of them. */
  forget(accountId: string | undefined): void {
    this.#forgotten++
    if (accountId === undefined) return this.#cache.clear()
    for (const [name, { row }] of this.#cache) if (row?.accountId === accountId) this.#cache.delete(name)
  }
}

/** Tells every thread that something about an account's sessions has changed. */
export async function tellEnded(queries: Queries, accountId: string): Promise<void> {
  await notify(queries, 'octet_sessions', accountId)
}

async function readSession(queries: Queries, hash: Buffer): Promise<Row | undefined> {
  const found = await rows.findSession(queries, hash)
  return (
    found && {
      accountId: found.id,
      email: found.email,
      phone: found.phone,
      channel: found.channel,
      role: found.role,
      lang: found.lang,
      hasSecondFactor: found.totp_secret !== null,
      hash,
      cookieHash: found.cookie_hash,
      expiresMs: found.expires_at.getTime(),
    }
  )
}
