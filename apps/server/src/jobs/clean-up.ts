import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Database } from '../storage/database.ts'
import { deleteEnded, ENDING_TABLES, type EndingTable } from '../storage/queries/ended.ts'
import { mergeClosedLeases } from '../storage/queries/quota.ts'
import { repeat } from './repeat.ts'

const PERIOD_MS = 3_600_000
const ROWS_AT_ONCE = 10_000

/**
 * Deletes each hour what has ended: sessions, links, maps, kept inputs, sent mails after 30 days, ids of batches and leases of keys
 * after a week, measurements, alerts, lapses of the service after 400 days. Leases of accounts, whose sum is asked for later,
 * become one.
 */
export function startCleanUp({ database, log }: { database: Database; log: Logger }): AsyncDisposable {
  const { stop } = repeat(() => cleanUp(database), {
    everyMs: PERIOD_MS,
    onError(error) {
      if (!isAppError(error)) log.error({ err: error }, 'the tables could not be cleaned up')
    },
  })
  return { [Symbol.asyncDispose]: stop }
}

/** One round of it. A table that cannot be cleaned up keeps no other from it; then it throws all that went wrong. */
export async function cleanUp(database: Database): Promise<void> {
  const faults: unknown[] = []
  for (const table of ENDING_TABLES) await deleteAll(database, table).catch((error: unknown) => faults.push(error))
  await database.run(mergeClosedLeases).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults, 'several tables')
}

/** Deletes in parts: what has come together in a long time does not fit into the time of one statement. */
async function deleteAll(database: Database, table: EndingTable): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE;)
    deleted = await database.run((queries) => deleteEnded(queries, table, ROWS_AT_ONCE))
}
