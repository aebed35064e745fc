import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { readConfig } from './config.ts'
import { createAllowanceTable } from './http/allowance.ts'
import { createBrakeTables } from './http/brakes.ts'
import { listen } from './listen.ts'
import { startStorage } from './testing/start-storage.ts'

test('an application that cannot listen closes what it has opened', async () => {
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-listen-'))
  await using storage = await startStorage()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const started = listen({
    config: readConfig({ OCTET_VAR: varFolder, LOG_LEVEL: 'silent', OCTET_PROCESSES: '1' }),
    log: pino({ level: 'silent' }),
    database: () => undefined,
    site: undefined,
    allowance: createAllowanceTable(),
    brakes: createBrakeTables(),
    storageUrl: storage.url,
    isFirst: true,
    port,
  })
  await assert.rejects(started, { code: 'EADDRINUSE' })
  const client = new Client({ connectionString: storage.url })
  await client.connect()
  await until(async () => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name like 'octet%'`,
    )
    return rows.length === 0
  }, 'no connection to the database is left')
  await client.end()
  taken.close()
  await rm(varFolder, { recursive: true })
})
