import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import type { HeldUnits } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { Database } from '../../storage/database.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { MAX_JOB_BYTES, toJobFolder } from './job-files.ts'
import { Jobs } from './jobs.ts'

const varFolder = await mkdtemp(join(tmpdir(), 'octet-jobs-'))
let storage: TestStorage
let database: Database
before(async () => {
  storage = await startStorage()
  database = new Database(storage.url, { log: pino({ level: 'silent' }) })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(varFolder, { recursive: true })
})

async function* breakOff() {
  yield Buffer.from('8.8.8.8\n')
  throw new Error('the sender has gone')
}

async function* sendTooMuch() {
  yield Buffer.alloc(MAX_JOB_BYTES, 'x')
  yield Buffer.from('x')
}

async function* sendTooMany() {
  const lines = Buffer.from('1\n'.repeat(100_000))
  for (let part = 0; part < 11; part++) yield lines
}

const refused: [string, () => AsyncIterable<Uint8Array>, object][] = [
  ['an upload that breaks off', breakOff, { message: 'the sender has gone' }],
  ['an upload of too many lines', sendTooMany, { key: 'too_large' }],
  ['an upload of too many bytes', sendTooMuch, { key: 'too_large' }],
  ['an upload without a line', async function* () {}, { key: 'bad_input' }],
]
for (const [title, body, error] of refused)
  test(`${title} leaves no file behind`, async () => {
    const jobs = new Jobs(database, { varFolder })
    const job = { format: 'csv', lang: 'en', fields: null, exclude: null, webhook: null } as const
    const made = jobs.create({ accountId: randomUUID(), keyId: randomUUID(), ...job }, body(), async () => undefined)
    await assert.rejects(made, error)
    assert.deepEqual(await readdir(toJobFolder(varFolder)), [])
  })

const job = { format: 'csv', lang: 'en', fields: null, exclude: null, webhook: null } as const

async function addOwner(): Promise<string> {
  const accountId = randomUUID()
  await database.run((queries) =>
    queries
      .insertInto('accounts')
      .values({ id: accountId, email: `${accountId}@example.org`, password_hash: '-', lang: 'en' })
      .execute(),
  )
  return accountId
}

/** A payment that notes what became of it. */
function toPayment() {
  const seen: string[] = []
  const payment: HeldUnits = {
    month: '2026-11-01',
    settle: (status) => seen.push(`${status}`),
    giveBack: () => seen.push('back'),
  }
  return { seen, payment }
}

test('the folder of lists and results is closed to other users of the machine', async () => {
  const accountId = await addOwner()
  await chmod(toJobFolder(varFolder), 0o755)
  const body = async function* () {
    yield Buffer.from('8.8.8.8\n')
  }
  const jobs = new Jobs(database, { varFolder })
  const { id } = await jobs.create({ accountId, keyId: randomUUID(), ...job }, body(), async () => undefined)
  assert.equal((await stat(toJobFolder(varFolder))).mode & 0o777, 0o700)
  await jobs.remove(accountId, id)
})

test('a million lines are taken, and one more is not', async () => {
  const accountId = await addOwner()
  const jobs = new Jobs(database, { varFolder })
  const send = (lines: number) => {
    const body = async function* () {
      for (let left = lines; left > 0; left -= 100_000) yield Buffer.from('1\n'.repeat(Math.min(left, 100_000)))
    }
    return jobs.create({ accountId, keyId: randomUUID(), ...job }, body(), async () => undefined)
  }
  const { id, lines } = await send(1_000_000)
  assert.equal(lines, 1_000_000)
  await assert.rejects(send(1_000_001), { key: 'too_large' })
  await jobs.remove(accountId, id)
})

test('a file that is refused once it has come leaves nothing behind and costs nothing', async () => {
  const accountId = await addOwner()
  const { seen, payment } = toPayment()
  const refusing = {
    run: database.run.bind(database),
    transact: () => Promise.reject(new AppError('too_many_requests', { limit: 10, window: 60, retryAfter: 60 })),
  } as unknown as Database
  const before = await readdir(toJobFolder(varFolder))
  const body = async function* () {
    yield Buffer.from('8.8.8.8\n')
  }
  const jobs = new Jobs(refusing, { varFolder })
  const made = jobs.create({ accountId, keyId: randomUUID(), ...job }, body(), async () => payment)
  await assert.rejects(made, { key: 'too_many_requests' })
  assert.deepEqual(await readdir(toJobFolder(varFolder)), before)
  assert.deepEqual(seen, ['back'])
})

test('a job that is paid for is given, although the database breaks the moment after', async () => {
  const accountId = randomUUID()
  await database.run((queries) =>
    queries.insertInto('accounts').values({ id: accountId, email: 'a@example.org', password_hash: '-', lang: 'en' }).execute(),
  )
  let isBroken = false
  const breaking = {
    run: (work: never) => (isBroken ? Promise.reject(new Error('broken')) : database.run(work)),
    transact: (work: never) => database.transact(work).finally(() => (isBroken = true)),
  } as unknown as Database
  const job = { format: 'csv', lang: 'en', fields: null, exclude: null, webhook: null } as const
  const body = async function* () {
    yield Buffer.from('8.8.8.8\n')
  }
  const jobs = new Jobs(breaking, { varFolder })
  const { id } = await jobs.create({ accountId, keyId: randomUUID(), ...job }, body(), async () => undefined)
  assert.deepEqual(await readdir(toJobFolder(varFolder)), [`${id}.in`])
})

test('a job that was written has its file, although the payment cannot be noted', async () => {
  const accountId = await addOwner()
  const payment: HeldUnits = {
    month: '2026-11-01',
    settle() {
      throw new Error('no room')
    },
    giveBack() {},
  }
  const body = async function* () {
    yield Buffer.from('8.8.8.8\n')
  }
  const jobs = new Jobs(database, { varFolder })
  const made = jobs.create({ accountId, keyId: randomUUID(), ...job }, body(), async () => payment)
  await assert.rejects(made, { message: 'no room' })
  const [written] = await jobs.list(accountId, { lang: 'en', page: 1, limit: 100 })
  assert.ok((await readdir(toJobFolder(varFolder))).includes(`${written!.id}.in`))
})

test('a result that another server has is not called a page that is missing', async () => {
  const accountId = randomUUID()
  await database.run(async (queries) => {
    await queries
      .insertInto('accounts')
      .values({ id: accountId, email: 'b@example.org', password_hash: '-', lang: 'en' })
      .execute()
    const job = {
      id: randomUUID(),
      account_id: accountId,
      key_id: randomUUID(),
      kind: 'lookup',
      format: 'csv',
      lang: 'en',
    } as const
    await queries
      .insertInto('jobs')
      .values({ ...job, lines: 1, state: 'done', expires_at: new Date(Date.now() + 60_000) })
      .execute()
  })
  const jobs = new Jobs(database, { varFolder })
  const [job] = await jobs.list(accountId, { lang: 'en', page: 1, limit: 100 })
  await assert.rejects(jobs.openResult(accountId, job!.id), { key: 'unavailable' })
})
