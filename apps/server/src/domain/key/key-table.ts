import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { readKeys } from '../../storage/queries/keys.ts'
import { toHash } from '../account/secret.ts'
import { createAddressList } from '../address-list.ts'
import { isKeyShaped } from './key-format.ts'

/** How long changes may stay unknown when the listener is down, or when they could not be read. */
const FALLBACK_MS = 1_000
/** Before keys that could not be read are asked for again, while a start waits for them. */
const PAUSE_MS = 100
/** Keys whose hash is remembered. */
const MAX_HASHES = 20_000

/** Products a key can be good for. */
export const SCOPES = ['geo', 'privacy', 'asn', 'download', 'usage'] as const
export type Scope = (typeof SCOPES)[number]

/** A key as the request path sees it. */
export type KnownKey = {
  readonly id: string
  readonly accountId: string
  /** Undefined without a subscription. */
  readonly planId: string | undefined
  /** Requests beyond the plan that the account agreed to pay for, a month. */
  readonly extraUnits: number
  /** Requests that this key may make in a month; undefined without a cap of its own. */
  readonly capMonth: number | undefined
  readonly scopes: ReadonlySet<string>
  /** Whether the key may come from an address; undefined when it may come from all. */
  readonly isAllowedFrom: ((address: string) => boolean) | undefined
  readonly origins: readonly string[]
  readonly isAllowedInQuery: boolean
  readonly expiresMs: number
  readonly isRevoked: boolean
}

declare module '@octet/core/endpoint.ts' {
  interface Caller {
    /** Id of the key that the call came with. */
    readonly keyId?: string
    /** The key itself, as the request path sees it. */
    readonly key?: KnownKey
  }
}

/** How a key came. */
export type KeyUse = {
  readonly text: string
  readonly isInQuery: boolean
  readonly address: string
  readonly origin: string | undefined
  /** Undefined where any key will do. */
  readonly scope: Scope | undefined
}

/** All keys, in the memory of every thread; read anew when another thread says that an account's keys have changed. */
export class KeyTable {
  readonly #database: Database
  readonly #log: Logger
  readonly #keys = new Map<string, KnownKey>()
  readonly #timer: NodeJS.Timeout
  /** Hash of each key that has been used, so that it is worked out once. */
  readonly #hashes = new Map<string, string>()
  #isLoaded = false
  /** Whether a change was heard of that could not be read: nobody tells of it again. */
  #hasMissed = false
  #loading = Promise.resolve()

  constructor(database: Database, { log }: { log: Logger }) {
    this.#database = database
    this.#log = log
    database.listen('octet_keys', (accountId) => void this.load(accountId))
    this.#timer = setInterval(() => {
      const isCurrent = this.#isLoaded && !this.#hasMissed && database.isListening
      if (database.isConfigured && !isCurrent) void this.load()
    }, FALLBACK_MS)
    this.#timer.unref()
  }

  /** Reads the keys of an account, or all of them. One after the other, so that the newest is read last. */
  load(accountId?: string): Promise<void> {
    this.#loading = this.#loading
      .then(() => this.#read(accountId))
      .catch((error: unknown) => {
        this.#hasMissed = true
        if (!isAppError(error)) this.#log.error({ err: error }, 'keys cannot be read')
      })
    return this.#loading
  }

  /** Reads all keys, again and again where the database is busy, until they are known or `limitMs` have passed. */
  async whenLoaded(limitMs: number): Promise<void> {
    const late = AbortSignal.timeout(limitMs)
    const isLate = once(late, 'abort')
    while (!this.#isLoaded && !late.aborted) {
      await Promise.race([this.load(), isLate])
      if (!this.#isLoaded && !late.aborted) await wait(PAUSE_MS)
    }
  }

  async #read(accountId: string | undefined): Promise<void> {
    const rows = await this.#database.run((queries) => readKeys(queries, accountId))
    for (const [hash, key] of this.#keys) if (accountId === undefined || key.accountId === accountId) this.#keys.delete(hash)
    for (const row of rows) {
      this.#keys.set(row.hash.toString('base64'), {
        id: row.id,
        accountId: row.account_id,
        planId: row.plan_id ?? undefined,
        capMonth: row.cap_month ?? undefined,
        extraUnits: row.overage ? (row.overage_cap ?? 0) : 0,
        scopes: new Set(row.scopes),
        isAllowedFrom: row.cidrs.length > 0 ? createAddressList(row.cidrs) : undefined,
        origins: row.origins,
        isAllowedInQuery: row.allow_query,
        expiresMs: row.expires_at?.getTime() ?? Infinity,
        isRevoked: row.revoked_at !== null || row.disabled_at !== null,
      })
    }
    if (accountId !== undefined) return
    this.#isLoaded = true
    this.#hasMissed = false
  }

  /** The key of a request. Throws `bad_key`, `key_refused`, `unavailable` while the table has not been read yet. */
  get({ text, isInQuery, address, origin, scope }: KeyUse): KnownKey {
    const key = this.#check(this.#keys.get(this.#hashes.get(text) ?? this.#hash(text)), scope)
    if (isInQuery && !key.isAllowedInQuery) throw toRefused('it may not come in a URL', '不允许在 URL 中传递密钥')
    if (key.isAllowedFrom && !key.isAllowedFrom(address)) throw toRefused(`not from ${address}`, `不允许来自 ${address} 的请求`)
    if (origin === undefined ? key.origins.length > 0 && !key.isAllowedFrom : !key.origins.includes(origin))
      throw origin === undefined
        ? toRefused('it is for pages of its origins, and no page asks', '它仅供指定来源的网页使用，而请求并非来自网页')
        : toRefused(`not from the pages of ${origin}`, `不允许来自 ${origin} 页面的请求`)
    return key
  }

  /**
   * A key that its owner, who is logged in, chooses among his own: where it may come from does not matter then. Throws as
   * {@link get}.
   */
  getOwn(accountId: string, id: string, scope: Scope): KnownKey {
    return this.#check(
      this.#keys.values().find((key) => key.id === id && key.accountId === accountId),
      scope,
    )
  }

  #check(key: KnownKey | undefined, scope: Scope | undefined): KnownKey {
    if (!key && !this.#isLoaded)
      throw new AppError('unavailable', { reason: { en: 'the keys are not known yet', zh: '密钥数据尚未加载' }, retryAfter: 2 })
    if (!key) throw toBad('it is unknown', '密钥不存在')
    if (key.isRevoked) throw toBad('it has been revoked', '密钥已吊销')
    if (key.expiresMs <= Date.now()) throw toBad('it has expired', '密钥已过期')
    if (scope !== undefined && !key.scopes.has(scope)) throw toRefused(`it is not good for “${scope}”`, `密钥未开通“${scope}”`)
    return key
  }

  #hash(text: string): string {
    if (!isKeyShaped(text)) throw toBad('it is not one of ours', '格式不正确')
    const hash = toHash(text).toString('base64')
    if (!this.#keys.has(hash)) return hash
    if (this.#hashes.size >= MAX_HASHES) this.#hashes.clear()
    this.#hashes.set(text, hash)
    return hash
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#loading
  }
}

const toBad = (en: string, zh: string) => new AppError('bad_key', { reason: { en, zh } })
const toRefused = (en: string, zh: string) => new AppError('key_refused', { reason: { en, zh } })
