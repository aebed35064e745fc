import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

/** Whether somebody waits for a row or a lock that this transaction holds; undefined if not, for `until`. */
export async function isWaitedFor(queries: Queries): Promise<true | undefined> {
  // Else a transaction goes on seeing the connections that there were when it looked first.
  await sql`select pg_stat_clear_snapshot()`.execute(queries)
  const { rows } = await sql`select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(queries)
  return rows.length > 0 || undefined
}
