import { randomUUID } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import { holdAccount } from '../../storage/queries/accounts.ts'
import * as rows from '../../storage/queries/points.ts'
import { makeSecret, toHash } from '../account/secret.ts'
import type { PlaceOverride } from './locate.ts'

/** Tokens of points begin with this, so that people and scanners of leaked secrets know what they see. */
const TOKEN_PREFIX = 'oct_point_'
const MAX_PER_ACCOUNT = 20
const TOKEN = /^oct_point_[\w-]{43}$/

export type NewPoint = PlaceOverride & {
  readonly name: string
  readonly tags: readonly string[]
  /** Null for a point of the operator, which everybody may use. */
  readonly accountId: string | null
}

/** What an owner changes; what is left out stays. */
export type PointChanges = { readonly [K in keyof Omit<NewPoint, 'accountId'>]?: NewPoint[K] | undefined }

/** What is known of a point whether or not it is connected. */
export type KnownPoint = PlaceOverride & {
  readonly id: string
  readonly name: string
  readonly accountId: string | null
  readonly tags: readonly string[]
}

/** One that connects now, by the clock of the database: those of machines differ. */
export type ConnectingPoint = KnownPoint & { readonly askedAtMs: number }

/** Points and their tokens; a token is shown once and stored as its hash. A withdrawn one is known on every thread at once. */
export class PointStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Adds a point. Throws `too_many_points`, `unavailable`. */
  add({ name, tags, accountId, country, city, latitude, longitude }: NewPoint): Promise<{ id: string; token: string }> {
    return this.#database.transact(async (queries) => {
      if (accountId !== null) await refuseTooMany(queries, accountId)
      const token = TOKEN_PREFIX + makeSecret()
      const id = randomUUID()
      await rows.insertPoint(queries, {
        id,
        account_id: accountId,
        name,
        token_hash: toHash(token),
        token_end: token.slice(-4),
        tags: [...tags],
        country: country?.toUpperCase() ?? null,
        city: city ?? null,
        latitude: latitude ?? null,
        longitude: longitude ?? null,
      })
      return { id, token }
    })
  }

  /** The point of a token, and when it was asked for; undefined for one that is unknown. Throws `unavailable`. */
  async findByToken(token: string): Promise<ConnectingPoint | undefined> {
    if (!TOKEN.test(token)) return undefined
    const row = await this.#database.run((queries) => rows.findPoint(queries, toHash(token)))
    return row && { ...toKnown(row), askedAtMs: row.askedAtMs }
  }

  /** Remembers that a point was there; with its newest token, the one before ends. False where the token works no more. */
  touch(id: string, { version, token }: { version: string; token: string }): Promise<boolean> {
    return this.#database.run((queries) => rows.touchPoint(queries, id, { version, tokenHash: toHash(token) }))
  }

  /**
   * Gives a point another token. The one before works until the point has joined with the new one, for so many hours at
   * most; without any, the agent that uses it is turned away at once. `accountId` undefined is the operator. Throws `no_such`.
   */
  renew(
    id: string,
    { accountId, oldHours }: { accountId?: string; oldHours: number },
  ): Promise<{ token: string; oldUntil: Date | null }> {
    return this.#database.transact(async (queries) => {
      const token = TOKEN_PREFIX + makeSecret()
      const owned = { id, ...(accountId !== undefined && { accountId }) }
      const renewed = await rows.renewToken(queries, owned, { hash: toHash(token), end: token.slice(-4), oldHours })
      if (!renewed) throw toMissing(id)
      if (oldHours === 0) await tellChanged(queries, id)
      return { token, oldUntil: renewed.old_token_until }
    })
  }

  /** Points of the operator (`null`) or of an account, oldest first. */
  list(accountId: string | null) {
    return this.#database.run((queries) => rows.listPoints(queries, accountId))
  }

  /** Removes a point and its token. `accountId` undefined is the operator, who may remove every one. Throws `no_such`. */
  async remove(id: string, accountId?: string): Promise<void> {
    await this.#database.transact(async (queries) => {
      if (!(await rows.deletePoint(queries, id, accountId))) throw toMissing(id)
      await tellChanged(queries, id)
    })
  }

  /** Changes name, tags or place. Connected points take it on when they connect next. Throws `no_such`. */
  async change(id: string, accountId: string, { name, tags, country, city, latitude, longitude }: PointChanges): Promise<void> {
    await this.#database.transact(async (queries) => {
      const isChanged = await rows.changePoint(
        queries,
        { id, accountId },
        {
          ...(name !== undefined && { name }),
          ...(tags !== undefined && { tags: [...tags] }),
          ...(country !== undefined && { country: country?.toUpperCase() ?? null }),
          ...(city !== undefined && { city }),
          ...(latitude !== undefined && { latitude }),
          ...(longitude !== undefined && { longitude }),
        },
      )
      if (!isChanged) throw toMissing(id)
      await tellChanged(queries, id)
    })
  }

  /** Those of some points that are there no more, as when their account was deleted, or whose token works no more. */
  async findGone(points: readonly { readonly id: string; readonly token: string }[]): Promise<string[]> {
    if (points.length === 0) return []
    const used = points.map(({ id, token }) => ({ id, tokenHash: toHash(token) }))
    const there = new Set(await this.#database.run((queries) => rows.filterPoints(queries, used)))
    return points.flatMap(({ id }) => (there.has(id) ? [] : [id]))
  }

  /** Calls back with the id of a point that was changed or removed, on any thread; `undefined` when words may have been missed. */
  onChange(heed: (id: string | undefined) => void): void {
    this.#database.listen('octet_points', heed)
  }
}

function toKnown({ account_id: accountId, ...row }: Omit<KnownPoint, 'accountId'> & { account_id: string | null }): KnownPoint {
  return { ...row, accountId }
}

async function refuseTooMany(queries: Queries, accountId: string): Promise<void> {
  await holdAccount(queries, accountId)
  const count = await rows.countPoints(queries, accountId)
  if (count >= MAX_PER_ACCOUNT) throw new AppError('too_many_points', { limit: MAX_PER_ACCOUNT })
}

/** Ends the connection of a point: only for who may change it, after that has been found out. */
async function tellChanged(queries: Queries, id: string): Promise<void> {
  await notify(queries, 'octet_points', id)
}

function toMissing(id: string): AppError {
  return new AppError('no_such', { what: { en: 'monitoring point', zh: '监测点' }, got: id })
}
