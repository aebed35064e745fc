import { randomUUID } from 'node:crypto'
import type { Grant, LeaseOwner, Terms } from '../../storage/queries/quota.ts'
import type { Plan } from '../plan/plans.ts'

/** What a lease takes its units from; it may change while it runs. */
type Source = {
  /** Requests in the month. */
  quota: number
  /** Part of the quota that the plan includes; the rest is extra, at a price. */
  included: number
  extraPrice: number | null
  /** Units leased at once, at the least. */
  ahead: number
}

/** How much had been used at a moment. */
type Mark = { readonly used: number; readonly atMs: number }

/** Units that this thread may use, and how many it has: of the month of one account, or of the cap of one key. */
export type Lease = Source & {
  readonly id: string
  readonly owner: LeaseOwner
  /** The account or the key. */
  readonly ownerId: string
  readonly accountId: string
  /** Owner and month, under which it is kept. */
  readonly name: string
  /** First day of the month. */
  readonly month: string
  units: number
  used: number
  /** Taken by requests that have not been answered. */
  held: number
  /** Part of `units` that the database does not know of yet. */
  owed: number
  /** Left for everybody as far as the database has said; 0 until it has. */
  left: number
  /** Units that were last asked for ahead: the faster they are used, the more. */
  reach: number
  /** Where the use stood when units were last asked for. */
  mark: Mark
  noted: number
  /** Requests that wait for one unit each. */
  waiters: number
  /** Whether units were taken since the last look; the clock is read then, and not by each request. */
  isTouched: boolean
  /** Charged since the last note of it. */
  isCharged: boolean
  lastUseMs: number
  /** So many units, or more, were not to be had a moment ago. */
  refused: { readonly units: number; readonly untilMs: number } | undefined
  asking: Promise<void> | undefined
  /** For who does not wait for that to the end. */
  waiting: Promise<void> | undefined
}

export type NewLease = Pick<Lease, 'owner' | 'ownerId' | 'accountId' | 'month'> & { readonly source: Source }

export function createLease({ source, ...rest }: NewLease): Lease {
  const nowMs = performance.now()
  return {
    id: randomUUID(),
    name: `${rest.ownerId} ${rest.month}`,
    ...rest,
    ...source,
    units: 0,
    used: 0,
    held: 0,
    owed: 0,
    left: 0,
    reach: source.ahead,
    mark: { used: 0, atMs: nowMs },
    noted: 0,
    waiters: 0,
    isTouched: false,
    isCharged: false,
    lastUseMs: nowMs,
    refused: undefined,
    asking: undefined,
    waiting: undefined,
  }
}

/** Goes on under another quota. What was leased under a larger one goes back when the lease is closed. */
export function changeSource(lease: Lease, source: Source): Lease {
  const units = source.quota < lease.quota ? lease.used + lease.held : lease.units
  return Object.assign(lease, source, { units, left: 0, reach: source.ahead, refused: undefined })
}

/** The lease of an account under its plan and the extra units it has agreed to pay for. */
export function toAccountSource(plan: Plan, extraUnits: number): Source {
  return {
    quota: plan.requestsPerMonth + extraUnits,
    included: plan.requestsPerMonth,
    extraPrice: extraUnits > 0 ? (plan.extraPer1000 ?? null) : null,
    ahead: Math.min(10_000, Math.max(10, Math.floor(plan.requestsPerMonth / 1_000))),
  }
}

/** The lease of a key under its cap: of a small one each unit is asked for, so that no other thread holds the last ones. */
export function toCapSource(cap: number): Source {
  return { quota: cap, included: cap, extraPrice: null, ahead: Math.min(10_000, Math.max(1, Math.floor(cap / 1_000))) }
}

/** What is asked of the database for a lease. */
export function toGrant(lease: Lease, units: Pick<Grant, 'needed' | 'wanted' | 'ahead' | 'owed'>): Grant {
  const { id: leaseId, owner, ownerId, accountId, month, quota, included, extraPrice } = lease
  const terms: Terms = owner === 'account' ? { owner, included, extraPrice } : { owner, accountId }
  return { leaseId, ownerId, terms, month, quota, ...units }
}

/** The slices of a batch that are taken at once where plenty is left, as each asks the database. */
const SLICES_AHEAD = 8

/**
 * For so long units should last at the speed at which they are used: a disk that is busy keeps the database for seconds, and
 * each time that they are fetched a busy core answers a few requests late.
 */
const LASTING_MS = 10_000
/** A shorter time says nothing about speed. */
const SPEED_MS = 100

/**
 * Units to take beside those that are needed: a batch, or a busy key, goes on to need more, but leaves nearly all to
 * other threads. None under a small cap.
 */
export function toAhead({ ahead, left, used, mark }: Lease, needed: number): number {
  if (ahead === 1) return 1
  const unitsPerMs = (used - mark.used) / Math.max(SPEED_MS, performance.now() - mark.atMs)
  const more = Math.max(SLICES_AHEAD * needed, Math.ceil(unitsPerMs * LASTING_MS))
  return Math.max(ahead, Math.min(more, Math.floor(left / 16)))
}

/** Units for a request and for all who wait beside it: towards the end of a month they are asked for together. */
export const toWanted = (lease: Lease, needed: number): number => needed + Math.max(0, lease.waiters - 1)

/** How many units are missing that a request needs; 0 when it can be served. */
export const toShortage = (lease: Lease, units: number): number => Math.max(0, units - (lease.units - lease.used - lease.held))

/** Whether the database would refuse so many more units, as far as it has just said. */
export const isRefused = ({ refused }: Lease, shortage: number): boolean =>
  refused !== undefined && refused.untilMs > performance.now() && shortage >= refused.units

/** Remembers for a moment that units were refused: who needs fewer may still ask. */
export function noteRefusal(lease: Lease, shortage: number, forMs: number): void {
  const units = isRefused(lease, Infinity) ? Math.min(lease.refused!.units, shortage) : shortage
  lease.refused = { units, untilMs: performance.now() + forMs }
}

/** Whether more units should be fetched before they are needed. */
export const isLow = (lease: Lease): boolean =>
  lease.ahead > 1 && lease.units - lease.used - lease.held < lease.reach / 2 && lease.left > lease.quota / 100

/** Whether units of many threads on credit for a while would still be within the quota. */
export const isFarFromSpent = (lease: Lease): boolean => lease.ahead >= 10 && lease.left > lease.quota / 10

/** Units that the database will be told of later. */
export function addCredit(lease: Lease, units: number): void {
  lease.units += units
  lease.owed += units
  lease.left -= units
}

/** A lease that expired while the database was away goes on as a new one, which owes what the old one could not note. */
export function toFreshLease(lease: Lease): Lease {
  const rest = lease.used - lease.noted
  const units = rest + lease.held
  return {
    ...lease,
    id: randomUUID(),
    units,
    used: rest,
    owed: units,
    mark: { used: rest, atMs: performance.now() },
    noted: 0,
    isCharged: false,
    waiters: 0,
    asking: undefined,
    waiting: undefined,
  }
}
