import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import type { IpService } from '../domain/ip-service.ts'
import { toJobFolder } from '../domain/jobs/job-files.ts'
import { Jobs } from '../domain/jobs/jobs.ts'
import type { KnownKey } from '../domain/key/key-table.ts'
import { Database } from '../storage/database.ts'
import { readUsed } from '../storage/queries/quota.ts'
import { cutCommits, type CommitCutter, type Cut } from '../testing/cut-commits.ts'
import { openMeterDesk, type MeterDesk } from '../testing/meter-desk.ts'
import { startJobRunner } from './run-jobs.ts'

const log = pino({ level: 'silent' })
const LINES = 5
const month = `${new Date().toISOString().slice(0, 7)}-01`

let desk: MeterDesk
let varFolder: string
let way: CommitCutter
let database: Database
before(async () => {
  desk = await openMeterDesk()
  varFolder = await mkdtemp(join(tmpdir(), 'octet-doubt-'))
  way = await cutCommits(desk.url)
  database = new Database(way.url, { log })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await way[Symbol.asyncDispose]()
  await desk[Symbol.asyncDispose]()
  await rm(varFolder, { recursive: true })
})

/** Sends a file whose commit is cut; the way is mended before its sender has lost patience, or after. */
async function send(key: KnownKey, cut: Cut, { isPatient }: { isPatient: boolean }) {
  await using meter = desk.createMeter(100)
  const jobs = new Jobs(database, { varFolder, doubtMs: isPatient ? 20_000 : 100 })
  const body = async function* () {
    yield Buffer.from('8.8.8.8\n'.repeat(LINES))
  }
  const job = { format: 'csv', lang: 'en', fields: null, exclude: null, webhook: null } as const
  way.cutNext(cut)
  const made = jobs.create({ accountId: key.accountId, keyId: key.id, ...job }, body(), (lines) =>
    meter.take(key, { units: lines, product: 'geo' }),
  )
  const told = made.then(
    () => 'added',
    ({ key: error }: { key: string }) => error,
  )
  await until(() => way.isCut, 'the commit is cut')
  if (!isPatient) await told
  way.mend()
  const word = await told
  const files = word === 'added' ? 1 : 0
  await until(async () => (await readdir(toJobFolder(varFolder))).length === files, 'what is in doubt is settled')
  return word
}

const list = (key: KnownKey) => new Jobs(desk.database, { varFolder }).list(key.accountId, { lang: 'en', page: 1, limit: 100 })
const count = (key: KnownKey) => list(key).then(({ length }) => length)
const readNow = ({ accountId }: KnownKey) => desk.database.run((queries) => readUsed(queries, { accountId, month }))

for (const cut of ['lost', 'written'] as const) {
  test(`a job whose commit is ${cut} as the database breaks off is there, once, and paid for once`, async () => {
    const key = await desk.addKey(await desk.addAccount())
    assert.equal(await send(key, cut, { isPatient: true }), 'added')
    assert.deepEqual([await count(key), await readNow(key)], [1, LINES])
    await new Jobs(desk.database, { varFolder }).removeAll(key.accountId)
  })

  test(`a job whose commit is ${cut} is not there and costs nothing once its sender has been refused`, async () => {
    const key = await desk.addKey(await desk.addAccount())
    assert.equal(await send(key, cut, { isPatient: false }), 'unavailable')
    assert.deepEqual([await count(key), await readNow(key)], [0, 0])
  })
}

test('a file is forgotten at once where the database breaks off before anything was committed', async () => {
  const key = await desk.addKey(await desk.addAccount())
  await using meter = desk.createMeter(100)
  const body = async function* () {
    yield Buffer.from('8.8.8.8\n')
  }
  const job = { format: 'csv', lang: 'en', fields: null, exclude: null, webhook: null } as const
  const made = new Jobs(database, { varFolder }).create({ accountId: key.accountId, keyId: key.id, ...job }, body(), async () => {
    way.cut()
    return meter.take(key, { units: 1, product: 'geo' })
  })
  await assert.rejects(made, { key: 'unavailable' })
  const left = await readdir(toJobFolder(varFolder))
  way.mend()
  assert.deepEqual(left, [])
})

test('a job that was added in doubt and fails for a bug gives its units back once', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const before = await desk.addKey(key.accountId)
  const meter = desk.createMeter(100)
  ;(await meter.take(before, { units: 2, product: 'geo' })).settle(200)
  await meter[Symbol.asyncDispose]()
  await send(key, 'written', { isPatient: true })
  const ip = {
    state: { build: null },
    async *answerCsv() {
      yield 'ip,error\r\n'
      way.cutNext('written') // so that its end is in doubt, too
      throw new TypeError('x is not a function')
    },
  } as unknown as IpService
  const runner = startJobRunner({ database, ip, guard: createGuard({}), varFolder, publicOrigin: '', log })
  await until(() => way.isCut, 'its end is cut')
  way.mend()
  await until(async () => (await list(key))[0]?.state === 'failed', 'the job fails')
  await runner[Symbol.asyncDispose]()
  assert.deepEqual([(await list(key))[0]!.returned_units, await readNow(key)], [LINES, 2])
})
