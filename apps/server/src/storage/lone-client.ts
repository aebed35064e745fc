import { Client } from 'pg'

const CONNECT_LIMIT_MS = 5_000

/**
 * A connection outside the pool, not yet opened, for one piece of work. One that breaks fails its query, not the process.
 * `connect_timeout` of the connection string, in seconds, says how long opening may take.
 */
export function createLoneClient(url: string): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: toConnectLimit(url, CONNECT_LIMIT_MS) })
  client.on('error', () => {})
  return client
}

/** Milliseconds that opening a connection may take: those of the connection string, else `usualMs`. */
export function toConnectLimit(url: string, usualMs: number): number {
  const seconds = Number(/[?&]connect_timeout=(\d+)/.exec(url)?.[1] ?? 0)
  return seconds > 0 ? seconds * 1_000 : usualMs
}
