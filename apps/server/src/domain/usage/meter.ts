import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError, ERRORS, isAppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { closeExpired, closeLease, grantUnits, LEASE_OWNERS, noteUsed } from '../../storage/quota.ts'
import type { KnownKey } from '../key/key-table.ts'
import type { Plan, Plans } from '../plan/plans.ts'
import { HourClock } from './hour-clock.ts'
import {
  addCredit,
  changeSource,
  createLease,
  isFarFromSpent,
  isLow,
  isRefused,
  noteRefusal,
  toAccountSource,
  toAhead,
  toCapSource,
  toFreshLease,
  toGrant,
  toShortage,
  toWanted,
  type Lease,
  type NewLease,
} from './lease.ts'
import { hold, release, Reservation, type Use } from './reservation.ts'
import { findLeftovers, SlotFile } from './slot-file.ts'
import { UsageCounts } from './usage-counts.ts'

const FLUSH_MS = 1_000
const IDLE_MS = 10_000
const EXPIRED_MS = 60_000
/** For so long a database that is away does not stop anybody; what is served meanwhile is charged when it is back. */
const CREDIT_MS = 600_000
/** For so long a request waits for a slow database while the quota is far from spent; then it is served on credit too. */
const PATIENCE_MS = 500

export type MeterOptions = {
  readonly database: Database
  readonly plans: Plans
  readonly log: Logger
  /** Folder of the slot files. */
  readonly folder: string
  /** Whether this thread looks after what ended programs left. */
  readonly isFirst: boolean
  readonly now?: () => Date
}

/**
 * Counts the requests of keys against the month of their account, and against their own cap where they have one
 * (docs/decisions/0031-metering.md). Units are leased in blocks, served from memory, and written to a slot file before
 * each answer; the database sees batches.
 */
export class Meter {
  readonly #options: MeterOptions
  readonly #clock: HourClock
  readonly #leases = new Map<string, Lease>()
  /** The lease that each account, and each key with a cap, used last. */
  readonly #latest = new Map<string, Lease>()
  /** Leases whose use has not been noted. */
  readonly #charged = new Set<Lease>()
  readonly #slots: SlotFile
  readonly #counts = new UsageCounts()
  readonly #timer: NodeJS.Timeout
  #lastContactMs = performance.now()
  #lastExpiredMs = -Infinity
  #flushing: Promise<void> | undefined

  constructor(options: MeterOptions) {
    this.#options = options
    this.#clock = new HourClock(options.now ?? (() => new Date()))
    this.#slots = new SlotFile(options.folder, (error) =>
      options.log.error({ err: error }, 'use cannot be noted beside the database; a kill would now lose what is not written yet'),
    )
    this.#timer = setInterval(() => {
      if (!this.#flushing) void this.flush()
    }, FLUSH_MS)
    this.#timer.unref()
  }

  /** Counts that are not in the database yet. */
  get unwritten(): number {
    return this.#counts.unwritten
  }

  /**
   * Takes units for a request: at once from memory when there are some. Throws `api_not_subscribed`, `quota_spent`,
   * `key_cap_spent`.
   */
  async take(key: KnownKey, { units, product }: { units: number; product: string }): Promise<Reservation> {
    const plan = this.#findPlan(key)
    if (!plan) throw new AppError('api_not_subscribed')
    const lease = this.#getLease(key, plan)
    const cap = this.#getCap(key)
    for (;;) {
      const short = findShort(lease, cap, units)
      if (!short) return this.#reserve({ lease, cap, key, product, units })
      const shortage = toShortage(short, units)
      if (isRefused(short, shortage)) throw this.#refuse(short, { key, product })
      // What comes may be another's answer, or be taken by others first: then it is asked for again.
      await this.#waitForUnits(short, shortage)
    }
  }

  /** Fetches units, so that `takeNow` finds some; done at once when there are any, or none to be had. Never rejects. */
  async prepare(key: KnownKey, units: number): Promise<void> {
    const plan = this.#findPlan(key)
    if (!plan) return
    for (const lease of [this.#getLease(key, plan), this.#getCap(key)]) {
      const shortage = lease ? toShortage(lease, units) : 0
      if (!lease || shortage === 0) continue
      if (isRefused(lease, shortage)) return
      await this.#waitForUnits(lease, shortage).catch(() => {})
    }
  }

  /** The same without waiting: undefined when this thread holds no units now, or the key has no plan. */
  takeNow(key: KnownKey, { units, product }: { units: number; product: string }): Reservation | undefined {
    const plan = this.#findPlan(key)
    if (!plan) return undefined
    const lease = this.#getLease(key, plan)
    const cap = this.#getCap(key)
    return findShort(lease, cap, units) ? undefined : this.#reserve({ lease, cap, key, product, units })
  }

  #findPlan({ planId }: KnownKey): Plan | undefined {
    return planId === undefined ? undefined : this.#options.plans.find(planId)
  }

  #reserve(use: Use): Reservation {
    hold(use)
    this.#fetchAhead(use.lease)
    if (use.cap) this.#fetchAhead(use.cap)
    return new Reservation(this, use)
  }

  #fetchAhead(lease: Lease): void {
    if (!lease.asking && isLow(lease)) void this.#fetch(lease, 1).catch(() => {})
  }

  async #waitForUnits(lease: Lease, units: number): Promise<void> {
    const share = units === 1 ? 1 : 0
    lease.waiters += share
    try {
      await this.#fetch(lease, units)
    } finally {
      lease.waiters -= share
    }
  }

  #fetch(lease: Lease, units: number): Promise<void> {
    const asked = (lease.asking ??= this.#ask(lease, units).finally(() => (lease.asking = undefined)))
    if (!isFarFromSpent(lease)) return asked
    asked.catch(() => {}) // what is waited for may still be the question before
    return (lease.waiting ??= this.#waitFor(asked, lease, units).finally(() => (lease.waiting = undefined)))
  }

  /** Waits for units that have been asked for, but not for long. The question goes on: there is one at a time. */
  async #waitFor(asked: Promise<void>, lease: Lease, units: number): Promise<void> {
    const isTold = await Promise.race([asked.then(() => true), sleep(PATIENCE_MS, false, { ref: false })])
    if (!isTold && toShortage(lease, units) > 0) addCredit(lease, Math.max(units, lease.reach))
  }

  /** What {@link Reservation} calls. */
  settle(use: Use, status: number): void {
    if (status < 400) {
      this.charge(use, status)
      this.noteCharges()
    } else {
      release(use)
      this.#count(use, status, 1)
    }
  }

  /** What {@link Reservation} calls. */
  charge(use: Use, status: number): void {
    const { lease, cap, units } = use
    release(use)
    lease.used += units
    this.#charged.add(lease)
    if (cap) {
      cap.used += units
      this.#charged.add(cap)
    }
    this.#count(use, status, units)
  }

  /** Notes what has been charged since the last call where kill -9 leaves it. Call it before answers leave. */
  noteCharges(): void {
    // A lease that was begun anew meanwhile has taken its use along.
    for (const lease of this.#charged) if (this.#leases.get(lease.name) === lease) this.#slots.write(lease.id, lease.used)
    this.#charged.clear()
  }

  #count({ key, product }: Pick<Use, 'key' | 'product'>, status: number, requests: number): void {
    this.#counts.add({ key, product, hour: this.#clock.read().hour, status, requests })
  }

  #getLease({ accountId, extraUnits }: KnownKey, plan: Plan): Lease {
    const lease = this.#findLease(accountId)
    const included = plan.requestsPerMonth
    if (lease?.quota === included + extraUnits && lease.included === included) return lease
    const source = toAccountSource(plan, extraUnits)
    return lease ? changeSource(lease, source) : this.#addLease({ owner: 'account', ownerId: accountId, accountId, source })
  }

  #getCap({ id, accountId, capMonth }: KnownKey): Lease | undefined {
    if (capMonth === undefined) return undefined
    const lease = this.#findLease(id)
    if (lease?.quota === capMonth) return lease
    const source = toCapSource(capMonth)
    return lease ? changeSource(lease, source) : this.#addLease({ owner: 'key', ownerId: id, accountId, source })
  }

  #addLease(fields: Omit<NewLease, 'month'>): Lease {
    const lease = createLease({ ...fields, month: this.#clock.read().month })
    this.#leases.set(lease.name, lease)
    return lease
  }

  #findLease(ownerId: string): Lease | undefined {
    const { month } = this.#clock.read()
    const latest = this.#latest.get(ownerId)
    if (latest?.month === month && this.#leases.get(latest.name) === latest) return latest
    const lease = this.#leases.get(`${ownerId} ${month}`)
    if (lease) this.#latest.set(ownerId, lease)
    return lease
  }

  async #ask(lease: Lease, needed: number): Promise<void> {
    await immediate() // until all who have been woken, or come at this moment, have said that they wait
    const { owed } = lease
    const wanted = toWanted(lease, needed)
    const ahead = toAhead(lease, wanted)
    lease.reach = ahead
    lease.mark = { used: lease.used, atMs: performance.now() }
    try {
      const grant = toGrant(lease, { needed, wanted, ahead, owed })
      const { granted, left } = await this.#options.database.transact((queries) => grantUnits(queries, grant))
      this.#lastContactMs = performance.now()
      lease.units += granted
      lease.owed -= owed
      lease.left = left
      if (granted === 0 && needed > 0) noteRefusal(lease, needed, FLUSH_MS)
    } catch (error) {
      if (!isAppError(error) || performance.now() - this.#lastContactMs > CREDIT_MS) throw error
      addCredit(lease, Math.max(wanted, ahead))
    }
  }

  /** What is refused costs nothing, but is in the statistics: that an application fails for it is seen there. */
  #refuse({ owner, quota: limit }: Lease, asked: Pick<Use, 'key' | 'product'>): AppError {
    const error = owner === 'account' ? 'quota_spent' : 'key_cap_spent'
    this.#count(asked, ERRORS[error].status, 1)
    const resetsAt = this.#clock.toNextMonth()
    const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - this.#clock.now().getTime()) / 1_000))
    const details = { limit, resetsAt: resetsAt.toISOString(), retryAfter }
    return new AppError(error, details)
  }

  /** Writes what has been counted until now: leases first, then the statistics. One at a time; faults are tried again. */
  flush({ isLast = false } = {}): Promise<void> {
    const before = this.#flushing ?? Promise.resolve()
    const run: Promise<void> = before
      .then(() => this.#write(isLast))
      .catch((error: unknown) => {
        if (!isAppError(error)) this.#options.log.error({ err: error }, 'use cannot be written')
      })
      .finally(() => {
        if (this.#flushing === run) this.#flushing = undefined
      })
    return (this.#flushing = run)
  }

  async #write(isLast: boolean): Promise<void> {
    const { database, isFirst } = this.#options
    if (!database.isConfigured) return
    for (const [name, lease] of this.#leases) await this.#writeLease(name, lease, isLast)
    await this.#counts.write(database)
    this.#lastContactMs = performance.now()
    if (isFirst && performance.now() - this.#lastExpiredMs > EXPIRED_MS) {
      await this.#adopt()
      await database.transact((queries) => closeExpired(queries))
      this.#lastExpiredMs = performance.now()
    }
  }

  async #writeLease(name: string, lease: Lease, isLast: boolean): Promise<void> {
    const { database } = this.#options
    if (lease.asking && !isLast) return
    await lease.asking?.catch(() => {})
    const { id, owner, owed, used } = lease
    if (owed > 0) {
      const grant = toGrant(lease, { needed: 0, wanted: 0, ahead: 0, owed })
      await database.transact((queries) => grantUnits(queries, grant))
      lease.owed -= owed
    }
    const isIdle = lease.held === 0 && (isLast || performance.now() - lease.lastUseMs > IDLE_MS)
    if (isIdle) {
      this.#leases.delete(name)
      this.#latest.delete(lease.ownerId)
      await database
        .transact((queries) => closeLease(queries, { id, owner, used }))
        .catch((error: unknown) => {
          this.#leases.set(name, this.#leases.get(name) ?? lease)
          throw error
        })
      this.#slots.drop(id)
    } else if (used > lease.noted) {
      if (await database.transact((queries) => noteUsed(queries, { id, owner, used }))) lease.noted = used
      else this.#startAnew(name, lease)
    }
  }

  #startAnew(name: string, lease: Lease): void {
    const fresh = toFreshLease(lease)
    this.#leases.set(name, fresh)
    this.#slots.write(fresh.id, fresh.used)
    this.#slots.drop(lease.id)
  }

  /** Counts what ended programs have used, and gives back what they had left. */
  async #adopt(): Promise<void> {
    for (const { path, leases } of findLeftovers(this.#options.folder)) {
      await this.#options.database.transact(async (queries) => {
        for (const lease of leases) for (const owner of LEASE_OWNERS) await closeLease(queries, { ...lease, owner })
      })
      rmSync(path, { force: true })
    }
  }

  /** Writes everything and gives unused units back. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.flush({ isLast: true })
    this.#slots.close()
  }
}

/** Where the slot files of a var folder lie. */
export function toMeterFolder(varFolder: string): string {
  return join(varFolder, 'meter')
}

/** Which of the leases cannot serve so many units. */
function findShort(lease: Lease, cap: Lease | undefined, units: number): Lease | undefined {
  if (toShortage(lease, units) > 0) return lease
  return cap && toShortage(cap, units) > 0 ? cap : undefined
}
