import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { isAppError } from '@octet/core/errors.ts'
import { isOwnerGone, toUnknownKey } from '../../storage/database-fault.ts'
import type { Database } from '../../storage/database.ts'
import { grantUnits } from '../../storage/queries/quota.ts'
import { addCredit, isFarFromSpent, isLow, noteRefusal, toAhead, toGrant, toShortage, toWanted, type Lease } from './lease.ts'

/** For so long a database that is away does not stop anybody; what is served meanwhile is charged when it is back. */
const CREDIT_MS = 600_000
/** For so long a request waits for a slow database while the quota is far from spent; then it is served on credit too. */
const PATIENCE_MS = 500

/** Brings units from the database: one question for a lease at a time. */
export class LeaseFetcher {
  readonly #database: Database
  /** For so long nobody asks again for what was refused. */
  readonly #refusalMs: number
  #lastContactMs = performance.now()

  constructor(database: Database, refusalMs: number) {
    this.#database = database
    this.#refusalMs = refusalMs
  }

  /** Notes that the database has answered. */
  noteContact(): void {
    this.#lastContactMs = performance.now()
  }

  /** Asks for more when a lease runs low, and waits for nothing. */
  fetchAhead(lease: Lease): void {
    if (!lease.asking && isLow(lease)) void this.#fetch(lease, 1).catch(() => {})
  }

  /**
   * Waits for units. What comes may be the answer to another's question, or be taken by others first. Throws `bad_key` for a key
   * that is deleted this moment, or its account.
   */
  async fetch(lease: Lease, units: number): Promise<void> {
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

  async #ask(lease: Lease, needed: number): Promise<void> {
    await immediate() // until all who have been woken, or come at this moment, have said that they wait
    const { owed } = lease
    const wanted = toWanted(lease, needed)
    const ahead = toAhead(lease, wanted)
    lease.reach = ahead
    lease.mark = { used: lease.used, atMs: performance.now() }
    try {
      const grant = toGrant(lease, { needed, wanted, ahead, owed })
      const { granted, left } = await this.#database.transact((queries) => grantUnits(queries, grant))
      this.noteContact()
      lease.units += granted
      lease.owed -= owed
      lease.left = left
      if (granted === 0 && needed > 0) noteRefusal(lease, needed, this.#refusalMs)
    } catch (error) {
      // Nobody is served on credit for an account or a key that has been deleted.
      if (isOwnerGone(error)) throw toUnknownKey(error)
      if (!isAppError(error) || performance.now() - this.#lastContactMs > CREDIT_MS) throw error
      addCredit(lease, Math.max(wanted, ahead))
    }
  }
}
