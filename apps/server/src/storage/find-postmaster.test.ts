import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { pino } from 'pino'
import { isAlive } from '@octet/data/is-alive.ts'
import { until } from '@octet/core/testing/until.ts'
import { createServerFolder } from '../testing/start-storage.ts'
import { EmbeddedPostgres } from './embedded.ts'

const CHILD = join(import.meta.dirname, '../testing/database-child.ts')
const CONTAINER = ['--pid', '--ipc', '--fork', '--mount-proc', '--kill-child']
const canUnshare = spawnSync('unshare', [...CONTAINER, 'true']).status === 0
const log = pino({ level: 'silent' })

test(
  'a container that takes the place of another on its volume waits for the database of that one',
  { skip: !canUnshare && 'needs root and unshare' },
  async (t) => {
    await using home = await createServerFolder()
    const start = () => startContainer(t, home.path)
    const first = await start()
    await run(first.url, 'create table kept (n int)')
    const second = await start()
    assert.equal(await countStarts(home.path), 1)
    await run(second.url, 'insert into kept values (1)')
    await first.stop()
    await until(async () => (await countStarts(home.path)) === 2, 'the second starts a server of its own')
    await until(() => run(second.url, 'insert into kept values (2)').catch(() => undefined), 'it answers')
    await second.stop()
    const third = await start()
    assert.deepEqual(await run(third.url, 'select n from kept'), [{ n: 1 }, { n: 2 }])
    await third.stop()
  },
)

test(
  'of two containers that start at the same moment on one volume, one starts the database',
  { skip: !canUnshare && 'needs root and unshare' },
  async (t) => {
    await using home = await createServerFolder()
    await (await EmbeddedPostgres.start({ varFolder: home.path, log }))[Symbol.asyncDispose]()
    for (const round of [1, 2, 3]) {
      const both = await Promise.all([startContainer(t, home.path), startContainer(t, home.path)])
      assert.equal(await countStarts(home.path), 1 + round)
      await Promise.all(both.map(({ kill }) => kill()))
    }
  },
)

test('the database starts although the number of the one that was killed is that of another program', async () => {
  await using home = await createServerFolder()
  await (await EmbeddedPostgres.start({ varFolder: home.path, log }))[Symbol.asyncDispose]()
  const data = join(home.path, 'postgres/data')
  const { uid, gid } = await stat(data)
  const other = spawn('sleep', ['60'], { uid, gid })
  try {
    await writeFile(join(data, 'postmaster.pid'), `${other.pid}\n${data}\n1795000000\n5432\n`)
    await writeFile(join(home.path, 'postgres/socket/.s.PGSQL.5432.lock'), `${other.pid}\n${data}\n1795000000\n5432\n`)
    await using server = await EmbeddedPostgres.start({ varFolder: home.path, log, threads: 32 })
    assert.deepEqual(await run(server.url, 'select 1 as n'), [{ n: 1 }])
    const [row] = await run(server.url, `select current_setting('max_connections')::int as most`)
    assert.ok((row as { most: number }).most >= 32 * 9, 'each thread has up to nine connections')
  } finally {
    other.kill()
  }
})

for (const leaver of ['first', 'second'] as const)
  test(`of two programs on one folder, the ${leaver} ends without the database, and the other one ends it`, async (t) => {
    await using home = await createServerFolder()
    const first = await startProgram(t, home.path)
    const second = await startProgram(t, home.path)
    const pid = await readPostmaster(home.path)
    const client = new Client({ connectionString: first.url })
    await client.connect()
    await (leaver === 'first' ? first : second).stop()
    assert.deepEqual((await client.query('select 1 as n')).rows, [{ n: 1 }], 'a connection from before goes on')
    await client.end()
    await (leaver === 'first' ? second : first).stop()
    assert.equal(await countStarts(home.path), 1)
    assert.equal(isAlive(pid), false)
  })

test('a program that was killed does not keep the database from being ended', async (t) => {
  await using home = await createServerFolder()
  const first = await startProgram(t, home.path)
  const second = await startProgram(t, home.path)
  const pid = await readPostmaster(home.path)
  await first.kill()
  await second.stop()
  assert.equal(isAlive(pid), false)
})

const startContainer = (t: TestContext, varFolder: string) =>
  startChild(t, ['unshare', ...CONTAINER, process.execPath, CHILD, varFolder])
const startProgram = (t: TestContext, varFolder: string) => startChild(t, [process.execPath, CHILD, varFolder])

/** A program that uses the database until it is stopped, perhaps with process ids of its own. */
async function startChild(t: TestContext, [program = '', ...words]: readonly string[]) {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async () => {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { url: String(line).trim(), stop, kill }
}

async function readPostmaster(varFolder: string): Promise<number> {
  return Number((await readFile(join(varFolder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
}

async function countStarts(varFolder: string): Promise<number> {
  return (await readFile(join(varFolder, 'postgres/log'), 'utf8')).split('starting PostgreSQL').length - 1
}

async function run(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
