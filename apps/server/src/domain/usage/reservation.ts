import type { KnownKey } from '../key/key-table.ts'

/** The units of one account that this thread may use, and how many it has. */
export type Lease = {
  readonly id: string
  /** Account and month, under which it is kept. */
  readonly name: string
  readonly accountId: string
  readonly month: string
  quota: number
  /** Part of the quota that the plan includes; the rest is extra, at a price. */
  included: number
  extraPrice: number | null
  units: number
  used: number
  /** Taken by requests that have not been answered. */
  held: number
  /** Part of `units` that the database does not know of yet. */
  owed: number
  /** Left for everybody when the database was last asked. */
  left: number
  noted: number
  lastUseMs: number
  spentUntilMs: number
  asking: Promise<void> | undefined
}

/** What a request takes, of which lease, and what it is counted as. */
export type Use = { readonly lease: Lease; readonly key: KnownKey; readonly product: string; readonly units: number }

/** Who writes down what becomes of a reservation. */
type Booker = { settle(use: Use, status: number): void; charge(use: Use, status: number): void }

/** Units that a request has taken. */
export class Reservation {
  /** Units of the month that are left, as far as this thread knows. */
  readonly remaining: number
  readonly quota: number
  readonly #booker: Booker
  readonly #use: Use

  constructor(booker: Booker, use: Use) {
    const { lease } = use
    this.remaining = lease.left + lease.units - lease.used - lease.held
    this.quota = lease.quota
    this.#booker = booker
    this.#use = use
  }

  /** Charges them when there was an answer, and gives them back otherwise. */
  settle(status: number): void {
    this.#booker.settle(this.#use, status)
  }

  /** Charges them for an answer with status 200 that leaves only after `noteCharges`. */
  charge(): void {
    this.#booker.charge(this.#use, 200)
  }

  /** Gives the units back uncounted: somebody else will answer. */
  giveBack(): void {
    this.#use.lease.held -= this.#use.units
  }
}
