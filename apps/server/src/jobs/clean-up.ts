import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Database } from '../storage/database.ts'
import { mergeClosedLeases } from '../storage/quota.ts'
import { repeat } from './repeat.ts'

const PERIOD_MS = 3_600_000

/**
 * Deletes each hour what has ended: sessions, links, maps, sent mails after 30 days, ids of batches and leases of keys
 * after a week, measurements, alerts. Leases of accounts, whose sum is asked for later, become one.
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

/** One round of it. */
export function cleanUp(database: Database): Promise<void> {
  return database.transact(async (queries) => {
    for (const table of ['sessions', 'links', 'challenges', 'operator_links', 'maps'] as const)
      await queries
        .deleteFrom(table)
        .where('expires_at', '<', sql<Date>`now()`)
        .execute()
    await queries
      .deleteFrom('mails')
      .where('state', '!=', 'waiting')
      .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute()
    await queries
      .deleteFrom('usage_batches')
      .where('written_at', '<', sql<Date>`now() - interval '7 days'`)
      .execute()
    await queries
      .deleteFrom('key_leases')
      .where('closed_at', '<', sql<Date>`now() - interval '7 days'`)
      .execute()
    await mergeClosedLeases(queries)
    await queries
      .deleteFrom('measurements')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute()
    await queries
      .deleteFrom('monitor_events')
      .where('created_at', '<', sql<Date>`now() - interval '180 days'`)
      .execute()
    await queries
      .deleteFrom('monitor_calls')
      .where('state', '!=', 'waiting')
      .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute()
  })
}
