import type { Database, Queries } from '../storage/database.ts'
import { endJob, findJob, releaseJob, startJob, touchJob, type Job, type Progress } from '../storage/queries/jobs.ts'
import { returnUnits } from '../storage/queries/quota.ts'

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
  static async take(database: Database, queries: Queries, id: string): Promise<{ job: Job; hold: JobHold }> {
    const job = await startJob(queries, id)
    return { job, hold: new JobHold(database, { id, seenAt: job.seen_at! }) }
  }

  /** Says that it is worked on; false when it was removed or taken. */
  async note(progress: Progress): Promise<boolean> {
    const seenAt = await this.#database.run((queries) => touchJob(queries, this.#run, progress))
    if (seenAt) this.#seenAt = seenAt
    return seenAt !== undefined
  }

  /** Ends it; false when it was removed or taken meanwhile. */
  async end(ending: Ending, webhook: string | null): Promise<boolean> {
    return this.#database.transact(async (queries) => {
      const isOurs = await endJob(queries, this.#run, { ...ending, isTold: webhook !== null })
      if (isOurs && ending.is_our_fault) await returnUnits(queries, this.#id)
      return isOurs
    })
  }

  /** Leaves it to the next worker. */
  async giveBack(): Promise<void> {
    await this.#database.run((queries) => releaseJob(queries, this.#run))
  }

  async isRemoved(): Promise<boolean> {
    return (await this.#database.run((queries) => findJob(queries, this.#id))) === undefined
  }

  get #run() {
    return { id: this.#id, seenAt: this.#seenAt }
  }
}
