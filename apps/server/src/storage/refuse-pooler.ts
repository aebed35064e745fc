import type { Client } from 'pg'
import { createLoneClient } from './lone-client.ts'

/** A database that cannot do what we need, now or later. */
export class UnfitDatabaseError extends Error {}

const CHANNEL = 'octet_echo'
/** A word that PostgreSQL hands on comes within milliseconds. */
const ECHO_MS = 3_000

/**
 * Refuses a pooler that lends connections for single transactions, such as PgBouncer with `pool_mode = transaction`: it
 * swallows what is notified, so that no thread would hear of a withdrawn key, and locks stay with whoever comes next.
 */
export async function refuseTransactionPooler(client: Client, url: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // PostgreSQL says with whom we talk; poolers tell a number of their own.
  if (rows[0]?.pid === (client as Client & { processID: number | null }).processID) return
  if (await isHeard(client, url)) return
  throw new UnfitDatabaseError(
    'DATABASE_URL: expected PostgreSQL, or a pooler that keeps a connection for each client (PgBouncer: pool_mode = session), got one that hands no NOTIFY on',
  )
}

/** Whether a word of another connection reaches this one. */
async function isHeard(client: Client, url: string): Promise<boolean> {
  const speaker = createLoneClient(url)
  const heard = Promise.withResolvers<boolean>()
  const limit = setTimeout(() => heard.resolve(false), ECHO_MS)
  client.on('notification', () => heard.resolve(true))
  try {
    await client.query(`listen ${CHANNEL}`)
    await speaker.connect()
    await speaker.query(`notify ${CHANNEL}`)
    const isHeard = await heard.promise
    await client.query(`unlisten ${CHANNEL}`)
    return isHeard
  } finally {
    clearTimeout(limit)
    client.removeAllListeners('notification')
    await speaker.end().catch(() => {})
  }
}
