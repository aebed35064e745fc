import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { AppError } from '@octet/core/errors.ts'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { closeAccount } from '../domain/account/close-account.ts'
import type { Billing } from '../domain/billing/billing.ts'
import type { IpService } from '../domain/ip-service.ts'
import { Jobs } from '../domain/jobs/jobs.ts'
import type { KnownKey } from '../domain/key/key-table.ts'
import type { Meter } from '../domain/usage/meter.ts'
import type { Database, Queries } from '../storage/database.ts'
import { readUsed, returnUnits } from '../storage/queries/quota.ts'
import { openMeterDesk, type MeterDesk } from '../testing/meter-desk.ts'
import { startJobRunner } from './run-jobs.ts'

const log = pino({ level: 'silent' })
const LINES = 5
const QUOTA = 8

let desk: MeterDesk
let varFolder: string
before(async () => {
  desk = await openMeterDesk()
  varFolder = await mkdtemp(join(tmpdir(), 'octet-returned-'))
})
after(async () => {
  await desk[Symbol.asyncDispose]()
  await rm(varFolder, { recursive: true })
})

type Made = { readonly key: KnownKey; readonly meter: Meter; readonly jobs?: Jobs }

/** Sends a file as the endpoint takes it: a unit for the call, and one for each line but the first. */
async function send({ key, meter, jobs = new Jobs(desk.database, { varFolder }) }: Made): Promise<string> {
  const body = async function* () {
    yield Buffer.from('8.8.8.8\n'.repeat(LINES))
  }
  const job = { format: 'csv', lang: 'en', fields: null, exclude: null, webhook: null } as const
  const call = await meter.take(key, { units: 1, product: 'geo' })
  const charge = (lines: number) => meter.take(key, { units: lines - 1, product: 'geo' })
  const { id } = await jobs.create({ accountId: key.accountId, keyId: key.id, ...job }, body(), charge)
  call.settle(200)
  return id
}

/** Answers until the job has ended, with an address service that fails. */
async function failJob(accountId: string, id: string, error: Error, meanwhile = () => {}) {
  const ip = {
    state: { build: null },
    async *answerCsv() {
      meanwhile()
      yield 'ip,error\r\n'
      throw error
    },
  } as unknown as IpService
  const runner = startJobRunner({ database: desk.database, ip, guard: createGuard({}), varFolder, publicOrigin: '', log })
  const jobs = new Jobs(desk.database, { varFolder })
  await until(async () => (await jobs.get(accountId, id, 'en')).state === 'failed', 'the job fails')
  await runner[Symbol.asyncDispose]()
  return jobs.get(accountId, id, 'en')
}

const readNow = (accountId: string, month = `${new Date().toISOString().slice(0, 7)}-01`) =>
  desk.database.run((queries) => readUsed(queries, { accountId, month }))

/** How many single requests a key still gets. */
async function countLeft(key: KnownKey): Promise<number> {
  await using meter = desk.createMeter(QUOTA)
  for (let served = 0; ; served++) {
    const reservation = await meter.take(key, { units: 1, product: 'geo' }).catch(() => undefined)
    if (!reservation) return served
    reservation.settle(200)
  }
}

const ends: [string, Error, { returned: number; left: number }][] = [
  ['a bug', new TypeError('x is not a function'), { returned: LINES, left: QUOTA }],
  ['address data that has gone', new AppError('data_missing', { reason: 'gone' }), { returned: LINES, left: QUOTA }],
  ['the wishes of its owner', new AppError('unknown_field', { got: 'x' }), { returned: 0, left: QUOTA - LINES }],
]
for (const [fault, error, { returned, left }] of ends)
  for (const cap of [undefined, QUOTA])
    test(`a job that fails for ${fault} gives ${returned} of its units back${cap ? ', to the cap of its key too' : ''}`, async () => {
      const key = await desk.addKey(await desk.addAccount(), cap)
      const meter = desk.createMeter(QUOTA)
      const id = await send({ key, meter })
      await meter[Symbol.asyncDispose]()
      assert.equal(await readNow(key.accountId), LINES)
      assert.equal((await failJob(key.accountId, id, error)).returned_units, returned)
      assert.equal(await readNow(key.accountId), LINES - returned)
      assert.equal(await countLeft({ ...key, capMonth: cap }), left)
      assert.equal(await readNow(key.accountId), QUOTA)
    })

test('a job that fails before its file is open ends, and breaks nothing', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(QUOTA)
  const id = await send({ key, meter })
  await meter[Symbol.asyncDispose]()
  const ended = await failJob(key.accountId, id, new Error('bug'), () => rmSync(join(varFolder, `jobs/${id}.in`)))
  assert.equal(ended.returned_units, LINES)
})

test('a job that has failed says why in the language of who asks, and what to do', async () => {
  const key = await desk.addKey(await desk.addAccount())
  await using meter = desk.createMeter(QUOTA)
  const id = await send({ key, meter })
  assert.equal(
    (await failJob(key.accountId, id, new Error('secret'))).msg,
    `The job ${id} failed because of a fault of this service`,
  )
  const { error, msg, resolution } = await new Jobs(desk.database, { varFolder }).get(key.accountId, id, 'zh')
  assert.deepEqual([error, msg], ['job_broken', `任务 ${id} 因本服务故障而中止`])
  assert.match(resolution ?? '', /请重新提交文件/)
})

test('a cap that comes after the units went back does not count them', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(QUOTA)
  const id = await send({ key, meter })
  await meter[Symbol.asyncDispose]()
  await failJob(key.accountId, id, new Error('bug'))
  assert.equal(await countLeft({ ...key, capMonth: 3 }), 3)
})

test('units go back to the month they were charged to, whatever month it is', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(QUOTA, { now: () => Date.parse('2026-01-31T23:59:59Z') })
  const id = await send({ key, meter })
  await meter[Symbol.asyncDispose]()
  const [before, now] = [await readNow(key.accountId, '2026-01-01'), await readNow(key.accountId)]
  await failJob(key.accountId, id, new Error('bug'))
  assert.deepEqual([before, now], [LINES, 0])
  assert.deepEqual([await readNow(key.accountId, '2026-01-01'), await readNow(key.accountId)], [0, 0])
  assert.equal(await countLeft(key), QUOTA)
})

test('a job whose server reaches the database no more, once it is written, gives its units back, once', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(QUOTA)
  let written = 0
  const cut = {
    run: desk.database.run.bind(desk.database),
    transact: (work: never) =>
      written++ === 0 ? desk.database.transact(work) : Promise.reject(new AppError('unavailable', { reason: 'gone' })),
  } as unknown as Database
  const id = await send({ key, meter, jobs: new Jobs(cut, { varFolder }) })
  await meter[Symbol.asyncDispose]()
  assert.equal((await failJob(key.accountId, id, new Error('bug'))).returned_units, LINES)
  for (let time = 0; time < 3; time++) await desk.database.run((queries) => returnUnits(queries, id))
  assert.equal(await readNow(key.accountId), 0)
  assert.equal(await countLeft(key), QUOTA)
})

test('a job that is being written when a worker looks begins right after, not at the next round', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(QUOTA)
  const ip = {
    state: { build: null },
    async *answerCsv() {
      yield 'ip,error\r\n'
    },
  } as unknown as IpService
  // Long after this test would have given up.
  const everyMs = 86_400_000
  const options = { database: desk.database, ip, guard: createGuard({}), varFolder, publicOrigin: '', log, everyMs }
  const runner = startJobRunner(options)
  await until(() => desk.database.isListening, 'the worker listens')
  const slow = {
    run: desk.database.run.bind(desk.database),
    transact: (work: (queries: Queries) => Promise<unknown>) =>
      desk.database.transact(async (queries) => {
        const done = await work(queries)
        await sleep(300)
        return done
      }),
  } as unknown as Database
  const jobs = new Jobs(slow, { varFolder })
  const id = await send({ key, meter, jobs })
  await until(async () => (await jobs.get(key.accountId, id, 'en')).state === 'done', 'the job is done before the next round')
  await runner[Symbol.asyncDispose]()
  await meter[Symbol.asyncDispose]()
})

test('a job that two workers hold, and both see fail, gives its units back once', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(QUOTA)
  const id = await send({ key, meter })
  await meter[Symbol.asyncDispose]()
  const slow = Promise.withResolvers<void>()
  const ip = {
    state: { build: null },
    async *answerCsv() {
      yield 'ip,error\r\n'
      await slow.promise
      throw new Error('bug')
    },
  } as unknown as IpService
  // The first cannot say that it is at work.
  const mute = {
    listen() {},
    transact: desk.database.transact.bind(desk.database),
    run: (work: never) => slow.promise.then(() => desk.database.run(work)),
  } as unknown as Database
  const first = startJobRunner({ database: mute, ip, guard: createGuard({}), varFolder, publicOrigin: '', log })
  const jobs = new Jobs(desk.database, { varFolder })
  await until(async () => (await jobs.get(key.accountId, id, 'en')).state === 'running', 'the first has it')
  await desk.database.run((queries) =>
    queries
      .updateTable('jobs')
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute(),
  )
  const { returned_units: returned } = await failJob(key.accountId, id, new Error('bug'))
  slow.resolve()
  await first[Symbol.asyncDispose]()
  assert.equal(returned, LINES)
  assert.equal(await readNow(key.accountId), 0)
  assert.equal(await countLeft(key), QUOTA)
})

test('a job that nobody has answered in its days costs nothing', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(QUOTA)
  const id = await send({ key, meter })
  await meter[Symbol.asyncDispose]()
  await desk.database.run((queries) =>
    queries
      .updateTable('jobs')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute(),
  )
  const elsewhere = await mkdtemp(join(tmpdir(), 'octet-returned-'))
  const ip = {} as unknown as IpService
  const runner = startJobRunner({
    database: desk.database,
    ip,
    guard: createGuard({}),
    varFolder: elsewhere,
    publicOrigin: '',
    log,
  })
  await until(
    async () =>
      (await new Jobs(desk.database, { varFolder }).list(key.accountId, { lang: 'en', page: 1, limit: 100 })).length === 0,
    'the job is forgotten',
  )
  await runner[Symbol.asyncDispose]()
  await rm(elsewhere, { recursive: true })
  assert.equal(await readNow(key.accountId), 0)
  assert.equal(await countLeft(key), QUOTA)
})

/** A worker that has answered some lines and goes no further until it is let go. */
async function answerSome(key: KnownKey, id: string, lines: number) {
  const gate = Promise.withResolvers<void>()
  const ip = {
    state: { build: null },
    async *answerCsv() {
      yield `ip,error\r\n${'8.8.8.8,\r\n'.repeat(lines)}`
      await gate.promise
      yield '8.8.8.8,\r\n'.repeat(LINES - lines)
    },
  } as unknown as IpService
  const runner = startJobRunner({ database: desk.database, ip, guard: createGuard({}), varFolder, publicOrigin: '', log })
  const jobs = new Jobs(desk.database, { varFolder })
  const isNoted = async () => (await jobs.get(key.accountId, id, 'en')).done === lines
  await until(isNoted, 'its progress is noted')
  return {
    finish: gate.resolve,
    async [Symbol.asyncDispose]() {
      gate.resolve()
      await runner[Symbol.asyncDispose]()
    },
  }
}

for (const cap of [undefined, QUOTA])
  test(`a file that is stopped costs what has been answered of it${cap ? ', of the cap of its key too' : ''}`, async () => {
    const key = await desk.addKey(await desk.addAccount(), cap)
    const meter = desk.createMeter(QUOTA)
    const jobs = new Jobs(desk.database, { varFolder })
    const waiting = await send({ key, meter })
    assert.equal(await jobs.remove(key.accountId, waiting), LINES)
    const begun = await send({ key, meter })
    await meter[Symbol.asyncDispose]()
    assert.equal(await readNow(key.accountId), LINES)
    await using _worker = await answerSome(key, begun, 3)
    assert.equal(await jobs.remove(key.accountId, begun), LINES - 3)
    assert.equal(await readNow(key.accountId), 3)
    assert.equal(await countLeft({ ...key, capMonth: cap }), QUOTA - 3)
  })

test('a file that is done, or has failed by a fault of ours, gives nothing more back when it is removed', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(2 * QUOTA)
  const jobs = new Jobs(desk.database, { varFolder })
  const failed = await send({ key, meter })
  await failJob(key.accountId, failed, new Error('bug'))
  const done = await send({ key, meter })
  await meter[Symbol.asyncDispose]()
  {
    await using worker = await answerSome(key, done, 3)
    worker.finish()
    await until(async () => (await jobs.get(key.accountId, done, 'en')).state === 'done', 'the job is done')
  }
  for (const id of [failed, done]) assert.equal(await jobs.remove(key.accountId, id), 0)
  assert.equal(await readNow(key.accountId), LINES)
})

test('files that are stopped as they end, by many at once, give each unit back once and never what was answered', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(1_000)
  const jobs = new Jobs(desk.database, { varFolder })
  let kept = 0
  for (let round = 0; round < 8; round++) {
    const id = await send({ key, meter })
    await using worker = await answerSome(key, id, 3)
    const stop = () => jobs.remove(key.accountId, id).catch((error: AppError) => error.key)
    worker.finish()
    await sleep(2 * round)
    const said = await Promise.all([stop(), stop(), stop()])
    const returned = said.filter((one) => one !== 'no_such')
    assert.equal(returned.length, 1, String(said))
    assert.ok([LINES - 3, 0].includes(Number(returned[0])), String(returned))
    kept += LINES - Number(returned[0])
  }
  await meter[Symbol.asyncDispose]()
  assert.equal(await readNow(key.accountId), kept)
})

test('all files of an account that are stopped together give back what is left of each', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(100)
  const ids = [await send({ key, meter }), await send({ key, meter })]
  await meter[Symbol.asyncDispose]()
  await using _worker = await answerSome(key, ids[0]!, 3)
  await new Jobs(desk.database, { varFolder }).removeAll(key.accountId)
  assert.equal(await readNow(key.accountId), 3)
})

test('an account that is closed is billed for what of its open files has been answered, and keeps the others until that is paid', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(100)
  const jobs = new Jobs(desk.database, { varFolder })
  const done = await send({ key, meter })
  {
    await using worker = await answerSome(key, done, 3)
    worker.finish()
    await until(async () => (await jobs.get(key.accountId, done, 'en')).state === 'done', 'the job is done')
  }
  const open = await send({ key, meter })
  await using _worker = await answerSome(key, open, 3)
  let billed = 0
  const settle = async () => {
    billed = await readNow(key.accountId)
    throw new AppError('payment_due')
  }
  await assert.rejects(closeAccount({ meter, billing: { settle } as unknown as Billing, jobs }, key.accountId), {
    key: 'payment_due',
  })
  assert.equal(billed, LINES + 3)
  assert.equal((await jobs.get(key.accountId, done, 'en')).state, 'done')
  await assert.rejects(jobs.get(key.accountId, open, 'en'), { key: 'no_such' })
  await meter[Symbol.asyncDispose]()
})

test('a file that is stopped before its payment is noted is not paid for', async () => {
  const key = await desk.addKey(await desk.addAccount())
  const meter = desk.createMeter(QUOTA)
  const jobs = new Jobs(desk.database, { varFolder })
  const eager = {
    run: desk.database.run.bind(desk.database),
    async transact(work: (queries: Queries) => Promise<{ id: string }>) {
      const row = await desk.database.transact(work)
      await jobs.remove(key.accountId, row.id)
      return row
    },
  } as unknown as Database
  await send({ key, meter, jobs: new Jobs(eager, { varFolder }) })
  await meter[Symbol.asyncDispose]()
  assert.equal(await readNow(key.accountId), 0)
  assert.equal(await countLeft(key), QUOTA)
})
