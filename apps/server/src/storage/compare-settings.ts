import type { Client } from 'pg'
import type { Logger } from 'pino'
import { CONNECTIONS_OF_THREAD } from './database.ts'
import { createLoneClient } from './lone-client.ts'

/** Codes of authenticator apps change every 30 s, and receivers of webhooks refuse what is minutes old. */
const TOLERANCE_MS = 10_000

type CompareOptions = { readonly threads: number; readonly log: Logger }

/** Says where a database that somebody else has set up does not fit this machine: its clock, and how many connections it lets in. */
export async function compareSettings(url: string, { threads, log }: CompareOptions): Promise<void> {
  const client = createLoneClient(url)
  try {
    await client.connect()
    await compareClocks(client, log)
    await compareRoom(client, { threads, log })
  } catch (error) {
    log.debug({ err: error }, 'clock and room of the database could not be read')
  } finally {
    await client.end().catch(() => {})
  }
}

/** One of the two clocks is wrong, and with several machines not all can be right. */
async function compareClocks(client: Client, log: Logger): Promise<void> {
  const { rows } = await client.query<{ ms: string }>('select (extract(epoch from clock_timestamp()) * 1000)::int8 as ms')
  const aheadMs = Date.now() - Number(rows[0]?.ms)
  if (Math.abs(aheadMs) > TOLERANCE_MS)
    log.warn(
      { aheadSeconds: Math.round(aheadMs / 1_000) },
      'the clocks of this machine and of the database differ: let NTP set both, or codes of authenticator apps and webhook signatures are refused',
    )
}

/** The least of what the server, the database and the role let in; −1 stands for no limit (PostgreSQL, `pg_roles`, `pg_database`). */
async function compareRoom(client: Client, { threads, log }: CompareOptions): Promise<void> {
  const { rows } = await client.query<{ room: number }>(
    `select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
     ) as room`,
  )
  const room = rows[0]?.room ?? Infinity
  const needed = threads * CONNECTIONS_OF_THREAD
  if (room < needed)
    log.warn(
      { needed, room },
      'the database lets in fewer connections than this server may take, and account calls answer 503 when there is none: raise max_connections or lower OCTET_PROCESSES',
    )
}
