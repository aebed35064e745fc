import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
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

test('the list of jobs goes on page by page, with each job once, also of those made at one moment', async () => {
  const { storage: database, plans, keys, keyTable } = product.services
  const { id } = (await addAccount({ database, plans }, { email: 'pages@example.org', plan: 'enterprise' })) as { id: string }
  const limits = { cidrs: [], origins: [], allowQuery: true, capMonth: null, expiresAt: null }
  const { key } = await keys.create(id, { name: 'pages', kind: 'live', scopes: ['geo'], ...limits })
  await keyTable.load()
  const kind = { kind: 'lookup', state: 'done', format: 'csv', lang: 'en' } as const
  const row = { ...kind, account_id: id, key_id: id, lines: 1, expires_at: new Date(Date.now() + 86_400_000) }
  const made = Array.from({ length: 105 }, (_, index) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + (index >> 4))
    return { ...row, id: randomUUID(), created_at: createdAt }
  })
  await database.run((queries) => queries.insertInto('jobs').values(made).execute())
  const read = async (query: string) => {
    const answer = await product.app.inject({ url: `/v1/jobs${query}`, headers: { 'x-api-key': key } })
    return answer.json() as { code: number; data: { id: string; created_at: string }[] }
  }
  const whole = [...(await read('')).data, ...(await read('?page=2')).data]
  assert.deepEqual([whole.length, new Set(whole.map((job) => job.id)).size], [105, 105])
  assert.deepEqual(
    whole.map((job) => job.created_at),
    whole
      .map((job) => job.created_at)
      .toSorted()
      .toReversed(),
  )
  const short = await Promise.all([1, 2, 3].map((page) => read(`?page=${page}&limit=40`)))
  assert.deepEqual(
    short.flatMap(({ data }) => data.map((job) => job.id)),
    whole.map((job) => job.id),
  )
  assert.deepEqual((await read('?page=4&limit=40')).data, [])
  for (const wrong of ['?page=0', '?limit=101', '?page=x']) assert.equal((await read(wrong)).code, 400, wrong)
})
