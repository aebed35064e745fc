import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { addAccount } from '../../domain/account/add-account.ts'
import { startProduct } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
const OPEN_JOBS = 10
let storage: TestStorage
let product: Product
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutJobs: true })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

test('of many files at once as many become jobs as an account may have open, and only those are paid', async () => {
  const { storage: database, plans, keys, keyTable, meter } = product.services
  const { id } = (await addAccount({ database, plans }, { email: 'many@example.org', plan: 'enterprise' })) as { id: string }
  const limits = { cidrs: [], origins: [], allowQuery: true, capMonth: null, expiresAt: null }
  const { key } = await keys.create(id, { name: 'jobs', kind: 'live', scopes: ['geo'], ...limits })
  await keyTable.load()
  const payload = '8.8.8.8\n1.1.1.1\n9.9.9.9'
  const headers = { 'x-api-key': key, 'content-type': 'text/plain' }
  const answers = await Promise.all(
    Array.from({ length: 3 * OPEN_JOBS }, () => product.app.inject({ method: 'POST', url: '/v1/jobs', payload, headers })),
  )
  const counts = Map.groupBy(answers, ({ statusCode }) => statusCode)
  assert.deepEqual([counts.get(200)?.length, counts.get(429)?.length], [OPEN_JOBS, 2 * OPEN_JOBS])
  assert.equal(counts.get(429)?.[0]?.json().data.error, 'too_many_requests')
  await meter.flush({ isLast: true })
  const used = await database.run((queries) => queries.selectFrom('leases').select('used').where('account_id', '=', id).execute())
  assert.equal(
    used.reduce((sum, row) => sum + row.used, 0),
    3 * OPEN_JOBS,
  )
})
