import { createHash } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { addMail } from '../mail/outbox.ts'
import type { Device, NewSession, Session, Sessions } from './sessions.ts'

export type PasskeysOptions = {
  readonly database: Database
  readonly sessions: Sessions
  readonly publicOrigin: string
  readonly brand: string
}

const MAX_PASSKEYS = 10
const CHALLENGE_SECONDS = 300
/** EdDSA, ES256, RS256: what devices have (COSE registry). */
const ALGORITHMS = [-8, -7, -257]

/** Comes with the first passkey, since most starts of the program never see one. */
const loadLibrary = () => import('@simplewebauthn/server')

/**
 * Passkeys of accounts (WebAuthn Level 2). The device checks the person (PIN, finger, face) each time, so one passkey
 * is both factors of a log-in. A challenge counts once and for five minutes.
 */
export class Passkeys {
  readonly #options: PasskeysOptions
  /** The host name that passkeys are bound to; a passkey of one site is worth nothing on another. */
  readonly #rpID: string
  readonly #origins: string[]

  constructor(options: PasskeysOptions) {
    this.#options = options
    const { hostname, origin, port, protocol } = new URL(options.publicOrigin)
    const isLoopback = /^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
    // An address cannot have passkeys (WebAuthn Level 2 §5.1.2), its own machine's name can.
    this.#rpID = isLoopback ? 'localhost' : hostname
    this.#origins = isLoopback ? [`${protocol}//localhost${port && `:${port}`}`] : [origin]
  }

  /** Passkeys of an account, newest first, as far as they are shown. */
  list(accountId: string) {
    return this.#options.database.run((queries) =>
      queries
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at', 'last_used_at'])
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .execute(),
    )
  }

  /** What the browser needs to make a passkey. */
  async start({ accountId, email }: Session) {
    const known = await this.#options.database.run((queries) =>
      queries.selectFrom('passkeys').select(['id']).where('account_id', '=', accountId).execute(),
    )
    if (known.length >= MAX_PASSKEYS) throw toTooMany()
    const { generateRegistrationOptions } = await loadLibrary()
    const options = await generateRegistrationOptions({
      rpName: this.#options.brand,
      rpID: this.#rpID,
      userName: email,
      userID: new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex')),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    await this.#noteChallenge(options.challenge, accountId)
    return options
  }

  /** Keeps a passkey that the browser has made, and tells the account by mail. Throws `passkey_wrong`. */
  async add({ accountId }: Session, { name, response }: { name: string; response: RegistrationResponseJSON }): Promise<void> {
    const { verifyRegistrationResponse } = await loadLibrary()
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => this.#takeChallenge(challenge, accountId),
      expectedOrigin: this.#origins,
      expectedRPID: this.#rpID,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(refuse)
    if (!verified.verified) throw toWrong('its signature does not fit', '签名不匹配')
    const { credential } = verified.registrationInfo
    const { database, brand } = this.#options
    await database.transact(async (queries) => {
      // The row of the account is held, so that two calls at once cannot both find room.
      const { email: recipient, lang } = await queries
        .selectFrom('accounts')
        .select(['email', 'lang'])
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const known = await queries.selectFrom('passkeys').select('id').where('account_id', '=', accountId).execute()
      if (known.length >= MAX_PASSKEYS) throw toTooMany()
      const { numInsertedOrUpdatedRows } = await queries
        .insertInto('passkeys')
        .values({
          id: credential.id,
          account_id: accountId,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: credential.transports ?? [],
          name,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw toWrong('it is there already', '该通行密钥已添加过')
      // It logs in for good, and a session is enough to add it: the owner hears of it.
      await addMail(queries, { accountId, recipient, kind: 'passkey_added', lang, brand })
    })
  }

  /** Calls a passkey otherwise. Throws `no_such` for one that is not the account's. */
  async rename({ accountId }: Session, id: string, name: string): Promise<void> {
    const { numUpdatedRows } = await this.#options.database.run((queries) =>
      queries.updateTable('passkeys').set({ name }).where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst(),
    )
    if (numUpdatedRows === 0n) throw toMissing(id)
  }

  /** Forgets a passkey. Throws `no_such` for one that is not the account's. */
  async remove({ accountId }: Session, id: string): Promise<void> {
    const { numDeletedRows } = await this.#options.database.run((queries) =>
      queries.deleteFrom('passkeys').where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst(),
    )
    if (numDeletedRows === 0n) throw toMissing(id)
  }

  /** What the browser needs to sign a log-in; it is the same for everybody, so it says nothing about who has an account. */
  async startLogIn() {
    const { generateAuthenticationOptions } = await loadLibrary()
    const options = await generateAuthenticationOptions({ rpID: this.#rpID, userVerification: 'required' })
    await this.#noteChallenge(options.challenge, null)
    return options
  }

  /** Opens a session for a signed log-in. Throws `passkey_wrong`. */
  async logIn({
    response,
    ...opening
  }: {
    response: AuthenticationResponseJSON
    isRemembered: boolean
    isBound: boolean
    device: Device
  }): Promise<NewSession & { accountId: string }> {
    const { database, sessions } = this.#options
    const passkey = await database.run((queries) => findPasskey(queries, response.id))
    if (!passkey || passkey.disabled_at || !passkey.confirmed_at) throw toWrong('it is not known here', '本站没有此密钥')
    const { verifyAuthenticationResponse } = await loadLibrary()
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => this.#takeChallenge(challenge, null),
      expectedOrigin: this.#origins,
      expectedRPID: this.#rpID,
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    }).catch(refuse)
    if (!verified.verified) throw toWrong('its signature does not fit', '签名不匹配')
    return database.transact(async (queries) => {
      await queries
        .updateTable('passkeys')
        .set({ counter: verified.authenticationInfo.newCounter, last_used_at: sql<Date>`now()` })
        .where('id', '=', passkey.id)
        .execute()
      const session = await sessions.open(queries, { id: passkey.account_id, epoch: passkey.epoch }, opening)
      return { ...session, accountId: passkey.account_id }
    })
  }

  async #noteChallenge(challenge: string, accountId: string | null): Promise<void> {
    await this.#options.database.run((queries) =>
      queries
        .insertInto('challenges')
        .values({
          hash: toChallengeHash(challenge),
          account_id: accountId,
          expires_at: sql<Date>`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
        })
        .execute(),
    )
  }

  async #takeChallenge(challenge: string, accountId: string | null): Promise<boolean> {
    const taken = await this.#options.database.run((queries) =>
      queries
        .deleteFrom('challenges')
        .where('hash', '=', toChallengeHash(challenge))
        .where('account_id', accountId === null ? 'is' : '=', accountId)
        .returning(sql<boolean>`expires_at > now()`.as('isAlive'))
        .executeTakeFirst(),
    )
    return taken?.isAlive === true
  }
}

function findPasskey(queries: Queries, id: string) {
  return queries
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .select(['passkeys.id', 'account_id', 'public_key', 'counter', 'epoch', 'confirmed_at', 'disabled_at'])
    .where('passkeys.id', '=', id)
    .executeTakeFirst()
}

function toChallengeHash(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}

/** The library throws for everything that is not as it should be. */
function refuse(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  throw new AppError(
    'passkey_wrong',
    { reason: { en: (cause as Error).message.slice(0, 200), zh: '认证器返回的数据不正确' } },
    { cause },
  )
}

function toWrong(en: string, zh: string): AppError {
  return new AppError('passkey_wrong', { reason: { en, zh } })
}

const toTooMany = () => toWrong(`at most ${MAX_PASSKEYS} are kept`, `最多可添加 ${MAX_PASSKEYS} 个`)

const toMissing = (id: string) => new AppError('no_such', { what: { en: 'passkey', zh: '通行密钥' }, got: id })
