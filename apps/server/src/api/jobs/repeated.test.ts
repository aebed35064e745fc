import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { addAccount } from '../../domain/account/add-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct, VAR_FOLDER } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
const OPEN_JOBS = 10
const FILE = '8.8.8.8\n1.1.1.1\n9.9.9.9'
let storage: TestStorage
let product: Product
const folder = await mkdtemp(join(tmpdir(), 'octet-repeated-'))
before(async () => {
  await symlink(join(VAR_FOLDER, 'data'), join(folder, 'data'))
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutJobs: true, env: { OCTET_VAR: folder } })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function openAccount() {
  const { storage: database, plans, keys, keyTable, meter } = product.services
  const email = `${randomUUID()}@example.org`
  const { id } = (await addAccount({ database, plans }, { email, plan: 'enterprise' })) as { id: string }
  const limits = { cidrs: [], origins: [], allowQuery: true, capMonth: null, expiresAt: null }
  const { key } = await keys.create(id, { name: 'jobs', kind: 'live', scopes: ['geo'], ...limits })
  await keyTable.load()
  const send = (payload: string, idempotencyKey: string, query = '') =>
    product.app.inject({
      method: 'POST',
      url: `/v1/jobs${query}`,
      payload,
      headers: { 'x-api-key': key, 'content-type': 'text/plain', 'idempotency-key': idempotencyKey },
    })
  const readUsed = async () => {
    await meter.flush({ isLast: true })
    const leases = await database.run((queries) =>
      queries.selectFrom('leases').select('used').where('account_id', '=', id).execute(),
    )
    return leases.reduce((sum, { used }) => sum + used, 0)
  }
  const remove = (job: string) => product.services.jobs.remove(id, job)
  return { send, readUsed, remove }
}

test('the same file with the same Idempotency-Key is one job, whose lines are paid once', async () => {
  const { send, readUsed } = await openAccount()
  const [first, second] = [await send(FILE, 'night'), await send(FILE, 'night')]
  assert.deepEqual([first.statusCode, second.statusCode], [200, 200])
  assert.equal(second.json().data.id, first.json().data.id)
  assert.equal(await readUsed(), 3 + 1) // a call costs one
  assert.deepEqual(await readdir(join(folder, 'jobs')), [`${first.json().data.id}.in`])
})

test('sent several times at once it is one job', async () => {
  const { send, readUsed, remove } = await openAccount()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(FILE, 'at once')))
  const ids = new Set(answers.map((answer) => answer.json().data.id as string))
  assert.equal(ids.size, 1)
  assert.equal(await readUsed(), 3 + 7)
  for (const id of ids) await remove(id)
})

test('another file, or the same with other fields, is refused with the same Idempotency-Key', async () => {
  const { send } = await openAccount()
  await send(FILE, 'mine')
  for (const answer of [await send(`${FILE}\n9.9.9.10`, 'mine'), await send(FILE, 'mine', '?fields=country_code')]) {
    assert.equal(answer.statusCode, 400)
    assert.match(answer.json().msg, /^Idempotency-Key: expected a new key for another request/)
  }
})

test('a key of another account, or whose job has been removed, begins a new one', async () => {
  const [one, other] = [await openAccount(), await openAccount()]
  const first = (await one.send(FILE, 'shared')).json().data.id
  assert.notEqual((await other.send(FILE, 'shared')).json().data.id, first)
  await one.remove(first)
  const again = await one.send('1.1.1.1', 'shared')
  assert.equal(again.statusCode, 200)
  assert.notEqual(again.json().data.id, first)
})

test('a file that is there already is no further open job', async () => {
  const { send } = await openAccount()
  const keys = Array.from({ length: OPEN_JOBS }, (_, index) => `file ${index}`)
  for (const key of keys) assert.equal((await send(FILE, key)).statusCode, 200)
  assert.equal((await send(FILE, 'one more')).statusCode, 429)
  assert.equal((await send(FILE, keys[0]!)).statusCode, 200)
})
