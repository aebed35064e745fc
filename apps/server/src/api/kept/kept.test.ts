import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { MAX_SEALED_BYTES } from '@octet/core/kept-input.ts'
import { KeptInputs } from '../../domain/kept-inputs.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { Database } from '../../storage/database.ts'
import { holdKeptBytes } from '../../storage/queries/kept-inputs.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, remoteAddress = '198.51.100.20') =>
  product.app.inject({ method, url: `/v1/kept-input${path}`, ...(payload && { payload }), remoteAddress })
const seal = (bytes: number) => randomBytes(bytes).toString('base64url')

test('a sealed input is given back as it came, under its id only', async () => {
  const sealed = seal(1000)
  const kept = (await call('POST', '', { sealed })).json().data
  const days = (Date.parse(kept.expires_at) - Date.now()) / 86_400_000
  assert.ok(days > 6.9 && days < 7.1, `${days} days`)
  assert.deepEqual((await call('GET', `/${kept.id}`)).json().data, { sealed, expires_at: kept.expires_at })
  const other = await call('GET', '/nobody-knows')
  assert.deepEqual([other.statusCode, other.json().data.error], [404, 'no_such'])
})

test('the largest is kept, a larger one and other letters are refused', async () => {
  assert.equal((await call('POST', '', { sealed: seal(MAX_SEALED_BYTES), days: 1 })).statusCode, 200)
  for (const sealed of [seal(MAX_SEALED_BYTES + 1), 'not+base64url/', '']) {
    const { statusCode, json } = await call('POST', '', { sealed })
    assert.equal(statusCode, 400)
    assert.equal(json().data.field, 'sealed')
  }
  const { statusCode, json } = await call('POST', '', { sealed: seal(10), days: 365 })
  assert.deepEqual([statusCode, json().data.field], [400, 'days'])
})

test('who has it kept removes it by its word, nobody else', async () => {
  const { id, removal } = (await call('POST', '', { sealed: seal(10) })).json().data
  assert.equal((await call('DELETE', `/${id}`, { removal: 'guessed' })).statusCode, 404)
  assert.equal((await call('GET', `/${id}`)).statusCode, 200)
  assert.equal((await call('DELETE', `/${id}`, { removal })).statusCode, 200)
  assert.equal((await call('GET', `/${id}`)).statusCode, 404)
})

test('the word for it may come in the query, too', async () => {
  const { id, removal } = (await call('POST', '', { sealed: seal(10) })).json().data
  assert.equal((await call('DELETE', `/${id}?removal=${removal}`)).statusCode, 200)
  assert.equal((await call('GET', `/${id}`)).statusCode, 404)
})

test('what has ended is not given, and goes', async () => {
  const { id } = (await call('POST', '', { sealed: seal(10), days: 1 })).json().data
  const { storage: database } = product.services
  await database.run((queries) =>
    queries
      .updateTable('kept_inputs')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute(),
  )
  assert.equal((await call('GET', `/${id}`)).statusCode, 404)
  await cleanUp(database)
  const left = await database.run((queries) => queries.selectFrom('kept_inputs').select('id').where('id', '=', id).execute())
  assert.deepEqual(left, [])
})

test('one client has 60 kept in a day', async () => {
  const answers: number[] = []
  for (let i = 0; i < 62; i++) {
    product.services.allowance.forgive('198.51.100.21')
    answers.push((await call('POST', '', { sealed: seal(10) }, '198.51.100.21')).statusCode)
  }
  assert.deepEqual([answers.indexOf(429), answers.filter((status) => status === 200).length], [60, 60])
})

test('large ones that are kept long count for as much as they take', async () => {
  const answers: number[] = []
  for (let i = 0; i < 4; i++) {
    product.services.allowance.forgive('198.51.100.22')
    answers.push((await call('POST', '', { sealed: seal(MAX_SEALED_BYTES), days: 30 }, '198.51.100.22')).statusCode)
  }
  assert.deepEqual(answers, [200, 200, 429, 429], 'each of them is 26 of the 60')
  product.services.allowance.forgive('198.51.100.22')
  assert.equal((await call('POST', '', { sealed: seal(1000), days: 7 }, '198.51.100.22')).statusCode, 200)
})

test('when all room is taken none is kept, and what is there stays', async () => {
  const { storage: database } = product.services
  const full = new KeptInputs(database, 1)
  await assert.rejects(full.keep(Buffer.from('ab'), 7), (error) => isAppError(error) && error.key === 'unavailable')
})

test('of many that come at once, on several threads, no more are kept than there is room for', async () => {
  const { storage: database } = product.services
  await database.run((queries) => queries.deleteFrom('kept_inputs').execute())
  await using other = new Database(storage.url, { log: product.services.log })
  const [bytes, room] = [10_000, 3]
  const threads = [database, other].map((one) => new KeptInputs(one, room * bytes + bytes / 2))
  const sent = Array.from({ length: 24 }, (_, i) => threads[i % 2]!.keep(randomBytes(bytes), 1))
  const ends = await Promise.allSettled(sent)
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, room)
  assert.equal(await database.transact(holdKeptBytes), room * bytes)
})
