import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { holdAccess, holdAccount } from '../../storage/queries/accounts.ts'
import { insertChallenge, takeChallenge } from '../../storage/queries/challenges.ts'
import * as rows from '../../storage/queries/passkeys.ts'
import { addMail } from '../mail/outbox.ts'
import { toHash } from './secret.ts'
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
    return this.#options.database.run((queries) => rows.listPasskeys(queries, accountId))
  }

  /** What the browser needs to make a passkey. */
  async start({ accountId, email }: Session) {
    const known = await this.#options.database.run((queries) => rows.listPasskeyIds(queries, accountId))
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
      const { email: recipient, lang } = await holdAccount(queries, accountId)
      if ((await rows.listPasskeyIds(queries, accountId)).length >= MAX_PASSKEYS) throw toTooMany()
      const isNew = await rows.insertPasskey(queries, {
        id: credential.id,
        account_id: accountId,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
      })
      if (!isNew) throw toWrong('it is there already', '该通行密钥已添加过')
      // It logs in for good, and a session is enough to add it: the owner hears of it.
      await addMail(queries, { accountId, recipient, kind: 'passkey_added', lang, brand })
    })
  }

  /** Calls a passkey otherwise. Throws `no_such` for one that is not the account's. */
  async rename({ accountId }: Session, id: string, name: string): Promise<void> {
    if (!(await this.#options.database.run((queries) => rows.renamePasskey(queries, { id, accountId }, name))))
      throw toMissing(id)
  }

  /** Forgets a passkey. Throws `no_such` for one that is not the account's. */
  async remove({ accountId }: Session, id: string): Promise<void> {
    if (!(await this.#options.database.run((queries) => rows.deletePasskey(queries, { id, accountId })))) throw toMissing(id)
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
    const passkey = await database.run((queries) => rows.findPasskey(queries, response.id))
    if (!passkey || passkey.disabled_at || !passkey.confirmed_at) throw toUnknown()
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
      const account = await holdAccess(queries, passkey.account_id)
      const isKnown = await rows.touchPasskey(queries, passkey.id, verified.authenticationInfo.newCounter)
      if (!account || account.disabled_at || !isKnown) throw toUnknown()
      const session = await sessions.open(queries, account, opening)
      return { ...session, accountId: passkey.account_id }
    })
  }

  async #noteChallenge(challenge: string, accountId: string | null): Promise<void> {
    const hash = toHash(challenge)
    await this.#options.database.run((queries) => insertChallenge(queries, { hash, accountId, seconds: CHALLENGE_SECONDS }))
  }

  #takeChallenge(challenge: string, accountId: string | null): Promise<boolean> {
    return this.#options.database.run((queries) => takeChallenge(queries, toHash(challenge), accountId))
  }
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

const toUnknown = () => toWrong('it is not known here', '本站没有此密钥')

const toTooMany = () => toWrong(`at most ${MAX_PASSKEYS} are kept`, `最多可添加 ${MAX_PASSKEYS} 个`)

const toMissing = (id: string) => new AppError('no_such', { what: { en: 'passkey', zh: '通行密钥' }, got: id })
