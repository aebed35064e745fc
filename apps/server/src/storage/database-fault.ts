import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

const FULL: Text = { en: 'the disk of the account database is full', zh: '账户数据库的磁盘已满' }

/** The known error for what the database, or the way to it, has thrown; any other error as it came. */
export function toDatabaseFault(error: unknown): unknown {
  if (isDiskFull(error)) return new AppError('unavailable', { reason: FULL, retryAfter: 60 }, { cause: error })
  if (isReadOnly(error)) return toReadOnly(error)
  if (isWithoutTables(error)) return toTableless(error)
  if (isLockFault(error)) return new AppError('unavailable', { reason: BUSY, retryAfter: 2 }, { cause: error })
  if (isConnectionFault(error)) return toUnavailable(error)
  if (isWithout(error, 'account')) return new AppError('session_ended', {}, { cause: error })
  if (isWithout(error, 'key')) return toUnknownKey(error)
  const fault = findTextFault(error)
  return fault ? toBadText(fault, error) : error
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
    /^(The server does not support SSL|Connection terminated|timeout (?:exceeded|expired)|Client has encountered|Query read timeout|Cannot use a pool|driver has already been destroyed)/.test(
      message,
    )
  )
}

/** Whether none of the pool's connections came free in time, or a new one was not open in time (pg-pool's words). */
export const isLateConnection = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)/.test(error.message)

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

/** SQLSTATE of disk_full, of too_many_connections, of invalid_password, of invalid_authorization_specification and of invalid_catalog_name. */
const DISK_FULL = '53100'
const TOO_MANY_CONNECTIONS = '53300'
export const WRONG_PASSWORD = '28P01'
export const NOT_ADMITTED = '28000'
export const NO_DATABASE = '3D000'
/** SQLSTATE of undefined_table: the tables could not be made yet. */
const UNDEFINED_TABLE = '42P01'

/** What the operator has to hear of, by SQLSTATE. */
export const LACKS: Readonly<Record<string, string>> = {
  [DISK_FULL]: 'the disk of the account database is full',
  [TOO_MANY_CONNECTIONS]: 'the account database lets no more connections in: raise its max_connections or lower OCTET_PROCESSES',
  [WRONG_PASSWORD]:
    'the account database refuses the user or password of DATABASE_URL; after a change of it, restart with the new one',
  [UNDEFINED_TABLE]: 'the account database has no tables yet',
}

const isDiskFull = (error: unknown): boolean => (error as { code?: string }).code === DISK_FULL

const NO_TABLES: Text = { en: 'the account database has no tables yet', zh: '账户数据库中还没有数据表' }

export const toTableless = (cause?: unknown): AppError =>
  new AppError('unavailable', { reason: NO_TABLES, retryAfter: 5 }, { cause })

const isWithoutTables = (error: unknown): boolean => (error as { code?: string }).code === UNDEFINED_TABLE

const BUSY: Text = { en: 'the account database is at the same rows for others', zh: '账户数据库正忙于处理相同的记录' }

/** SQLSTATE 40P01, deadlock_detected, and 40001, serialization_failure: what was asked is right, and undone for another's sake. */
export const isLockFault = (error: unknown): boolean => /^40(?:P01|001)$/.test((error as { code?: string }).code ?? '')

const READ_ONLY: Text = { en: 'the account database can be read but not written', zh: '账户数据库只能读取，不能写入' }

/** SQLSTATE 25006, read_only_sql_transaction, as after a fail-over. */
const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === '25006'

const NO_KEY: Text = { en: 'it is unknown', zh: '密钥不存在' }

export const toUnknownKey = (cause: unknown): AppError => new AppError('bad_key', { reason: NO_KEY }, { cause })

/** SQLSTATE 23503, foreign_key_violation, of a row that refers to its owner: the schema names it after its column. */
function isWithout(error: unknown, owner: 'account' | 'key'): boolean {
  const { code, constraint = '' } = error as { code?: string; constraint?: string }
  return code === '23503' && constraint.endsWith(`_${owner}_id_fkey`)
}

/** Whether what was to be written belongs to an account or a key that has been deleted. */
export const isOwnerGone = (error: unknown): boolean => isAppError(error) && /^(?:session_ended|bad_key)$/.test(error.key)

export function toReadOnly(cause?: unknown): AppError {
  return new AppError('unavailable', { reason: READ_ONLY, retryAfter: 2 }, { cause })
}

export function toUnavailable(cause?: unknown): AppError {
  const reason = { en: 'the account database does not answer', zh: '账户数据库暂时无法访问' }
  return new AppError('unavailable', { reason, retryAfter: 2 }, { cause })
}
