import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import type { IpService } from '../domain/ip-service.ts'
import { toJobFolder } from '../domain/jobs/job-files.ts'
import { Jobs } from '../domain/jobs/jobs.ts'
import { Database } from '../storage/database.ts'
import { startStorage } from '../testing/start-storage.ts'
import { JobHold } from './job-hold.ts'
import { startJobRunner } from './run-jobs.ts'

const log = pino({ level: 'silent' })

test('a job that another worker has taken is ended by that one alone', async () => {
  await using place = await openJobs()
  const { varFolder, database, jobs, accountId } = place
  const id = await addJob(jobs, accountId)
  const common = { guard: createGuard({}), varFolder, publicOrigin: '', log }
  // The first one cannot reach the database from the moment it has the job, and is slow.
  const [back, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const away = {
    listen() {},
    transact: database.transact.bind(database),
    run: async (work: never) => (await back.promise, database.run(work)),
  } as unknown as Database
  await using first = startJobRunner({ database: away, ip: toService('first', slow.promise), ...common })
  await until(async () => (await jobs.get(accountId, id, 'en')).state === 'running', 'the first has it')
  await database.run((queries) =>
    queries
      .updateTable('jobs')
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .execute(),
  )
  await using _second = startJobRunner({ database, ip: toService('second'), ...common })
  await until(async () => (await jobs.get(accountId, id, 'en')).state === 'done', 'the second has done it')
  slow.resolve()
  await sleep(200) // the first comes to its end
  back.resolve()
  await first[Symbol.asyncDispose]()
  const { state, result_bytes } = await jobs.get(accountId, id, 'en')
  const result = await readFile(join(toJobFolder(varFolder), `${id}.out`), 'utf8')
  assert.deepEqual([state, result, result_bytes], ['done', 'ip,error\r\nsecond,\r\n', result.length])
  await untilFiles(varFolder, [`${id}.out`])
})

test('a job that finds the disk full waits for room, and is done then', async () => {
  await using place = await openJobs()
  const { varFolder, database, jobs, accountId } = place
  const id = await addJob(jobs, accountId)
  let refusals = 1
  const service = toService('well')
  const ip = {
    ...service,
    async *answerCsv(...given: Parameters<IpService['answerCsv']>) {
      if (refusals-- > 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      yield* service.answerCsv(...given)
    },
  } as unknown as IpService
  await using _runner = startJobRunner({ database, ip, guard: createGuard({}), varFolder, publicOrigin: '', log })
  await until(() => refusals <= 0, 'the disk was full')
  await until(async () => (await jobs.get(accountId, id, 'en')).state === 'done', 'the job is done')
})

test('a job that is removed while it is answered leaves no result', async () => {
  await using place = await openJobs()
  const { varFolder, database, jobs, accountId } = place
  const add = () => addJob(jobs, accountId)
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
  await until(async () => (await jobs.get(accountId, kept, 'en')).state === 'done', 'the second job is done')
  await untilFiles(varFolder, [`${kept}.out`])
})

test('a worker that is stopped leaves its job to the next one at once', async () => {
  await using place = await openJobs()
  const { varFolder, database, jobs, accountId } = place
  const id = await addJob(jobs, accountId)
  const slow = Promise.withResolvers<void>()
  const ip = toService('none', slow.promise)
  const runner = startJobRunner({ database, ip, guard: createGuard({}), varFolder, publicOrigin: '', log })
  await until(async () => (await jobs.get(accountId, id, 'en')).state === 'running', 'the job is worked on')
  const stopped = runner[Symbol.asyncDispose]()
  slow.resolve()
  await stopped
  assert.equal((await jobs.get(accountId, id, 'en')).state, 'waiting')
})

test('of two jobs that were taken in the same instant each is ended by itself', async () => {
  await using place = await openJobs()
  const { database, jobs, accountId } = place
  const ids = [await addJob(jobs, accountId), await addJob(jobs, accountId)]
  const [first] = await database.transact(async (queries) => {
    const held = []
    for (const id of ids) held.push(await JobHold.take(database, queries, id))
    return held
  })
  assert.equal(await first!.hold.end({ state: 'done', done: 1, failed: 0, answered_units: 1 }, null), true)
  const states = await Promise.all(ids.map(async (id) => (await jobs.get(accountId, id, 'en')).state))
  assert.deepEqual(states, ['done', 'running'])
})

const meanwhile: [string, string, boolean][] = [
  ['removed', 'delete from jobs', false],
  ['taken by another worker', `update jobs set seen_at = now() + interval '1 minute'`, true],
]
for (const [what, statement, isKept] of meanwhile)
  test(`a job that is ${what} as its result is in place ${isKept ? 'keeps it' : 'leaves none'}`, async () => {
    await using place = await openJobs()
    const { varFolder, database, jobs, accountId } = place
    const id = await addJob(jobs, accountId)
    let transactions = 0
    const racing = {
      listen() {},
      run: database.run.bind(database),
      async transact(work: never) {
        // The first takes the job, the second ends it.
        if (++transactions === 2) await database.run((queries) => sql.raw(statement).execute(queries))
        return database.transact(work)
      },
    } as unknown as Database
    const options = { ip: toService('one'), guard: createGuard({}), varFolder, publicOrigin: '', log }
    await using _runner = startJobRunner({ database: racing, ...options })
    await until(() => transactions > 2, 'it has come to its end')
    await untilFiles(varFolder, isKept ? [`${id}.in`, `${id}.out`] : [`${id}.in`])
  })

test('jobs that are removed with their account leave no file, on other servers neither', async () => {
  const [here, there] = [await mkdtemp(join(tmpdir(), 'octet-run-jobs-')), await mkdtemp(join(tmpdir(), 'octet-run-jobs-'))]
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  const [jobs, elsewhere] = [new Jobs(database, { varFolder: here }), new Jobs(database, { varFolder: there })]
  const [accountId, otherId] = [randomUUID(), randomUUID()]
  for (const id of [accountId, otherId]) await addAccount(database, id)
  await addJob(jobs, accountId)
  const kept = await addJob(jobs, otherId)
  await addJob(elsewhere, accountId)
  const slow = Promise.withResolvers<void>()
  const ip = toService('none', slow.promise)
  await using runner = startJobRunner({ database, ip, guard: createGuard({}), varFolder: there, publicOrigin: '', log })
  await until(() => database.isListening, 'the other server listens')
  await jobs.removeAll(accountId)
  assert.deepEqual(await readdir(toJobFolder(here)), [`${kept}.in`])
  await until(async () => !(await readdir(toJobFolder(there))).some((name) => name.endsWith('.in')), 'the file has gone there')
  slow.resolve()
  await runner[Symbol.asyncDispose]()
  for (const folder of [here, there]) await rm(folder, { recursive: true })
})

test('what no job can need any more is removed, and nothing else', async () => {
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-run-jobs-'))
  const folder = toJobFolder(varFolder)
  await mkdir(folder)
  const strays = ['in.part', 'in', 'out', `out.${randomUUID()}.part`].map((end) => `${randomUUID()}.${end}`)
  const kept = [`${randomUUID()}.out`, 'notes.out']
  for (const name of [...strays, ...kept]) await writeFile(join(folder, name), '')
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  for (const name of [...strays, 'notes.out']) await utimes(join(folder, name), days(9), days(9))
  await utimes(join(folder, kept[0]!), days(7), days(7))
  await using database = new Database(undefined, { log })
  const options = { database, ip: toService('none'), guard: createGuard({}), varFolder, publicOrigin: '', log }
  await using _runner = startJobRunner(options)
  await until(async () => (await readdir(folder)).length <= kept.length, 'the strays have gone')
  assert.deepEqual((await readdir(folder)).sort(), kept.sort())
  await rm(varFolder, { recursive: true })
})

/** A folder for files of jobs, a database and an account that owns them; all end with the test. */
async function openJobs() {
  const ends = new AsyncDisposableStack()
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-run-jobs-'))
  ends.defer(() => rm(varFolder, { recursive: true }))
  const storage = ends.use(await startStorage())
  const database = ends.use(new Database(storage.url, { log }))
  const [jobs, accountId] = [new Jobs(database, { varFolder }), randomUUID()]
  await addAccount(database, accountId)
  return { varFolder, database, jobs, accountId, [Symbol.asyncDispose]: () => ends.disposeAsync() }
}

/** The file that was taken in goes a moment after the job is called done. */
function untilFiles(varFolder: string, names: readonly string[]): Promise<unknown> {
  const list = () => readdir(toJobFolder(varFolder))
  return until(async () => String(await list()) === String(names), `only ${String(names)} is left`)
}

function addAccount(database: Database, id: string): Promise<unknown> {
  return database.run((queries) =>
    queries
      .insertInto('accounts')
      .values({ id, email: `${id}@example.org`, password_hash: '-', lang: 'en' })
      .execute(),
  )
}

async function addJob(jobs: Jobs, accountId: string): Promise<string> {
  const job = { format: 'csv', lang: 'en', fields: null, exclude: null, webhook: null } as const
  const body = async function* () {
    yield Buffer.from('8.8.8.8\n')
  }
  return (await jobs.create({ accountId, keyId: randomUUID(), ...job }, body(), async () => undefined)).id
}

/** Answers with a name, the last line when it may. */
function toService(name: string, mayEnd = Promise.resolve()): IpService {
  const answerCsv = async function* () {
    yield 'ip,error\r\n'
    await mayEnd
    yield `${name},\r\n`
  }
  return { state: { build: null }, answerCsv } as unknown as IpService
}
