import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { createLoneClient } from './lone-client.ts'
import { refuseTransactionPooler, UnfitDatabaseError } from './refuse-pooler.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Any number that only we use: those who start at the same time wait for each other. */
const LOCK = 0x0c7e7

/**
 * Brings the tables up to date: every file of `migrations/` once, in order of their names, forward only. Throws when a
 * file that has been applied is not the same any more, and `UnfitDatabaseError` for some poolers and for a database of a
 * newer version. Gives the names of those applied now.
 */
export async function migrate(url: string, folder = FOLDER): Promise<string[]> {
  const client = createLoneClient(url)
  await client.connect()
  try {
    await refuseTransactionPooler(client, url)
    await refuseOtherEncoding(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
    const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    refuseNewer([...applied.keys()], names)
    const added: string[] = []
    for (const name of names) {
      const text = await readFile(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const before = applied.get(name)
      if (before !== undefined && before !== hash)
        throw new Error(`migration ${name}: expected the text that was applied, got another`)
      if (before === undefined) {
        await apply(client, { name, text, hash })
        added.push(name)
      }
    }
    return added
  } finally {
    await client.end() // gives the lock back
  }
}

/** Tables of a newer program may mean something that this one does not know, such as limits that it would not keep. */
function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new UnfitDatabaseError(
    `expected a database of this version or an older one, got one of a newer version (${unknown.sort().join(', ')}): start that one again, or restore a backup of this version into an empty database`,
  )
}

/** In SQL_ASCII lengths and cuts count bytes, and in most others half of the world has no letters. */
async function refuseOtherEncoding(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  const advice = "create database octet encoding 'UTF8' template template0"
  throw new Error(`expected a database whose encoding is UTF8 (${advice}), got ${encoding}`)
}

async function apply(client: Client, { name, text, hash }: { name: string; text: string; hash: string }): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw new Error(`migration ${name}: ${(cause as Error).message}`, { cause })
  }
}
