import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'

/**
 * Which tools are off: those of the operator's file, which nothing else can switch on, and those switched off in the
 * back office, known on every thread within a second.
 */
export class ToolSwitches {
  readonly #database: Database
  readonly #log: Logger
  readonly #fixed: ReadonlySet<string>
  #off: ReadonlySet<string> = new Set()

  constructor(database: Database, { disabledTools, log }: { disabledTools: readonly string[]; log: Logger }) {
    this.#database = database
    this.#log = log
    this.#fixed = new Set(disabledTools)
    database.listen('octet_switches', () => void this.load())
  }

  isOff(toolId: string): boolean {
    return this.#fixed.has(toolId) || this.#off.has(toolId)
  }

  /** Whether the operator's file holds it off. */
  isFixed(toolId: string): boolean {
    return this.#fixed.has(toolId)
  }

  /** Switches a tool off or on, on every thread. */
  async set(toolId: string, isOff: boolean): Promise<void> {
    await this.#database.transact(async (queries) => {
      await queries
        .insertInto('tool_switches')
        .values({ tool_id: toolId, is_off: isOff })
        .onConflict((conflict) => conflict.column('tool_id').doUpdateSet({ is_off: isOff, changed_at: sql<Date>`now()` }))
        .execute()
      await sql`select pg_notify('octet_switches', ${toolId})`.execute(queries)
    })
    await this.load()
  }

  /** Reads the switches anew; what was known stays when the database is away. */
  async load(): Promise<void> {
    try {
      const rows = await this.#database.run((queries) =>
        queries.selectFrom('tool_switches').select('tool_id').where('is_off', '=', true).execute(),
      )
      this.#off = new Set(rows.map(({ tool_id: id }) => id))
    } catch (error) {
      if (!isAppError(error)) this.#log.error({ err: error }, 'switches of tools cannot be read')
    }
  }
}
