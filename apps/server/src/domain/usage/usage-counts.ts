import { randomUUID } from 'node:crypto'
import type { UsageBatch, UsageRow } from '../../storage/queries/usage.ts'
import type { KnownKey } from '../key/key-table.ts'

type Counted = {
  readonly key: KnownKey
  readonly product: string
  readonly hour: string
  readonly status: number
  readonly requests: number
}

/** The statistics: requests of each key by hour, product and status, until they are written. */
export class UsageCounts {
  #rows = new Map<string, UsageRow[]>()
  /** Batches that have not reached the database; each keeps its id, so that none is added twice. */
  readonly #batches: UsageBatch[] = []

  /** Counts that are not in the database yet. */
  get unwritten(): number {
    return [...this.#rows.values()].flat().length + this.#batches.reduce((sum, { rows }) => sum + rows.length, 0)
  }

  add({ key, product, hour, status, requests }: Counted): void {
    let rows = this.#rows.get(key.id)
    if (!rows) this.#rows.set(key.id, (rows = []))
    for (const row of rows)
      if (row.status === status && row.product === product && row.hour === hour) {
        row.requests += requests
        return
      }
    rows.push({ accountId: key.accountId, keyId: key.id, hour, product, status, requests })
  }

  /** What has been counted until now, behind what could not be written before. */
  list(): readonly UsageBatch[] {
    if (this.#rows.size > 0) {
      this.#batches.push({ id: randomUUID(), rows: [...this.#rows.values()].flat() })
      this.#rows = new Map()
    }
    return [...this.#batches]
  }

  /** Drops one that has been written. */
  drop(batch: UsageBatch): void {
    const at = this.#batches.indexOf(batch)
    if (at >= 0) this.#batches.splice(at, 1)
  }
}
