import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, mock, test } from 'node:test'
import { Client } from 'pg'
import { HashQueue } from '../../domain/account/hash-queue.ts'
import { hashPassword } from '../../domain/account/passwords.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

/*
 * Whether an address has an account shows neither in the words of an answer nor in the time it takes. Time depends on
 * the machine, so these tests compare the work that a caller waits for; `npm run bench account-timing` prints the times.
 */
const PASSWORD = 'correct horse battery'
const KNOWN = ['known0@example.org', 'known1@example.org']

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true, withoutJobs: true })
  const passwordHash = await hashPassword(PASSWORD)
  await product.services.storage.run((queries) =>
    queries
      .insertInto('accounts')
      .values(
        KNOWN.map((email, index) => ({
          id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          email,
          password_hash: passwordHash,
          lang: 'en' as const,
          confirmed_at: index === 0 ? new Date() : null,
        })),
      )
      .execute(),
  )
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

let client = 0
/** One call from an address of its own. Gives what it said. */
async function call(path: string, payload: object): Promise<string> {
  const answer = await product.app.inject({
    method: 'POST',
    url: `/v1/account/${path}`,
    payload,
    remoteAddress: `10.0.0.${++client}`,
  })
  return `${answer.statusCode} ${answer.body}`
}

/** What is noted of the call in whose course it happens. */
const noted = new AsyncLocalStorage<{ hashes: number; statements: string[] }>()

/**
 * What a caller waits for: how many hashes of a password, and which statements about accounts. The product's own turns, such
 * as the look for changed keys, are none of it, however slow the call.
 */
async function watch(path: string, payload: object) {
  const { run } = HashQueue.prototype
  const { query } = Client.prototype
  const hashing = mock.method(HashQueue.prototype, 'run', function (this: HashQueue, ...given: Parameters<typeof run>) {
    const note = noted.getStore()
    if (note) note.hashes++
    return Reflect.apply(run, this, given)
  })
  const asking = mock.method(Client.prototype, 'query', function (this: Client, ...given: unknown[]) {
    noted.getStore()?.statements.push(toText(given[0]))
    return Reflect.apply(query, this, given)
  })
  try {
    const note = { hashes: 0, statements: [] as string[] }
    const words = await noted.run(note, () => call(path, payload))
    return { words, hashes: note.hashes, statements: note.statements.filter((text) => text.includes('"accounts"')) }
  } finally {
    hashing.mock.restore()
    asking.mock.restore()
  }
}

function toText(query: unknown): string {
  return typeof query === 'string' ? query : (query as { readonly text: string }).text
}

test('log-in: a known and an unknown address get the same words after the same work', async () => {
  const password = 'not the one'
  const unknown = await watch('log_in', { email: 'nobody1@example.org', password })
  assert.equal(unknown.hashes, 1)
  assert.equal(unknown.statements.length, 1)
  for (const email of KNOWN) assert.deepEqual(await watch('log_in', { email, password }), unknown)
})

test('what else the product asks of its database meanwhile is none of the work', async () => {
  const input = { email: 'nobody1@example.org', password: 'not the one' }
  const alone = await watch('log_in', input)
  const watched = watch('log_in', input)
  await product.services.storage.run((queries) => queries.selectFrom('accounts').select('id').execute())
  assert.deepEqual(await watched, alone)
})

test('sign-up: a known and an unknown address get the same words after one hash', async () => {
  const rest = { password: PASSWORD, confirm_password: PASSWORD, agree: true }
  const unknown = await watch('sign_up', { email: 'nobody2@example.org', ...rest })
  assert.match(unknown.words, /^20/)
  assert.equal(unknown.hashes, 1)
  for (const email of KNOWN) {
    const known = await watch('sign_up', { email, ...rest })
    assert.deepEqual([known.words, known.hashes], [unknown.words, unknown.hashes])
  }
})

for (const path of ['forgot', 'resend'])
  test(`${path}: a known and an unknown address get the same words, and nobody waits for the mail`, async () => {
    await using lock = await lockLinks()
    const unknown = await watch(path, { email: 'nobody3@example.org' })
    assert.match(unknown.words, /^20/)
    assert.deepEqual([unknown.hashes, unknown.statements.length], [0, 1])
    for (const email of KNOWN) assert.deepEqual(await watch(path, { email }), unknown)
    await lock.release()
  })

/** Holds the table that a mailed link is written to, so that whoever waited for it would get no answer. */
async function lockLinks() {
  const connection = new Client({ connectionString: storage.url })
  await connection.connect()
  await connection.query('begin; lock table links in exclusive mode')
  const release = async () => void (await connection.query('rollback'))
  return { release, [Symbol.asyncDispose]: () => connection.end() }
}
