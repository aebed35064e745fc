import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types as pgTypes, type ClientBase } from 'pg'
import type { Logger } from 'pino'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { Listener } from './listener.ts'
import { toConnectLimit } from './lone-client.ts'
import type { Schema } from './schema.ts'

/** Waiting for a connection and for one statement: an account page says 503 within a second when there is none. A connection
 *  string may allow more, by `connect_timeout` in seconds (PostgreSQL, libpq connection parameters). */
const CONNECT_LIMIT_MS = 800
const STATEMENT_LIMIT_MS = 5_000
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

const FULL: Text = { en: 'the disk of the account database is full', zh: '账户数据库的磁盘已满' }
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
  readonly #pool: Pool | undefined
  readonly #queries: Queries | undefined
  readonly #listener: Listener | undefined
  readonly #log: Logger
  readonly #toldMs = new Map<string, number>()
  #roomAskedMs = -ROOM_PERIOD_MS
  #room: Promise<void> | undefined

  /** Without a connection string there is no database, and every call says so. */
  constructor(url: string | undefined, { log, onQuery }: DatabaseOptions) {
    this.url = url
    this.#log = log
    if (url === undefined) return
    this.#pool = new Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: toConnectLimit(url, CONNECT_LIMIT_MS),
      // Said by a query, as poolers refuse to hear it when a connection is opened.
      ...(!/[?&]statement_timeout=/.test(url) && { onConnect: limitStatements }),
      query_timeout: STATEMENT_LIMIT_MS + 1_000,
      idleTimeoutMillis: 60_000,
      application_name: 'octet',
      types,
    })
    // Without these listeners a connection that breaks, idle or in use, ends the process.
    this.#pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
    this.#pool.on('connect', (client) => client.on('error', () => {}))
    this.#queries = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: this.#pool }),
      ...(onQuery && {
        log: ({ level, query: { sql }, queryDurationMillis: ms }) => onQuery({ sql, ms, isFailed: level === 'error' }),
      }),
    })
    this.#listener = new Listener(url, { log })
  }

  /** Whether accounts can exist here at all. */
  get isConfigured(): boolean {
    return this.#queries !== undefined
  }

  /**
   * Runs queries. Throws `unavailable` when the database cannot be reached, `bad_input` for a text it cannot hold,
   * `session_ended` for what belongs to an account that is deleted meanwhile.
   */
  async run<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    if (!this.#queries) throw toUnavailable()
    try {
      return await work(this.#queries)
    } catch (error) {
      this.#tellLack(error)
      if (isDiskFull(error)) throw new AppError('unavailable', { reason: FULL, retryAfter: 60 }, { cause: error })
      if (isReadOnly(error)) throw toReadOnly(error)
      if (isWithoutTables(error)) throw toTableless(error)
      if (isConnectionFault(error)) throw toUnavailable(error)
      if (isWithoutAccount(error)) throw new AppError('session_ended', {}, { cause: error })
      const fault = findTextFault(error)
      throw fault ? toBadText(fault, error) : error
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

  /** Runs queries in one transaction. Throws as {@link run}. */
  transact<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.run((queries) => queries.transaction().execute((transaction) => work(transaction)))
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

/**
 * SQLSTATE classes 08 (connection), 28 (who we are), 53 (resources), 57 (operator) and 58 (system), a database that is not
 * there (3D000), and faults of the socket and of TLS. Of class 57 also the end of our patience with a statement (57014), as
 * behind a lock.
 */
function isConnectionFault(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(08|28|3D000|53|57|58)/.test(code) ||
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)/.test(code) ||
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code) ||
    /^(The server does not support SSL|Connection terminated|timeout exceeded|Client has encountered|Query read timeout|Cannot use a pool|driver has already been destroyed)/.test(
      message,
    )
  )
}

const NULL_CHARACTER: Text = { en: 'U+0000', zh: 'U+0000' }
const HALF_CHARACTER: Text = { en: 'half of a surrogate pair', zh: '不成对的代理码元' }

/**
 * What JSON can name and PostgreSQL cannot hold: U+0000, which is SQLSTATE 22021 in a text and 22P05 within jsonb, and half
 * of a surrogate pair, 22P02 within jsonb.
 */
function findTextFault(error: unknown): Text | undefined {
  const { code, routine = '' } = error as { code?: string; routine?: string }
  if (code === '22021' || code === '22P05') return NULL_CHARACTER
  // The message is in the language of the database; the routine that refused is not.
  return code === '22P02' && routine.startsWith('json_') ? HALF_CHARACTER : undefined
}

function toBadText(fault: Text, cause: unknown): AppError {
  const expected = { en: `text without ${fault.en}`, zh: `不含 ${fault.zh} 的文本` }
  return new AppError('bad_input', { field: 'text', expected, got: fault }, { cause })
}

/** SQLSTATE of disk_full and of too_many_connections. */
const DISK_FULL = '53100'
const TOO_MANY_CONNECTIONS = '53300'
/** SQLSTATE of undefined_table: the tables could not be made yet. */
const UNDEFINED_TABLE = '42P01'

const LACKS: Readonly<Record<string, string>> = {
  [DISK_FULL]: 'the disk of the account database is full',
  [TOO_MANY_CONNECTIONS]: 'the account database lets no more connections in: raise its max_connections or lower OCTET_PROCESSES',
  [UNDEFINED_TABLE]: 'the account database has no tables yet',
}

const isDiskFull = (error: unknown): boolean => (error as { code?: string }).code === DISK_FULL

const NO_TABLES: Text = { en: 'the account database has no tables yet', zh: '账户数据库中还没有数据表' }

const toTableless = (cause?: unknown): AppError => new AppError('unavailable', { reason: NO_TABLES, retryAfter: 5 }, { cause })

const isWithoutTables = (error: unknown): boolean => (error as { code?: string }).code === UNDEFINED_TABLE

const READ_ONLY: Text = { en: 'the account database can be read but not written', zh: '账户数据库只能读取，不能写入' }

/** SQLSTATE 25006, read_only_sql_transaction, as after a fail-over. */
const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === '25006'

/** SQLSTATE 23503, foreign_key_violation, of a row that refers to its account: the schema names it after its column. */
function isWithoutAccount(error: unknown): boolean {
  const { code, constraint = '' } = error as { code?: string; constraint?: string }
  return code === '23503' && constraint.endsWith('_account_id_fkey')
}

function toReadOnly(cause?: unknown): AppError {
  return new AppError('unavailable', { reason: READ_ONLY, retryAfter: 2 }, { cause })
}

function toUnavailable(cause?: unknown): AppError {
  const reason = { en: 'the account database does not answer', zh: '账户数据库暂时无法访问' }
  return new AppError('unavailable', { reason, retryAfter: 2 }, { cause })
}
