import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { BACKUP_FORMAT, BACKUP_VERSION, type BackupSums } from './backup.ts'
import { listMigrations, listTables, quoteName, type BackupTable } from './backup-tables.ts'
import { toDatabaseFault } from './database-fault.ts'
import { createLoneClient } from './lone-client.ts'

const ROWS_AT_ONCE = 500
const BYTES_AT_ONCE = 4_000_000
const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'])
/** Rows in these are somebody's; a database without any is empty, whatever else the first start has written. */
const PEOPLE = ['accounts', 'orders', 'ledger'] as const

export type RestoreOptions = {
  /** Also into a database that is not empty. */
  readonly isForced?: boolean
  /** Sends the mails that waited when the backup was made. */
  readonly sendsMails?: boolean
}

export type RestoreReport = {
  readonly tables: BackupSums
  /** Mails that waited when the backup was made and are not sent. */
  readonly heldMails: number
}

/**
 * Brings a backup back: the file is checked as a whole first, then everything happens in one transaction. Older backups
 * fit, for columns that came later get their defaults. Mails that waited when it was made may have been sent since: they
 * are given up, unless told otherwise, and an operator can send one again.
 *
 * @throws {AppError} `bad_input` for a file that is damaged, foreign or of a newer program, `not_now` for a database
 * that is not empty unless `isForced`
 */
export async function restoreBackup(
  url: string,
  path: string,
  { isForced = false, sendsMails = false }: RestoreOptions = {},
): Promise<RestoreReport> {
  const sums = await checkBackup(path)
  const client = createLoneClient(url)
  try {
    await client.connect()
    await client.query('begin')
    const tables = await listTables(client)
    await refuseForeign(client, path)
    if (!isForced) await refuseFull(client)
    await client.query(`truncate ${tables.map(({ name }) => quoteName(name)).join(', ')}`)
    await insertAll(client, path, tables)
    for (const table of tables) await setSequences(client, table)
    const heldMails = sendsMails ? 0 : await holdMails(client)
    // Or they would be too old to be sent.
    if (sendsMails)
      await client.query(`update mails set next_at = now() where state = 'waiting' and next_at < now() - interval '1 day'`)
    await client.query('commit')
    return { tables: sums, heldMails }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw toDatabaseFault(error)
  } finally {
    await client.end().catch(() => {})
  }
}

type Head = { readonly format?: string; readonly version?: number; readonly migrations?: Record<string, string> }
type Line = { readonly table?: string; readonly columns?: string[]; readonly end?: BackupSums }

/** Reads the whole file and compares it with its own checksums. Gives them. */
async function checkBackup(path: string): Promise<BackupSums> {
  const found: Record<string, { rows: number; sha256: string }> = {}
  let end: BackupSums | undefined
  for await (const { table, lines, foot } of readTables(path)) {
    if (foot) end = foot
    if (!table) continue
    const hash = createHash('sha256')
    let rows = 0
    for await (const line of lines) {
      hash.update(`${line}\n`)
      rows++
    }
    found[table.name] = { rows, sha256: hash.digest('hex') }
  }
  if (!end)
    throw toDamaged({ en: 'an end with checksums', zh: '带有校验和的结尾' }, { en: 'a file that breaks off', zh: '不完整的文件' })
  for (const [name, { rows, sha256 }] of Object.entries(end)) {
    const { rows: came = 0, sha256: sum } = found[name] ?? {}
    if (came !== rows)
      throw toDamaged({ en: `${rows} rows of ${name}`, zh: `${name} 的 ${rows} 行` }, { en: String(came), zh: `${came} 行` })
    if (sum !== sha256)
      throw toDamaged(
        { en: `the ${rows} rows of ${name} as they were written`, zh: `${name} 的 ${rows} 行与写入时一致` },
        { en: 'changed ones', zh: '已被改动的内容' },
      )
  }
  return end
}

type Part = { readonly table?: BackupTable; readonly lines: AsyncIterable<string>; readonly foot?: BackupSums }

/** The tables of a file one after the other; the lines of each have to be read before the next. */
async function* readTables(path: string): AsyncGenerator<Part> {
  const lines = readLines(path)
  readHead((await lines.next()).value)
  let current = await lines.next()
  while (!current.done) {
    const { table, columns, end }: Line = parseLine(current.value)
    if (end) {
      yield { lines: none(), foot: end }
      return
    }
    if (table === undefined || !columns) throw toDamaged({ en: 'the name of a table', zh: '表名' }, current.value.slice(0, 60))
    const rows = async function* (): AsyncGenerator<string> {
      for (current = await lines.next(); !current.done && !isHeading(current.value); current = await lines.next())
        yield current.value
    }
    const iterator = rows()
    yield { table: { name: table, columns }, lines: iterator }
    for await (const _ of iterator); // what was not read
  }
}

/** Rows never begin so: no table has a first column of that name. */
const isHeading = (line: string): boolean => line.startsWith('{"table":"') || line.startsWith('{"end":{')

async function* none(): AsyncGenerator<string> {}

async function* readLines(path: string): AsyncGenerator<string, undefined> {
  const file = createReadStream(path)
  const input = file.pipe(createGunzip())
  file.on('error', (error) => input.destroy(error))
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== undefined && UNREADABLE.has(code))
      throw toDamaged({ en: 'a file that the server can read', zh: '服务可读取的文件' }, `${path} (${code})`)
    const [en, zh] = GZIP_FAULTS[code ?? ''] ?? [(cause as Error).message, code ?? '']
    throw toDamaged({ en: 'a whole gzip file', zh: '完整的 gzip 文件' }, { en, zh })
  }
  return undefined
}

function readHead(text: string | undefined): Head {
  const head: Head = parseLine(text ?? '')
  if (head.format !== BACKUP_FORMAT)
    throw toDamaged(OURS, typeof head.format === 'string' ? head.format.slice(0, 60) : { en: 'another file', zh: '其他文件' })
  if (head.version !== BACKUP_VERSION)
    throw toDamaged(
      { en: `version ${BACKUP_VERSION}`, zh: `版本 ${BACKUP_VERSION}` },
      { en: `version ${head.version}`, zh: `版本 ${head.version}` },
    )
  return head
}

function parseLine<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw toDamaged(OURS, text === '' ? { en: 'an empty one', zh: '空文件' } : text.slice(0, 60))
  }
}

async function refuseForeign(client: Client, path: string): Promise<void> {
  const { migrations = {} } = readHead((await readLines(path).next()).value)
  const here = await listMigrations(client)
  for (const [name, hash] of Object.entries(migrations))
    if (here[name] !== hash)
      throw toDamaged(
        { en: 'a backup of this program or of an older one', zh: '本版本或更早版本的备份' },
        { en: `one with migration ${name}`, zh: `含迁移 ${name} 的备份` },
      )
}

async function refuseFull(client: Client): Promise<void> {
  for (const name of PEOPLE) {
    const { rows } = await client.query(`select 1 from ${quoteName(name)} limit 1`)
    if (rows.length > 0)
      throw new AppError('not_now', {
        reason: {
          en: `the database holds ${name} already; --force replaces everything in it`,
          zh: `数据库中已有 ${name} 数据；使用 --force 将全部替换`,
        },
      })
  }
}

async function insertAll(client: Client, path: string, tables: readonly BackupTable[]): Promise<void> {
  for await (const { table, lines } of readTables(path)) {
    if (!table) continue
    const known = new Set(tables.find(({ name }) => name === table.name)?.columns)
    const columns = table.columns
      .filter((name) => known.has(name))
      .map(quoteName)
      .join(', ')
    const name = quoteName(table.name)
    const text = `insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, $1::json)`
    let batch: string[] = []
    let sizeBytes = 0
    const flush = async () => {
      if (batch.length > 0) await client.query(text, [`[${batch.join(',')}]`])
      batch = []
      sizeBytes = 0
    }
    for await (const line of lines) {
      batch.push(line)
      sizeBytes += line.length
      if (batch.length >= ROWS_AT_ONCE || sizeBytes >= BYTES_AT_ONCE) await flush()
    }
    await flush()
  }
}

/** Numbers that the database gives go on after the highest one. */
async function setSequences(client: Client, { name, columns }: BackupTable): Promise<void> {
  for (const column of columns) {
    const { rows } = await client.query<{ sequence: string | null }>('select pg_get_serial_sequence($1, $2) as sequence', [
      quoteName(name),
      column,
    ])
    const sequence = rows[0]?.sequence
    if (!sequence) continue
    const high = `(select max(${quoteName(column)}) from ${quoteName(name)})`
    await client.query(`select setval($1, coalesce(${high}, 1), ${high} is not null)`, [sequence])
  }
}

/** `restored` is what the operator's list of mails has words for. */
async function holdMails(client: Client): Promise<number> {
  const { rowCount } = await client.query(`update mails set state = 'failed', error = 'restored' where state = 'waiting'`)
  return rowCount ?? 0
}

const OURS: Text = { en: 'a file of octet backup', zh: 'octet backup 生成的文件' }

/** What Node says of a file that is no gzip, or a broken one (zlib.h, return codes). */
const GZIP_FAULTS: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  Z_BUF_ERROR: ['a file that breaks off', '不完整的文件'],
  Z_DATA_ERROR: ['another file or a damaged one', '其他文件或已损坏的文件'],
}

const toDamaged = (expected: Text, got: Text | string) => new AppError('bad_input', { field: 'backup', expected, got })
