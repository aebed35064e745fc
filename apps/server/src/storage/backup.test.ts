import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { openBillingDesk } from '../testing/billing-desk.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { readTrialBalance } from './queries/ledger.ts'
import { writeBackup } from './backup.ts'
import { Database } from './database.ts'
import { restoreBackup } from './restore.ts'

let from: TestStorage
let to: TestStorage
const folder = await mkdtemp(join(tmpdir(), 'octet-backup-'))
const path = join(folder, 'a.octet-backup')
before(async () => {
  from = await startStorage()
  to = await startStorage()
  await using desk = openBillingDesk(from.url)
  for (let i = 0; i < 5; i++) {
    const order = await desk.order(await desk.addAccount(), 'standard')
    await desk.billing.sandbox?.pay(order, 'success')
  }
  await desk.billing.hearSandbox({ all: true })
  await desk.database.run((queries) =>
    sql`insert into audit (action, detail, created_at) values ('test', ${JSON.stringify({ words: '”引号\n\\' })}, '2026-01-02T03:04:05.678901Z')`.execute(
      queries,
    ),
  )
})
after(async () => {
  await from[Symbol.asyncDispose]()
  await to[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Every table with its count and a checksum of all its values, as the database itself writes them. */
async function readAll(url: string): Promise<Record<string, string>> {
  await using database = new Database(url, { log: pino({ level: 'silent' }) })
  return await database.run(async (queries) => {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`.execute(queries)
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      const { rows: sums } = await sql<{
        sum: string
      }>`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
        from ${sql.table(name)} t`.execute(queries)
      found[name] = sums[0]?.sum ?? ''
    }
    return found
  })
}

test('drill: what is restored into another database equals what was there, value by value', async () => {
  const report = await writeBackup(from.url, path)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal(report.tables['accounts']?.rows, 5)
  const { tables } = await restoreBackup(to.url, path, { sendsMails: true })
  assert.deepEqual(tables, report.tables)
  const before = await readAll(from.url)
  assert.deepEqual(await readAll(to.url), before)
  assert.ok(Object.keys(before).length >= 15 && before['ledger']?.startsWith('10 '))
})

test('life goes on after it: new rows get new numbers, the ledger is at 0 and still closed to changes', async () => {
  await using desk = openBillingDesk(to.url)
  const order = await desk.order(await desk.addAccount(), 'standard')
  await desk.billing.sandbox?.pay(order, 'success')
  await desk.billing.hearSandbox({ all: true })
  const balances = await desk.database.run(readTrialBalance)
  assert.equal(
    balances.reduce((sum, { balance }) => sum + balance, 0),
    0,
  )
  await assert.rejects(
    desk.database.run((queries) => sql`delete from ledger`.execute(queries)),
    /only ever added to/,
  )
})

test('a folder in the place of the file is told, and holds nothing afterwards', async () => {
  await assert.rejects(writeBackup(from.url, folder), {
    key: 'bad_input',
    message: `backup: expected a file that the server may write, got ${folder} (EISDIR)`,
  })
  await assert.rejects(restoreBackup(to.url, folder), {
    message: `backup: expected a file that the server can read, got ${folder} (EISDIR)`,
  })
  await assert.rejects(stat(`${folder}.unfinished`), { code: 'ENOENT' })
})

test('a folder that takes no files is told, and not mistaken for the database', { skip: !existsSync('/proc') }, async () => {
  await assert.rejects(writeBackup(from.url, '/proc/octet'), {
    key: 'bad_input',
    message: 'backup: expected a file that the server may write, got /proc/octet (ENOENT)',
  })
})

test('a disk that is full is told, and nothing is left of the backup', { skip: !existsSync('/dev/full') }, async () => {
  const full = join(folder, 'full')
  await symlink('/dev/full', `${full}.unfinished`) // takes no byte (full(4))
  await assert.rejects(writeBackup(from.url, full), {
    key: 'unavailable',
    message: `Not available now: there is no room for ${full} (ENOSPC); nothing is left of it`,
  })
  for (const path of [full, `${full}.unfinished`]) await assert.rejects(lstat(path), { code: 'ENOENT' })
})

test('a database that is away is told', async () => {
  const away = `postgres://octet:x@127.0.0.1:${await findFreePort()}/octet`
  const told = { key: 'unavailable', message: 'Not available now: the account database does not answer' }
  await assert.rejects(writeBackup(away, join(folder, 'away')), told)
  await assert.rejects(restoreBackup(away, path), told)
})

test('a database with people in it is refused, and replaced when forced', async () => {
  await assert.rejects(restoreBackup(to.url, path), /--force/)
  await restoreBackup(to.url, path, { isForced: true, sendsMails: true })
  assert.deepEqual(await readAll(to.url), await readAll(from.url))
})

test('mails that waited when the backup was made are not sent again; an operator can send one', async () => {
  await using database = new Database(to.url, { log: pino({ level: 'silent' }) })
  const read = () => database.run((queries) => queries.selectFrom('mails').select(['state', 'error']).execute())
  const waited = (await read()).filter(({ state }) => state === 'waiting').length
  assert.ok(waited > 0)
  assert.equal((await restoreBackup(to.url, path, { isForced: true })).heldMails, waited)
  const mails = await read()
  assert.equal(mails.filter(({ state, error }) => state === 'failed' && error === 'restored').length, waited)
  assert.ok(mails.every(({ state }) => state !== 'waiting'))
})

for (const [name, spoil] of [
  ['cut off', async (file: string) => truncate(file, (await stat(file)).size - 200)],
  ['without its end', (file: string) => change(file, (text) => text.slice(0, text.lastIndexOf('{"end"')))],
  ['with a changed value', (file: string) => change(file, (text) => text.replace('"standard"', '"business"'))],
  ['with a missing row', (file: string) => change(file, (text) => text.replace(/\{"name":"number:[^\n]*\n/, ''))],
  [
    'of a newer program',
    (file: string) => change(file, (text) => text.replace('"migrations":{', '"migrations":{"9999-later.sql":"x",')),
  ],
  ['of another version', (file: string) => change(file, (text) => text.replace('"version":1', '"version":2'))],
  ['of something else', (file: string) => writeFile(file, gzipSync('{"hello":1}\n'))],
  ['that is no gzip', (file: string) => writeFile(file, 'hello')],
  ['that is not there', (file: string) => rm(file)],
] as const)
  test(`refused, and nothing is touched: a file ${name}`, async () => {
    const file = join(folder, randomUUID())
    await writeFile(file, await readFile(path))
    await spoil(file)
    const before = await readAll(to.url)
    await assert.rejects(restoreBackup(to.url, file, { isForced: true }), (error: AppError) => {
      assert.equal(error.key, 'bad_input')
      const words = toErrorMessage(error, 'zh').replaceAll(file, '').replace('octet backup', '')
      assert.doesNotMatch(words, /[a-z]{2,} [a-z]{2,}/i, 'an English phrase amid Chinese')
      return true
    })
    assert.deepEqual(await readAll(to.url), before)
  })

async function change(file: string, toText: (text: string) => string): Promise<void> {
  const text = gunzipSync(await readFile(file)).toString('utf8')
  const changed = toText(text)
  assert.notEqual(changed, text)
  await writeFile(file, gzipSync(changed))
}
