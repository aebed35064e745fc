import type { KnownKey } from '../key/key-table.ts'
import type { Lease } from './lease.ts'

/** What a request takes, of which leases, and what it is counted as. */
export type Use = {
  readonly lease: Lease
  /** The lease of the key's own cap; undefined where it has none. */
  readonly cap: Lease | undefined
  readonly key: KnownKey
  readonly product: string
  readonly units: number
}

/** Who writes down what becomes of a reservation. */
type Booker = { settle(use: Use, status: number): void; charge(use: Use, status: number): void }

/** Units that a request has taken. */
export class Reservation {
  /**
   * Units of the month that are left, or of the key's own cap where those are fewer, as far as this thread knows: what it
   * holds, and what the database had left when it was last asked. What other threads hold is not in it, so the figures of two
   * threads differ by as much.
   */
  readonly remaining: number
  /** Of the month, or of the cap: of that which has fewer left. */
  readonly quota: number
  readonly #booker: Booker
  readonly #use: Use

  constructor(booker: Booker, use: Use) {
    const { lease, cap } = use
    const narrower = cap && countLeft(cap) < countLeft(lease) ? cap : lease
    this.remaining = countLeft(narrower)
    this.quota = narrower.quota
    this.#booker = booker
    this.#use = use
  }

  /** First day of the month that they are charged to. */
  get month(): string {
    return this.#use.lease.month
  }

  /** Charges them when there was an answer, and gives them back otherwise; of a list, those of what was not answered. */
  settle(status: number, answered = this.#use.units): void {
    const use = this.#use
    if (answered === 0 && use.units > 0) return this.#booker.settle(use, 400)
    if (status < 400 && answered < use.units) release({ ...use, units: use.units - answered })
    this.#booker.settle(status < 400 ? { ...use, units: answered } : use, status)
  }

  /** Charges them for an answer with status 200 that leaves only after `noteCharges`. */
  charge(): void {
    this.#booker.charge(this.#use, 200)
  }

  /** Gives the units back uncounted: somebody else will answer. */
  giveBack(): void {
    release(this.#use)
  }
}

const countLeft = ({ left, units, used, held }: Lease): number => left + units - used - held

/** Holds the units of a request until it is answered. */
export function hold({ lease, cap, units }: Use): void {
  lease.held += units
  lease.isTouched = true
  if (cap) {
    cap.held += units
    cap.isTouched = true
  }
}

/** Gives held units back. */
export function release({ lease, cap, units }: Use): void {
  lease.held -= units
  if (cap) cap.held -= units
}
