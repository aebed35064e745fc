import { sql } from 'kysely'
import type { Channel, Queries } from './database.ts'

/** Tells every thread and process that listens to a channel a word, once the transaction is written. */
export async function notify(queries: Queries, channel: Channel, word = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${word})`.execute(queries)
}
