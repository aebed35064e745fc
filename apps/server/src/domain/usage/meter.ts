import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError, ERRORS, isAppError } from '@octet/core/errors.ts'
import { isOwnerGone } from '../../storage/database-fault.ts'
import type { Database } from '../../storage/database.ts'
import { closeExpired, closeLease, grantUnits, LEASE_OWNERS } from '../../storage/queries/quota.ts'
import { noteUse } from '../../storage/queries/usage.ts'
import type { KnownKey } from '../key/key-table.ts'
import type { Plan, Plans } from '../plan/plans.ts'
import { HourClock } from './hour-clock.ts'
import { LeaseFetcher } from './lease-fetcher.ts'
import { LeaseTable } from './lease-table.ts'
import { isRefused, toGrant, toShortage, type Lease } from './lease.ts'
import { hold, release, Reservation, type Use } from './reservation.ts'
import { findLeftovers, SlotFile } from './slot-file.ts'
import { UsageCounts } from './usage-counts.ts'

const FLUSH_MS = 1_000
/** Each of them writes once a second, which takes a moment. */
const OTHERS_MS = 1_500
const IDLE_MS = 10_000
const EXPIRED_MS = 60_000
/** How many leases one statement names. */
const MOST_NOTED = 1_000

/** What a request takes; of one that takes more and more, such as a stream, a part at a time. */
type Asked = { readonly units: number; readonly product: string; readonly isPart?: boolean }

export type MeterOptions = {
  readonly database: Database
  readonly plans: Plans
  readonly log: Logger
  /** Folder of the slot files. */
  readonly folder: string
  /** Whether this thread looks after what ended programs left. */
  readonly isFirst: boolean
  /** Milliseconds since 1970; another clock in tests. */
  readonly now?: (() => number) | undefined
}

/**
 * Counts the requests of keys against the month of their account, and against their own cap where they have one
 * (docs/decisions/0031-metering.md). Units are leased in blocks, served from memory, and written to a slot file before
 * each answer; the database sees batches.
 */
export class Meter {
  readonly #options: MeterOptions
  readonly #clock: HourClock
  readonly #leases: LeaseTable
  readonly #fetcher: LeaseFetcher
  /**
   * Leases charged since `noteCharges`. No Set, whose `clear` leaves a chain of tables that keep each other from the
   * collector (docs/performance.md).
   */
  readonly #charged: Lease[] = []
  readonly #slots: SlotFile
  readonly #counts = new UsageCounts()
  readonly #timer: NodeJS.Timeout
  #lastExpiredMs = -Infinity
  #flushing: Promise<void> | undefined

  constructor(options: MeterOptions) {
    this.#options = options
    this.#clock = new HourClock(options.now)
    this.#leases = new LeaseTable(this.#clock)
    this.#fetcher = new LeaseFetcher(options.database, FLUSH_MS)
    this.#slots = new SlotFile(options.folder, (error) =>
      options.log.error({ err: error }, 'use cannot be noted beside the database; a kill would now lose what is not written yet'),
    )
    this.#timer = setInterval(() => {
      this.#slots.touch()
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
   * `key_cap_spent`, and `bad_key` for a key that is deleted this moment, or its account.
   */
  async take(key: KnownKey, { units, product, isPart = false }: Asked): Promise<Reservation> {
    const plan = this.#findPlan(key)
    if (!plan) throw new AppError('api_not_subscribed')
    const lease = this.#leases.ofAccount(key, plan)
    const cap = this.#leases.ofCap(key)
    for (;;) {
      const short = findShort(lease, cap, units)
      if (!short) return this.#reserve({ lease, cap, key, product, units })
      const shortage = toShortage(short, units)
      if (isRefused(short, shortage)) throw this.#refuse(short, { key, product, ...(!isPart && units > 1 && { needed: units }) })
      // What comes may be another's answer, or be taken by others first: then it is asked for again.
      await this.#fetcher.fetch(short, shortage)
    }
  }

  /** Fetches units, so that `takeNow` finds some; done at once when there are any, or none to be had. Never rejects. */
  async prepare(key: KnownKey, units: number): Promise<void> {
    const plan = this.#findPlan(key)
    if (!plan) return
    for (const lease of [this.#leases.ofAccount(key, plan), this.#leases.ofCap(key)]) {
      const shortage = lease ? toShortage(lease, units) : 0
      if (!lease || shortage === 0) continue
      if (isRefused(lease, shortage)) return
      await this.#fetcher.fetch(lease, shortage).catch(() => {})
    }
  }

  /** The same without waiting: undefined when this thread holds no units now, or the key has no plan. */
  takeNow(key: KnownKey, { units, product }: { units: number; product: string }): Reservation | undefined {
    const plan = this.#findPlan(key)
    if (!plan) return undefined
    const lease = this.#leases.ofAccount(key, plan)
    const cap = this.#leases.ofCap(key)
    return findShort(lease, cap, units) ? undefined : this.#reserve({ lease, cap, key, product, units })
  }

  #findPlan({ planId }: KnownKey): Plan | undefined {
    return planId === undefined ? undefined : this.#options.plans.find(planId)
  }

  #reserve(use: Use): Reservation {
    hold(use)
    this.#fetcher.fetchAhead(use.lease)
    if (use.cap) this.#fetcher.fetchAhead(use.cap)
    return new Reservation(this, use)
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
    this.#use(lease, units)
    if (cap) this.#use(cap, units)
    this.#count(use, status, units)
  }

  #use(lease: Lease, units: number): void {
    lease.used += units
    if (lease.isCharged) return
    lease.isCharged = true
    this.#charged.push(lease)
  }

  /** Notes what has been charged since the last call where kill -9 leaves it. Call it before answers leave. */
  noteCharges(): void {
    for (const lease of this.#charged) {
      lease.isCharged = false
      // One that was begun anew meanwhile has taken its use along.
      if (this.#leases.has(lease)) this.#slots.write(lease.id, lease.used)
    }
    this.#charged.length = 0
  }

  #count({ key, product }: Pick<Use, 'key' | 'product'>, status: number, requests: number): void {
    this.#counts.add({ key, product, hour: this.#clock.read().hour, status, requests })
  }

  /** What is refused costs nothing, but is in the statistics: that an application fails for it is seen there. */
  #refuse({ owner, quota: limit }: Lease, asked: Pick<Use, 'key' | 'product'> & { readonly needed?: number }): AppError {
    const error = owner === 'account' ? 'quota_spent' : 'key_cap_spent'
    this.#count(asked, ERRORS[error].status, 1)
    const resetsAt = this.#clock.toNextMonth()
    const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - this.#clock.now().getTime()) / 1_000))
    const details = { limit, needed: asked.needed, resetsAt: resetsAt.toISOString(), retryAfter }
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

  /** Waits for so long that other threads and servers, too, have written what they had counted when this was called. */
  async whenOthersWrote(): Promise<void> {
    await sleep(OTHERS_MS)
  }

  async #write(isLast: boolean): Promise<void> {
    const { database, isFirst } = this.#options
    if (!database.isConfigured) return
    const open: Lease[] = []
    for (const lease of this.#leases.list()) if (await this.#tidy(lease, isLast)) open.push(lease)
    await this.#noteUse(open.filter((lease) => lease.used > lease.noted))
    this.#fetcher.noteContact()
    if (isFirst && performance.now() - this.#lastExpiredMs > EXPIRED_MS) {
      await this.#adopt()
      await database.transact((queries) => closeExpired(queries))
      this.#lastExpiredMs = performance.now()
    }
  }

  /** Charges what a lease owes, and closes it when nobody uses it any more. Whether it goes on. */
  async #tidy(lease: Lease, isLast: boolean): Promise<boolean> {
    const { database } = this.#options
    if (lease.asking && !isLast) return false
    await lease.asking?.catch(() => {})
    const { id, owner, owed, used } = lease
    if (owed > 0) {
      const grant = toGrant(lease, { needed: 0, wanted: 0, ahead: 0, owed })
      try {
        await database.transact((queries) => grantUnits(queries, grant))
      } catch (error) {
        if (!isOwnerGone(error)) throw error
        this.#forget(lease) // there is nobody left to charge
        return false
      }
      lease.owed -= owed
    }
    const isIdle = lease.held === 0 && (isLast || sinceUse(lease) > IDLE_MS)
    if (!isIdle) return true
    this.#leases.remove(lease)
    await database
      .transact((queries) => closeLease(queries, { id, owner, used }))
      .catch((error: unknown) => {
        this.#leases.putBack(lease)
        throw error
      })
    this.#slots.drop(id)
    return false
  }

  #forget(lease: Lease): void {
    this.#leases.remove(lease)
    this.#slots.drop(lease.id)
  }

  /** Says in one statement what leases have used and what has been counted; in several where there is much of it. */
  async #noteUse(leases: readonly Lease[]): Promise<void> {
    const batches = this.#counts.list()
    for (let at = 0; at < Math.max(batches.length, leases.length / MOST_NOTED); at++) {
      const batch = batches[at]
      const notes = leases
        .slice(at * MOST_NOTED, (at + 1) * MOST_NOTED)
        .map((lease) => ({ lease, id: lease.id, owner: lease.owner, used: lease.used }))
      const open = await this.#options.database.run((queries) => noteUse(queries, { leases: notes, batch }))
      if (batch) this.#counts.drop(batch)
      for (const note of notes)
        if (open.has(note.id)) note.lease.noted = note.used
        else this.#startAnew(note.lease)
    }
  }

  #startAnew(lease: Lease): void {
    const fresh = this.#leases.beginAnew(lease)
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

/** Milliseconds since a lease was used, as far as those who look at it every second know. */
function sinceUse(lease: Lease): number {
  const nowMs = performance.now()
  if (lease.isTouched) lease.lastUseMs = nowMs
  lease.isTouched = false
  return nowMs - lease.lastUseMs
}

/** Which of the leases cannot serve so many units. */
function findShort(lease: Lease, cap: Lease | undefined, units: number): Lease | undefined {
  if (toShortage(lease, units) > 0) return lease
  return cap && toShortage(cap, units) > 0 ? cap : undefined
}
