import { sql, type UpdateObject } from 'kysely'
import type { Database, Queries } from '../storage/database.ts'
import { returnUnits } from '../storage/queries/quota.ts'
import type { Schema } from '../storage/schema.ts'

/** As exact as the times that come back, so that they can be compared. */
const NOW = sql<Date>`date_trunc('milliseconds', now())`

export type Progress = { readonly done: number; readonly failed: number }

export type Ending = Progress & {
  readonly state: 'done' | 'failed'
  readonly result_bytes?: number
  readonly build?: string | null
  readonly error?: string
  /** Gives back what the job has cost. */
  readonly is_our_fault?: boolean
}

/**
 * A running job in the hands of one worker. Another takes it when it has not been touched for long, as after a database
 * that was away; from then on nothing that the first one says counts, for the time it knows is no longer the last.
 */
export class JobHold {
  readonly #database: Database
  readonly #id: string
  #seenAt: Date

  private constructor(database: Database, { id, seenAt }: { id: string; seenAt: Date }) {
    this.#database = database
    this.#id = id
    this.#seenAt = seenAt
  }

  /** Marks a job as running, within the transaction that found it. */
  static async take(database: Database, queries: Queries, id: string) {
    const job = await queries
      .updateTable('jobs')
      .set({ state: 'running', seen_at: NOW, done: 0, failed: 0, error: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { job, hold: new JobHold(database, { id, seenAt: job.seen_at! }) }
  }

  /** Says that it is worked on; false when it was removed or taken. */
  async note({ done, failed }: Progress): Promise<boolean> {
    const row = await this.#change({ done, failed, seen_at: NOW })
    if (row?.seen_at) this.#seenAt = row.seen_at
    return row !== undefined
  }

  /** Ends it; false when it was removed or taken meanwhile. */
  async end(ending: Ending, webhook: string | null): Promise<boolean> {
    const told = webhook === null ? {} : { webhook_state: 'waiting' as const, webhook_next_at: sql<Date>`now()` }
    const values = { ...ending, ...told, finished_at: sql<Date>`now()`, seen_at: null }
    return this.#database.transact(async (queries) => {
      const row = await this.#update(values, queries)
      if (row && ending.is_our_fault) await returnUnits(queries, this.#id)
      return row !== undefined
    })
  }

  /** Leaves it to the next worker. */
  async giveBack(): Promise<void> {
    await this.#change({ state: 'waiting', seen_at: null })
  }

  async isRemoved(): Promise<boolean> {
    const row = await this.#database.run((queries) =>
      queries.selectFrom('jobs').select('id').where('id', '=', this.#id).executeTakeFirst(),
    )
    return row === undefined
  }

  #change(values: UpdateObject<Schema, 'jobs'>) {
    return this.#database.run((queries) => this.#update(values, queries))
  }

  #update(values: UpdateObject<Schema, 'jobs'>, queries: Queries) {
    return queries
      .updateTable('jobs')
      .set(values)
      .where('id', '=', this.#id)
      .where('state', '=', 'running')
      .where('seen_at', '=', this.#seenAt)
      .returning('seen_at')
      .executeTakeFirst()
  }
}
