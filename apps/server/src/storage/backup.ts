import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { AppError } from '@octet/core/errors.ts'
import { listMigrations, listTables, quoteName, type BackupTable } from './backup-tables.ts'
import { toDatabaseFault } from './database-fault.ts'
import { createLoneClient } from './lone-client.ts'

export const BACKUP_FORMAT = 'octet-backup'
export const BACKUP_VERSION = 1
const ROWS_AT_ONCE = 1_000

/** Rows and SHA-256 of the lines of each table. */
export type BackupSums = Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>

export type BackupReport = { readonly path: string; readonly sizeBytes: number; readonly tables: BackupSums }

/**
 * Writes everything in the database as it is at one moment: gzip of JSON lines, a head with version and migrations, per
 * table a line with its name and then its rows as PostgreSQL writes them, and a foot with counts and checksums. A file
 * that breaks off has no foot. The file is readable by its owner only.
 */
export async function writeBackup(url: string, path: string): Promise<BackupReport> {
  const client = createLoneClient(url)
  const unfinished = `${path}.unfinished`
  try {
    await client.connect()
    await mkdir(dirname(path), { recursive: true })
    await client.query('begin transaction isolation level repeatable read read only')
    const sums: Record<string, { rows: number; sha256: string }> = {}
    await pipeline(
      Readable.from(toLines(client, sums)),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    await client.query('commit')
    await rename(unfinished, path)
    return { path, sizeBytes: (await stat(path)).size, tables: sums }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw toPathFault(error, path) ?? toDatabaseFault(error)
  } finally {
    await client.end().catch(() => {})
  }
}

const PATH_FAULTS: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENAMETOOLONG',
])
/** Calls that the way to the database fails in, a socket's file among them. */
const OF_SOCKETS: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])
const NO_ROOM: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** A place that takes no file, or not the whole of it; undefined for any other error. */
function toPathFault(error: unknown, path: string): AppError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined || OF_SOCKETS.has(syscall)) return undefined
  if (NO_ROOM.has(code)) {
    const reason = {
      en: `there is no room for ${path} (${code}); nothing is left of it`,
      zh: `空间不足，无法写入 ${path}（${code}），未写完的部分已删除`,
    }
    return new AppError('unavailable', { reason }, { cause: error })
  }
  if (!PATH_FAULTS.has(code)) return undefined
  const expected = { en: 'a file that the server may write', zh: '服务可写入的文件' }
  return new AppError('bad_input', { field: 'backup', expected, got: `${path} (${code})` }, { cause: error })
}

async function* toLines(client: Client, sums: Record<string, { rows: number; sha256: string }>): AsyncGenerator<string> {
  const tables = await listTables(client)
  const head = { format: BACKUP_FORMAT, version: BACKUP_VERSION, createdAt: new Date().toISOString() }
  yield `${JSON.stringify({ ...head, migrations: await listMigrations(client) })}\n`
  for (const table of tables) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`
    const hash = createHash('sha256')
    let rows = 0
    for await (const lines of readRows(client, table)) {
      const text = `${lines.join('\n')}\n`
      hash.update(text)
      rows += lines.length
      yield text
    }
    sums[table.name] = { rows, sha256: hash.digest('hex') }
  }
  yield `${JSON.stringify({ end: sums })}\n`
}

/** Rows as the database's own JSON, so that no number, time or byte goes through ours. */
async function* readRows(client: Client, { name }: BackupTable): AsyncGenerator<string[]> {
  await client.query(`declare rows no scroll cursor for select row_to_json(t)::text as line from only ${quoteName(name)} t`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from rows`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await client.query('close rows')
}
