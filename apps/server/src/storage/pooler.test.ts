import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { startOwnStorage, type OwnStorage } from '../testing/start-storage.ts'
import { Database } from './database.ts'
import { openStorage } from './open-storage.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const skip = (await stat(PROGRAM).catch(() => undefined)) ? false : 'pgbouncer is not installed'
const log = pino({ level: 'silent' })
let storage: OwnStorage
before(async () => (storage = await startOwnStorage()))
after(() => storage[Symbol.asyncDispose]())

/** PgBouncer before the database of this file, as the user who may open its socket; disposing ends it by its pid. */
async function startPooler(mode: 'session' | 'transaction') {
  const { username, password, hostname, pathname } = new URL(storage.url)
  const socket = decodeURIComponent(hostname)
  const { uid, gid } = await stat(socket)
  const folder = await mkdtemp(join(tmpdir(), 'octet-pooler-'))
  const port = await findFreePort()
  const lines = [
    '[databases]',
    `* = host=${socket} user=${username} password=${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, lines.join('\n'), { mode: 0o600 })
  await chmod(folder, 0o755)
  await chown(file, uid, gid)
  const asRoot = process.getuid?.() === 0
  const child = spawn(PROGRAM, ['-q', file], { stdio: 'ignore', ...(asRoot && { uid, gid }) })
  const ended = once(child, 'exit')
  await until(async () => {
    assert.equal(child.exitCode, null, 'it runs')
    return canConnect(port)
  }, 'pgbouncer listens')
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}

test('PgBouncer in session mode is as good as PostgreSQL', { skip }, async () => {
  await using pooler = await startPooler('session')
  await using opened = await openStorage({ databaseUrl: pooler.url, varFolder: storage.varFolder, log })
  assert.equal(opened.url, pooler.url)
  await using database = new Database(pooler.url, { log })
  const words: (string | undefined)[] = []
  database.listen('octet_keys', (word) => words.push(word))
  await until(() => database.isListening, 'it listens')
  await database.run((queries) => sql`select pg_notify('octet_keys', 'abc')`.execute(queries))
  await until(() => words.includes('abc'), 'the word is heard')
  const { rows } = await database.run((queries) => sql`show statement_timeout`.execute(queries))
  assert.deepEqual(rows, [{ statement_timeout: '5s' }])
})

test('PgBouncer in transaction mode is refused with words, and accounts are off', { skip }, async () => {
  await using pooler = await startPooler('transaction')
  const said: string[] = []
  const listening = pino({ level: 'error' }, { write: (line) => void said.push(line) })
  await using opened = await openStorage({ databaseUrl: pooler.url, varFolder: storage.varFolder, log: listening })
  assert.equal(opened.url, undefined)
  assert.match(said.join(''), /expected PostgreSQL, or a pooler .*pool_mode = session.*accounts and keys are off/)
})
