import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { readConfig } from './config.ts'
import { makeKey } from './domain/key/key-format.ts'
import { createAllowanceTable } from './http/allowance.ts'
import { createBrakeTables } from './http/brakes.ts'
import { listen } from './listen.ts'
import { startStorage } from './testing/start-storage.ts'

/** The one thread of an application. */
const begin = ({ varFolder, storageUrl, port }: { varFolder: string; storageUrl: string; port: number }) =>
  listen({
    config: readConfig({ OCTET_VAR: varFolder, LOG_LEVEL: 'silent', OCTET_PROCESSES: '1' }),
    log: pino({ level: 'silent' }),
    database: () => undefined,
    site: undefined,
    allowance: createAllowanceTable(),
    brakes: createBrakeTables(),
    storageUrl,
    isFirst: true,
    port,
  })

test('an application that cannot listen closes what it has opened', async () => {
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-listen-'))
  await using storage = await startStorage()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const started = begin({ varFolder, storageUrl: storage.url, port })
  await assert.rejects(started, { code: 'EADDRINUSE' })
  const client = new Client({ connectionString: storage.url })
  await client.connect()
  await until(async () => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name in ('octet', 'octet listener')`,
    )
    return rows.length === 0
  }, 'no connection to the database is left')
  await client.end()
  taken.close()
  await rm(varFolder, { recursive: true })
})

/** An application that is about to listen, while somebody holds the table of the keys. */
async function beginWithHeldKeys(folders: AsyncDisposableStack) {
  const varFolder = folders.adopt(await mkdtemp(join(tmpdir(), 'octet-listen-')), (path) => rm(path, { recursive: true }))
  const storage = folders.use(await startStorage())
  const holder = folders.adopt(new Client({ connectionString: storage.url }), (client) => client.end())
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table keys in access exclusive mode')
  const port = await findFreePort()
  const started = begin({ varFolder, storageUrl: storage.url, port })
  const look = new Client({ connectionString: storage.url })
  await look.connect()
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await look.query(waiting)).rows.length > 0, 'the keys are asked for')
  await look.end()
  const ask = async () =>
    (await fetch(`http://127.0.0.1:${port}/v1/ip/8.8.8.8`, { headers: { 'x-api-key': makeKey('live') } })).status
  return { started, ask, release: () => holder.query('commit') }
}

test('no connection is taken before the keys are known', async () => {
  await using folders = new AsyncDisposableStack()
  const { started, ask, release } = await beginWithHeldKeys(folders)
  assert.equal(await Promise.race([started.then(() => 'listening'), wait(1_500, 'waiting')]), 'waiting')
  await release()
  const server = await started
  folders.defer(() => server.close(0))
  assert.equal(await ask(), 401)
})

test('keys that cannot be read do not keep lookups away', async () => {
  await using folders = new AsyncDisposableStack()
  const { started, ask, release } = await beginWithHeldKeys(folders)
  const server = await started
  folders.defer(() => server.close(0))
  assert.equal(await ask(), 503)
  await release()
})
