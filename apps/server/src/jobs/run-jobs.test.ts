import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import type { IpService } from '../domain/ip-service.ts'
import { Jobs, toJobFolder } from '../domain/jobs/jobs.ts'
import { Database } from '../storage/database.ts'
import { startStorage } from '../testing/start-storage.ts'
import { startJobRunner } from './run-jobs.ts'

const log = pino({ level: 'silent' })

test('a job that is removed while it is answered leaves no result', async () => {
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-run-jobs-'))
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  const jobs = new Jobs(database, { varFolder })
  const accountId = randomUUID()
  await database.run((queries) =>
    queries.insertInto('accounts').values({ id: accountId, email: 'a@example.org', password_hash: '-', lang: 'en' }).execute(),
  )
  const job = { format: 'csv', lang: 'en', fields: null, exclude: null, webhook: null } as const
  const add = () =>
    jobs.create(
      { accountId, keyId: randomUUID(), ...job },
      (async function* () {
        yield Buffer.from('8.8.8.8\n')
      })(),
      async () => undefined,
    )
  const [removed, kept] = [await add(), await add()]
  let answers = 0
  // Answers like the service of a product, and has the first job removed before its last line.
  const ip = {
    state: { build: null },
    async *answerCsv() {
      yield 'ip,error\r\n'
      if (answers++ === 0) await jobs.remove(accountId, removed)
      yield '8.8.8.8,\r\n'
    },
  } as unknown as IpService
  await using _runner = startJobRunner({ database, ip, guard: createGuard({}), varFolder, publicOrigin: '', log })
  await until(async () => (await jobs.get(accountId, kept)).state === 'done', 'the second job is done')
  assert.deepEqual(await readdir(toJobFolder(varFolder)), [`${kept}.out`])
  await rm(varFolder, { recursive: true })
})
