import { randomUUID } from 'node:crypto'
import type { Database } from '../../storage/database.ts'
import { addUsage, type UsageRow } from '../../storage/queries/usage.ts'
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
  readonly #batches: { id: string; rows: UsageRow[] }[] = []

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

  /** Writes them; what cannot be written now is tried again by the next call. */
  async write(database: Database): Promise<void> {
    if (this.#rows.size > 0) {
      this.#batches.push({ id: randomUUID(), rows: [...this.#rows.values()].flat() })
      this.#rows = new Map()
    }
    for (let batch = this.#batches[0]; batch; batch = this.#batches[0]) {
      const { id, rows } = batch
      await database.run((queries) => addUsage(queries, id, rows))
      this.#batches.shift()
    }
  }
}
