import { isAppError, type AppError } from '@octet/core/errors.ts'
import { DIALECTS, type DialectName } from './dialects.ts'

/** Those that read what others do not, the ones first that most people have. */
const OTHERS: readonly DialectName[] = [
  'mysql',
  'postgresql',
  'transactsql',
  'plsql',
  'sqlite',
  'clickhouse',
  'bigquery',
  'hive',
  'spark',
  'snowflake',
  'redshift',
  'duckdb',
  'trino',
  'db2',
  'n1ql',
]
/** Longer texts are not tried in each dialect. */
const MAX_TRIED = 32 * 1024
const MOST_NAMED = 2

/** The names of dialects in which a text is no mistake, so that `work` does not throw. */
export async function findOtherDialects(
  text: string,
  dialect: DialectName,
  work: (other: DialectName) => Promise<unknown>,
): Promise<{ en: string; zh: string } | undefined> {
  if (text.length > MAX_TRIED) return undefined
  const names: { en: string; zh: string }[] = []
  for (const other of OTHERS) {
    if (other === dialect || names.length === MOST_NAMED) continue
    if (await isRead(() => work(other))) names.push(DIALECTS[other].name)
  }
  if (names.length === 0) return undefined
  return { en: names.map(({ en }) => en).join(' or '), zh: names.map(({ zh }) => zh).join(' 或 ') }
}

async function isRead(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

const isRefusal = (error: unknown): error is AppError =>
  isAppError(error) && /^(?:syntax_error|too_large|unsupported_value)$/.test(error.key)
