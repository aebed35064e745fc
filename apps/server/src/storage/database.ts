import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types as pgTypes, type ClientBase, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import {
  isLateConnection,
  isLockFault,
  LACKS,
  toDatabaseFault,
  toReadOnly,
  toTableless,
  toUnavailable,
} from './database-fault.ts'
import { Listener } from './listener.ts'
import { toConnectLimit } from './lone-client.ts'
import type { Schema } from './schema.ts'
import { SilenceEndingClient } from './silence-ending-client.ts'

/** Waiting for a connection and for one statement: an account page says 503 within a second when there is none. A connection
 *  string may allow more, by `connect_timeout` in seconds (PostgreSQL, libpq connection parameters). */
const CONNECT_LIMIT_MS = 800
const STATEMENT_LIMIT_MS = 5_000
/** A database that answered others so lately is busy, not away: so long a connection is waited for then. */
const BUSY_LIMIT_MS = 4_000
const MAX_CONNECTIONS = 8
/** With the one that listens. */
export const CONNECTIONS_OF_THREAD = MAX_CONNECTIONS + 1

/** Whole numbers of PostgreSQL (int8) as numbers: all of ours are below 2^53, and one that is not is refused. Dates without a time stay text. */
const types = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (id === pgTypes.builtins.INT8 && format !== 'binary') return toWholeNumber
    if (id === pgTypes.builtins.DATE) return (text: string) => text
    return pgTypes.getTypeParser(id, format)
  },
}

function toWholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`expected a whole number below 2^53, got ${text}`)
  return value
}

/** How often a transaction that was undone for another's sake is begun anew, and the most it waits before. */
const MOST_ANEW = 4
const ANEW_PAUSE_MS = 50

const TOLD_PERIOD_MS = 60_000
const ROOM_PERIOD_MS = 5_000
/** Rows that take half a megabyte, about. */
const ROOM_ROWS = 20_000

/** Query builder of the database or of a transaction in it. */
export type Queries = Kysely<Schema>

export type DatabaseOptions = {
  readonly log: Logger
  /** Told of every query that has ended: its text without its values. */
  readonly onQuery?: (query: { readonly sql: string; readonly ms: number; readonly isFailed: boolean }) => void
}

/** The database of one thread. Every failure to reach it is the known error `unavailable`. */
export class Database {
  /** Connection string; undefined when there is no database. */
  readonly url: string | undefined
  readonly #queries: Queries | undefined
  readonly #listener: Listener | undefined
  readonly #log: Logger
  readonly #toldMs = new Map<string, number>()
  #answeredMs = -Infinity
  #roomAskedMs = -ROOM_PERIOD_MS
  #room: Promise<void> | undefined

  /** Without a connection string there is no database, and every call says so. */
  constructor(url: string | undefined, { log, onQuery }: DatabaseOptions) {
    this.url = url
    this.#log = log
    if (url === undefined) return
    const pool = new Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: toConnectLimit(url, CONNECT_LIMIT_MS),
      // Said by a query, as poolers refuse to hear it when a connection is opened.
      ...(!/[?&]statement_timeout=/.test(url) && { onConnect: limitStatements }),
      query_timeout: STATEMENT_LIMIT_MS + 1_000,
      Client: SilenceEndingClient,
      idleTimeoutMillis: 60_000,
      application_name: 'octet',
      types,
    })
    // Without these listeners a connection that breaks, idle or in use, ends the process.
    pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
    pool.on('connect', (client) => client.on('error', () => {}))
    this.#queries = new Kysely<Schema>({
      dialect: new PostgresDialect({
        pool: { connect: () => this.#connect(pool), end: () => pool.end(), options: pool.options },
      }),
      log: ({ level, query: { sql }, queryDurationMillis: ms }) => {
        if (level === 'query') this.#answeredMs = performance.now()
        onQuery?.({ sql, ms, isFailed: level === 'error' })
      },
    })
    this.#listener = new Listener(url, { log })
  }

  /** A connection of the pool, opened where all are in use and there is room for one more. */
  async #connect(pool: Pool): Promise<PoolClient> {
    const beganMs = performance.now()
    for (;;)
      try {
        return await pool.connect()
      } catch (error) {
        const nowMs = performance.now()
        const isBusy = nowMs - this.#answeredMs < BUSY_LIMIT_MS && nowMs - beganMs < BUSY_LIMIT_MS
        if (!isBusy || !isLateConnection(error)) throw error
      }
  }

  /** Whether accounts can exist here at all. */
  get isConfigured(): boolean {
    return this.#queries !== undefined
  }

  /**
   * Runs queries. Throws `unavailable` when the database cannot be reached, `bad_input` for a text it cannot hold,
   * `session_ended` for what belongs to an account that is deleted meanwhile, `bad_key` for what belongs to such a key.
   */
  async run<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    if (!this.#queries) throw toUnavailable()
    try {
      return await work(this.#queries)
    } catch (error) {
      this.#tellLack(error)
      throw toDatabaseFault(error)
    }
  }

  /** The operator hears of what the database lacks, once in a while: nothing else would say why accounts are refused. */
  #tellLack(cause: unknown): void {
    const { code = '' } = cause as { code?: string }
    const words = LACKS[code]
    if (words === undefined || performance.now() - (this.#toldMs.get(code) ?? -TOLD_PERIOD_MS) < TOLD_PERIOD_MS) return
    this.#toldMs.set(code, performance.now())
    this.#log.error({ err: cause }, words)
  }

  /**
   * Asks whether the database answers and can be written, without writing a row: `transaction_read_only` is on for a standby,
   * too (PostgreSQL, Hot Standby), and a disk without room is found by a file that the database forgets at once. That is
   * looked at once in a few seconds, however often it is asked. Throws `unavailable`, also where there are no tables yet.
   */
  async checkWritable(): Promise<void> {
    const asked = sql<{ isOff: boolean; hasTables: boolean }>`
      select current_setting('transaction_read_only') = 'off' as "isOff", to_regclass('accounts') is not null as "hasTables"`
    const { rows } = await this.run((queries) => asked.execute(queries))
    if (!rows[0]?.isOff) throw toReadOnly()
    if (!rows[0].hasTables) throw toTableless()
    if (performance.now() - this.#roomAskedMs > ROOM_PERIOD_MS) {
      this.#roomAskedMs = performance.now()
      this.#room = this.transact(takeRoom)
      this.#room.catch(() => {}) // whoever asks hears of it
    }
    await this.#room
  }

  /**
   * Runs queries in one transaction. One that the database undoes for the sake of another is begun anew (PostgreSQL,
   * Serialization Failure Handling), so that `work` may run several times and changes nothing but rows. Throws as {@link run}.
   */
  transact<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.run(async (queries) => {
      for (let anew = 0; ; anew++) {
        try {
          return await queries.transaction().execute((transaction) => work(transaction))
        } catch (error) {
          if (!isLockFault(error) || anew === MOST_ANEW) throw error
          await sleep(Math.random() * ANEW_PAUSE_MS)
        }
      }
    })
  }

  /** Calls back for every word on a channel, and with `undefined` when words may have been missed. */
  listen(channel: Channel, heed: (word: string | undefined) => void): void {
    this.#listener?.listen(channel, heed)
  }

  /** Whether words of other threads arrive at this moment. */
  get isListening(): boolean {
    return this.#listener?.isConnected ?? false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listener?.[Symbol.asyncDispose]()
    await this.#queries?.destroy()
  }
}

/** What threads and processes tell each other through the database. */
export type Channel =
  | 'octet_points'
  | 'octet_sessions'
  | 'octet_keys'
  | 'octet_mail'
  | 'octet_switches'
  | 'octet_jobs'
  | 'octet_jobs_gone'
  | 'octet_corrections'
  | 'octet_sandbox'

/**
 * Has the database write a temporary file: rows beyond `work_mem` go to one. A row that is changed finds room in its page on
 * a full disk, too, and would tell nothing.
 */
async function takeRoom(queries: Queries): Promise<void> {
  await sql`set local work_mem = '64kB'`.execute(queries)
  await sql`select count(*) from generate_series(1, ${sql.lit(ROOM_ROWS)})`.execute(queries)
}

async function limitStatements(client: ClientBase): Promise<void> {
  await client.query(`set statement_timeout = ${STATEMENT_LIMIT_MS}`)
}
