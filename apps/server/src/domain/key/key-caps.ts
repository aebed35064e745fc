import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'

const PERIOD_MS = 1_000

/**
 * Which keys have spent the cap of their month. Use is written each second and read each second, so a key goes on for
 * up to about two seconds beyond its cap; the plan's own quota is exact.
 */
export class KeyCaps {
  readonly #database: Database
  readonly #log: Logger
  readonly #caps = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #spent: ReadonlySet<string> = new Set()
  #reading: Promise<void> | undefined

  constructor(database: Database, { log }: { log: Logger }) {
    this.#database = database
    this.#log = log
    this.#timer = setInterval(() => void this.read(), PERIOD_MS)
    this.#timer.unref()
  }

  /** Notes the cap of a key; null for none. */
  watch(keyId: string, cap: number | null): void {
    if (cap === null) this.#caps.delete(keyId)
    else this.#caps.set(keyId, cap)
  }

  /** The cap of a key that has spent it; undefined for every other one. */
  findSpent(keyId: string): number | undefined {
    return this.#spent.has(keyId) ? this.#caps.get(keyId) : undefined
  }

  /** Reads the use of this month (UTC) of the keys that have a cap. */
  read(): Promise<void> {
    if (this.#caps.size === 0) return Promise.resolve()
    return (this.#reading ??= this.#read()
      .catch((error: unknown) => {
        if (!isAppError(error)) this.#log.error({ err: error }, 'caps of keys cannot be read')
      })
      .finally(() => (this.#reading = undefined)))
  }

  async #read(): Promise<void> {
    const rows = await this.#database.run((queries) =>
      queries
        .selectFrom('usage')
        .select(['key_id', sql<number>`sum(requests)::int8`.as('used')])
        .where('key_id', 'in', [...this.#caps.keys()])
        .where('hour', '>=', sql<Date>`date_trunc('month', now() at time zone 'utc') at time zone 'utc'`)
        .where('status', '<', 400)
        .groupBy('key_id')
        .execute(),
    )
    this.#spent = new Set(
      rows.filter(({ key_id: id, used }) => used >= (this.#caps.get(id) ?? Infinity)).map(({ key_id: id }) => id),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#reading
  }
}
