import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import { listToolsOff, setToolSwitch } from '../../storage/queries/tool-switches.ts'

/** How long a change may stay unknown that was heard of and could not be read. */
const RETRY_MS = 1_000

/**
 * Which tools are off: those of the operator's file, which nothing else can switch on, and those switched off in the
 * back office, known on every thread within a second.
 */
export class ToolSwitches {
  readonly #database: Database
  readonly #log: Logger
  readonly #fixed: ReadonlySet<string>
  readonly #timer: NodeJS.Timeout
  #off: ReadonlySet<string> = new Set()
  #hasMissed = false
  #loading = Promise.resolve()

  constructor(database: Database, { disabledTools, log }: { disabledTools: readonly string[]; log: Logger }) {
    this.#database = database
    this.#log = log
    this.#fixed = new Set(disabledTools)
    database.listen('octet_switches', () => void this.load())
    this.#timer = setInterval(() => this.#hasMissed && void this.load(), RETRY_MS)
    this.#timer.unref()
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
      await setToolSwitch(queries, toolId, isOff)
      await notify(queries, 'octet_switches', toolId)
    })
    await this.load()
  }

  /** Reads the switches anew, one time after the other; what was known stays until the database is there. */
  load(): Promise<void> {
    this.#loading = this.#loading
      .then(() => this.#read())
      .catch((error: unknown) => {
        this.#hasMissed = this.#database.isConfigured
        if (!isAppError(error)) this.#log.error({ err: error }, 'switches of tools cannot be read')
      })
    return this.#loading
  }

  async #read(): Promise<void> {
    this.#off = new Set(await this.#database.run(listToolsOff))
    this.#hasMissed = false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#loading
  }
}
