import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { addUsage, closeExpired, closeLease, grantUnits, noteUsed, type UsageRow } from '../../storage/quota.ts'
import type { KnownKey } from '../key/key-table.ts'
import type { Plan, Plans } from '../plan/plans.ts'
import { Reservation, type Lease, type Use } from './reservation.ts'
import { findLeftovers, SlotFile } from './slot-file.ts'

const FLUSH_MS = 1_000
const IDLE_MS = 10_000
const EXPIRED_MS = 60_000
/** For so long a database that is away does not stop anybody; what is served meanwhile is charged when it is back. */
const CREDIT_MS = 600_000

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
 * Counts the requests of keys against the month of their account (docs/decisions/0031-metering.md). Units are leased
 * in blocks, served from memory, and written to a slot file before each answer; the database sees batches.
 */
export class Meter {
  readonly #options: MeterOptions
  readonly #now: () => Date
  readonly #leases = new Map<string, Lease>()
  /** The lease that each account used last. */
  readonly #latest = new Map<string, Lease>()
  /** Leases whose use has not been noted. */
  readonly #charged = new Set<Lease>()
  readonly #slots: SlotFile
  readonly #timer: NodeJS.Timeout
  /** By key: its requests of each hour, product and status. */
  #counts = new Map<string, UsageRow[]>()
  /** Batches that have not reached the database; each keeps its id, so that none is added twice. */
  readonly #batches: { id: string; rows: UsageRow[] }[] = []
  #lastContactMs = performance.now()
  #lastExpiredMs = -Infinity
  #clock = { index: Number.NaN, hour: '', month: '' }
  #flushing: Promise<void> | undefined

  constructor(options: MeterOptions) {
    this.#options = options
    this.#now = options.now ?? (() => new Date())
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
    return [...this.#counts.values()].flat().length + this.#batches.reduce((sum, { rows }) => sum + rows.length, 0)
  }

  /** Takes units for a request: at once from memory when there are some. Throws `api_not_subscribed`, `quota_spent`. */
  async take(key: KnownKey, { units, product }: { units: number; product: string }): Promise<Reservation> {
    const plan = key.planId === undefined ? undefined : this.#options.plans.find(key.planId)
    if (!plan) throw new AppError('api_not_subscribed')
    const lease = this.#getLease(key, plan)
    while (!hasUnits(lease, units)) {
      if (lease.spentUntilMs > performance.now()) throw this.#toSpent(lease)
      const isAlone = lease.asking === undefined
      await (lease.asking ??= this.#ask(lease, plan, units).finally(() => (lease.asking = undefined)))
      if (isAlone && !hasUnits(lease, units)) throw this.#toSpent(lease)
    }
    return this.#reserve({ lease, key, product, units }, plan)
  }

  /** Fetches units, so that `takeNow` finds some; done at once when there are any, or none to be had. Never rejects. */
  async prepare(key: KnownKey, units: number): Promise<void> {
    const plan = key.planId === undefined ? undefined : this.#options.plans.find(key.planId)
    if (!plan) return
    const lease = this.#getLease(key, plan)
    if (hasUnits(lease, units) || lease.spentUntilMs > performance.now()) return
    await (lease.asking ??= this.#ask(lease, plan, units).finally(() => (lease.asking = undefined))).catch(() => {})
  }

  /** The same without waiting: undefined when this thread holds no units now, or the key has no plan. */
  takeNow(key: KnownKey, { units, product }: { units: number; product: string }): Reservation | undefined {
    const plan = key.planId === undefined ? undefined : this.#options.plans.find(key.planId)
    if (!plan) return undefined
    const lease = this.#getLease(key, plan)
    return hasUnits(lease, units) ? this.#reserve({ lease, key, product, units }, plan) : undefined
  }

  #reserve(use: Use, plan: Plan): Reservation {
    const { lease } = use
    lease.held += use.units
    lease.lastUseMs = performance.now()
    if (lease.units - lease.used - lease.held < toAhead(plan) / 2 && lease.left > lease.quota / 100 && !lease.asking)
      lease.asking = this.#ask(lease, plan, 1).finally(() => (lease.asking = undefined))
    return new Reservation(this, use)
  }

  /** What {@link Reservation} calls. */
  settle(use: Use, status: number): void {
    if (status < 400) {
      this.charge(use, status)
      this.noteCharges()
    } else {
      use.lease.held -= use.units
      this.#count(use, status, 1)
    }
  }

  /** What {@link Reservation} calls. */
  charge(use: Use, status: number): void {
    const { lease, units } = use
    lease.held -= units
    lease.used += units
    this.#charged.add(lease)
    this.#count(use, status, units)
  }

  /** Notes what has been charged since the last call where kill -9 leaves it. Call it before answers leave. */
  noteCharges(): void {
    // A lease that was begun anew meanwhile has taken its use along.
    for (const lease of this.#charged) if (this.#leases.get(lease.name) === lease) this.#slots.write(lease.id, lease.used)
    this.#charged.clear()
  }

  #count({ key, product }: Use, status: number, requests: number): void {
    const { hour } = this.#readClock()
    let rows = this.#counts.get(key.id)
    if (!rows) this.#counts.set(key.id, (rows = []))
    for (const row of rows)
      if (row.status === status && row.product === product && row.hour === hour) {
        row.requests += requests
        return
      }
    rows.push({ accountId: key.accountId, keyId: key.id, hour, product, status, requests })
  }

  /** The hour and the month of now, as text; made once an hour. */
  #readClock(): { readonly hour: string; readonly month: string } {
    const now = this.#now()
    const index = Math.floor(now.getTime() / 3_600_000)
    if (index !== this.#clock.index) {
      const text = now.toISOString()
      this.#clock = { index, hour: `${text.slice(0, 13)}:00:00Z`, month: `${text.slice(0, 7)}-01` }
    }
    return this.#clock
  }

  #getLease({ accountId, extraUnits }: KnownKey, plan: Plan): Lease {
    const { month } = this.#readClock()
    const lease = this.#findLease(accountId, month)
    const quota = plan.requestsPerMonth + extraUnits
    if (lease?.quota === quota && lease.included === plan.requestsPerMonth) return lease
    const terms = { quota, included: plan.requestsPerMonth, extraPrice: extraUnits > 0 ? (plan.extraPer1000 ?? null) : null }
    if (lease) {
      // What was leased under a larger quota goes back when the lease is closed.
      const units = quota < lease.quota ? lease.used + lease.held : lease.units
      return Object.assign(lease, { ...terms, units, spentUntilMs: 0 })
    }
    const empty = { units: 0, used: 0, held: 0, owed: 0, left: quota, noted: 0, lastUseMs: performance.now(), spentUntilMs: 0 }
    const fresh: Lease = {
      id: randomUUID(),
      name: `${accountId} ${month}`,
      accountId,
      month,
      ...terms,
      ...empty,
      asking: undefined,
    }
    this.#leases.set(fresh.name, fresh)
    return fresh
  }

  #findLease(accountId: string, month: string): Lease | undefined {
    const latest = this.#latest.get(accountId)
    if (latest?.month === month && this.#leases.get(latest.name) === latest) return latest
    const lease = this.#leases.get(`${accountId} ${month}`)
    if (lease) this.#latest.set(accountId, lease)
    return lease
  }

  async #ask(lease: Lease, plan: Plan, needed: number): Promise<void> {
    const owed = lease.owed
    try {
      const { granted, left } = await this.#options.database.transact((queries) =>
        grantUnits(queries, {
          leaseId: lease.id,
          accountId: lease.accountId,
          month: lease.month,
          quota: lease.quota,
          included: lease.included,
          extraPrice: lease.extraPrice,
          needed,
          ahead: toAhead(plan),
          owed,
        }),
      )
      this.#lastContactMs = performance.now()
      lease.units += granted
      lease.owed -= owed
      lease.left = left
      if (granted === 0) lease.spentUntilMs = performance.now() + FLUSH_MS
    } catch (error) {
      if (!isAppError(error) || performance.now() - this.#lastContactMs > CREDIT_MS) throw error
      const credit = Math.max(needed, toAhead(plan))
      lease.units += credit
      lease.owed += credit
    }
  }

  #toSpent(lease: Lease): AppError {
    const resetsAt = toNextMonth(this.#now())
    const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - this.#now().getTime()) / 1_000))
    return new AppError('quota_spent', { limit: lease.quota, resetsAt: resetsAt.toISOString(), retryAfter })
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
    if (this.#counts.size > 0) {
      this.#batches.push({ id: randomUUID(), rows: [...this.#counts.values()].flat() })
      this.#counts = new Map()
    }
    for (let batch = this.#batches[0]; batch; batch = this.#batches[0]) {
      const { id, rows } = batch
      await database.transact((queries) => addUsage(queries, id, rows))
      this.#batches.shift()
    }
    this.#lastContactMs = performance.now()
    if (isFirst && performance.now() - this.#lastExpiredMs > EXPIRED_MS) {
      await this.#adopt()
      await database.transact((queries) => closeExpired(queries))
      this.#lastExpiredMs = performance.now()
    }
  }

  async #writeLease(name: string, lease: Lease, isLast: boolean): Promise<void> {
    const { database } = this.#options
    if (lease.asking) return
    const { owed, used } = lease
    if (owed > 0) {
      const { id: leaseId, accountId, month, quota, included, extraPrice } = lease
      await database.transact((queries) =>
        grantUnits(queries, { leaseId, accountId, month, quota, included, extraPrice, needed: 0, ahead: 0, owed }),
      )
      lease.owed -= owed
    }
    const isIdle = lease.held === 0 && (isLast || performance.now() - lease.lastUseMs > IDLE_MS)
    if (isIdle) {
      this.#leases.delete(name)
      this.#latest.delete(lease.accountId)
      await database
        .transact((queries) => closeLease(queries, lease.id, used))
        .catch((error: unknown) => {
          this.#leases.set(name, this.#leases.get(name) ?? lease)
          throw error
        })
      this.#slots.drop(lease.id)
    } else if (used > lease.noted) {
      if (await database.transact((queries) => noteUsed(queries, lease.id, used))) lease.noted = used
      else this.#startAnew(name, lease)
    }
  }

  /** A lease that expired while the database was away goes on as a new one, which owes what the old one could not note. */
  #startAnew(name: string, lease: Lease): void {
    const rest = lease.used - lease.noted
    const fresh = {
      ...lease,
      id: randomUUID(),
      units: rest + lease.held,
      used: rest,
      owed: rest + lease.held,
      noted: 0,
      asking: undefined,
    }
    this.#leases.set(name, fresh)
    this.#slots.write(fresh.id, rest)
    this.#slots.drop(lease.id)
  }

  /** Counts what ended programs have used, and gives back what they had left. */
  async #adopt(): Promise<void> {
    for (const { path, leases } of findLeftovers(this.#options.folder)) {
      await this.#options.database.transact(async (queries) => {
        for (const { id, used } of leases) await closeLease(queries, id, used)
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

function hasUnits(lease: Lease, units: number): boolean {
  return lease.units - lease.used - lease.held >= units
}

/** Units leased at once: a thousandth of the plan, 10 to 10,000. */
function toAhead(plan: Plan): number {
  return Math.min(10_000, Math.max(10, Math.floor(plan.requestsPerMonth / 1_000)))
}

function toNextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}
