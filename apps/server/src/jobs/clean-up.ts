import { sql, type RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Database } from '../storage/database.ts'
import { mergeClosedLeases } from '../storage/queries/quota.ts'
import type { Schema } from '../storage/schema.ts'
import { repeat } from './repeat.ts'

const PERIOD_MS = 3_600_000
const ROWS_AT_ONCE = 10_000

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

/** What has ended, by table. */
const ENDED = {
  sessions: sql`expires_at < now()`,
  links: sql`expires_at < now()`,
  challenges: sql`expires_at < now()`,
  operator_links: sql`expires_at < now()`,
  maps: sql`expires_at < now()`,
  mails: sql`state != 'waiting' and created_at < now() - interval '30 days'`,
  usage_batches: sql`written_at < now() - interval '7 days'`,
  key_leases: sql`closed_at < now() - interval '7 days'`,
  measurements: sql`expires_at < now()`,
  monitor_events: sql`created_at < now() - interval '180 days'`,
  monitor_calls: sql`state != 'waiting' and created_at < now() - interval '30 days'`,
} satisfies Partial<Record<keyof Schema, RawBuilder<unknown>>>

/** One round of it. A table that cannot be cleaned up keeps no other from it; then it throws all that went wrong. */
export async function cleanUp(database: Database): Promise<void> {
  const faults: unknown[] = []
  for (const [table, condition] of Object.entries(ENDED))
    await deleteAll(database, table, condition).catch((error: unknown) => faults.push(error))
  await database.run(mergeClosedLeases).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults, 'several tables')
}

/** Deletes in parts: what has come together in a long time does not fit into the time of one statement. */
async function deleteAll(database: Database, table: string, condition: RawBuilder<unknown>): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE;) {
    const { numAffectedRows = 0n } = await database.run((queries) =>
      sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(ROWS_AT_ONCE)}))`.execute(queries),
    )
    deleted = Number(numAffectedRows)
  }
}
