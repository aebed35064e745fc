import type { KnownKey } from '../key/key-table.ts'
import { toExtraUnits, type Plan } from '../plan/plans.ts'
import type { HourClock } from './hour-clock.ts'
import { changeSource, createLease, toAccountSource, toCapSource, toFreshLease, type Lease, type NewLease } from './lease.ts'

/** The leases of this thread: one for each account, and each key with a cap, and month. */
export class LeaseTable {
  readonly #clock: HourClock
  readonly #leases = new Map<string, Lease>()
  /** The lease that each account, and each key with a cap, used last. */
  readonly #latest = new Map<string, Lease>()

  constructor(clock: HourClock) {
    this.#clock = clock
  }

  /** What the account of a key draws on, begun if there is none. A plan that has changed changes it. */
  ofAccount({ accountId, extraUnits: agreed }: KnownKey, plan: Plan): Lease {
    const lease = this.#find(accountId)
    const extraUnits = toExtraUnits(plan, agreed)
    const included = plan.requestsPerMonth
    if (lease?.quota === included + extraUnits && lease.included === included) return lease
    const source = toAccountSource(plan, extraUnits)
    return lease ? changeSource(lease, source) : this.#begin({ owner: 'account', ownerId: accountId, accountId, source })
  }

  /** The same for the cap of a key; undefined where it has none. */
  ofCap({ id, accountId, capMonth }: KnownKey): Lease | undefined {
    if (capMonth === undefined) return undefined
    const lease = this.#find(id)
    if (lease?.quota === capMonth) return lease
    const source = toCapSource(capMonth)
    return lease ? changeSource(lease, source) : this.#begin({ owner: 'key', ownerId: id, accountId, source })
  }

  list(): IterableIterator<Lease> {
    return this.#leases.values()
  }

  /** Whether a lease has been neither closed nor begun anew. */
  has(lease: Lease): boolean {
    return this.#leases.get(lease.name) === lease
  }

  remove({ name, ownerId }: Lease): void {
    this.#leases.delete(name)
    this.#latest.delete(ownerId)
  }

  /** Puts a removed lease back, unless another has been begun in its place. */
  putBack(lease: Lease): void {
    if (!this.#leases.has(lease.name)) this.#leases.set(lease.name, lease)
  }

  /** Puts a lease with a number of its own, which takes the use along, in place of one that was closed elsewhere. */
  beginAnew(lease: Lease): Lease {
    const fresh = toFreshLease(lease)
    this.#leases.set(fresh.name, fresh)
    return fresh
  }

  #begin(fields: Omit<NewLease, 'month'>): Lease {
    const lease = createLease({ ...fields, month: this.#clock.read().month })
    this.#leases.set(lease.name, lease)
    return lease
  }

  #find(ownerId: string): Lease | undefined {
    const { month } = this.#clock.read()
    const latest = this.#latest.get(ownerId)
    if (latest?.month === month && this.has(latest)) return latest
    const lease = this.#leases.get(`${ownerId} ${month}`)
    if (lease) this.#latest.set(ownerId, lease)
    return lease
  }
}
