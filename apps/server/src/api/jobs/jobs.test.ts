import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { sign } from '../../domain/jobs/webhook.ts'
import type { Queries } from '../../storage/database.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct, VAR_FOLDER } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
let storage: TestStorage
let product: Product
let key: string
let accountId: string
const folder = await mkdtemp(join(tmpdir(), 'octet-jobs-'))
const config = join(folder, 'octet.json')

const start = () => startProduct({ storageUrl: storage.url, env: { OCTET_VAR: folder, OCTET_CONFIG: config } })
before(async () => {
  // The files of jobs lie in a folder of their own, beside the data that is there already.
  await symlink(join(VAR_FOLDER, 'data'), join(folder, 'data'))
  await writeFile(
    config,
    JSON.stringify({ allowTargets: ['127.0.0.0/8'], limits: { unitsPerSecond: 1e4, burst: 1e5 }, plans: [PLAN] }),
  )
  storage = await startStorage()
  product = await start()
  ;({ key, accountId } = await openKey())
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const PLAN = { id: 'free', name: 'FREE', requestsPerMonth: 5_000, keys: 3 }

async function openKey(): Promise<{ key: string; accountId: string }> {
  const id = randomUUID()
  const { storage: database, keys, keyTable } = product.services
  await database.run((queries) =>
    queries
      .insertInto('accounts')
      .values({ id, email: `${id}@example.org`, password_hash: '-', lang: 'en', confirmed_at: new Date() })
      .execute(),
  )
  const limits = { cidrs: [], origins: [], allowQuery: true, capMonth: null, expiresAt: null }
  const made = await keys.create(id, { name: 'jobs', kind: 'live', scopes: ['geo'], ...limits })
  await keyTable.load()
  return { key: made.key, accountId: id }
}

const send = (payload: string, query = '', type = 'text/plain') =>
  product.app.inject({
    method: 'POST',
    url: `/v1/jobs${query}`,
    payload,
    headers: { 'x-api-key': key, 'content-type': type },
  })
const get = (path: string) => product.app.inject({ url: `/v1/jobs${path}`, headers: { 'x-api-key': key } })

const finish = (id: string, isDone = (job: { state: string }) => job.state === 'done' || job.state === 'failed') =>
  until(async () => {
    const { data } = (await get(`/${id}`)).json()
    return isDone(data) && data
  }, 'the job ends')

test('a file is answered line by line, in its order, and counted by its lines', async () => {
  const answer = await send('8.8.8.8\nnonsense\r\n\n2001:4860:4860::8888\n1.1.1.1')
  const { data: made } = answer.json()
  assert.equal(made.lines, 4)
  assert.equal(answer.headers['x-credits-used'], '4')
  const job = await finish(made.id)
  assert.deepEqual([job.state, job.done, job.failed, job.percent, job.error], ['done', 4, 1, 100, null])
  const lines = (await get(`/${made.id}/result`)).body.trim().split('\n')
  assert.match(lines[0]!, /^ip,country_code,/)
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[0]),
    ['8.8.8.8', 'nonsense', '2001:4860:4860::8888', '1.1.1.1'],
  )
  assert.deepEqual(await readdir(join(folder, 'jobs')), [`${made.id}.out`])
})

test('NDJSON and chosen fields', async () => {
  const { data: made } = (await send('8.8.8.8\nx', '?format=ndjson&fields=country_code,ASN.asn')).json()
  await finish(made.id)
  const lines = (await get(`/${made.id}/result`)).body.trim().split('\n')
  assert.deepEqual(JSON.parse(lines[0]!), { query: '8.8.8.8', country_code: 'US', ASN: { asn: 15169 } })
  assert.equal(JSON.parse(lines[1]!).error, 'bad_address')
})

test('chosen fields as CSV', async () => {
  const { data: made } = (await send('8.8.8.8', '?fields=country_code,city_name')).json()
  await finish(made.id)
  assert.equal((await get(`/${made.id}/result`)).body, 'query,country_code,city_name,error\r\n8.8.8.8,US,Mountain View,\r\n')
})

test('a CSV for a spreadsheet begins with the mark of UTF-8; by itself, and as NDJSON, it has none', async () => {
  for (const [format, begin] of [
    ['csv', '\ufeffquery,country_name'],
    ['ndjson', '{"query"'],
  ] as const) {
    const { data: made } = (await send('8.8.8.8', `?format=${format}&fields=country_name&lang=zh`)).json()
    await finish(made.id)
    const [plain, marked] = [await get(`/${made.id}/result`), await get(`/${made.id}/result?bom=1`)]
    assert.ok(marked.body.startsWith(begin), marked.body)
    assert.equal(marked.body.replace(/^\ufeff/, ''), plain.body)
    assert.ok(plain.body.includes('美国') && !plain.body.startsWith('\ufeff'))
    for (const { headers, rawPayload } of [plain, marked]) assert.equal(headers['content-length'], String(rawPayload.length))
  }
})

test('a JSON array is as many lines as it has items', async () => {
  const { data: made } = (await send('["8.8.8.8", "1.1.1.1\\nx", 7]', '?fields=country_code')).json()
  assert.equal(made.lines, 3)
  await finish(made.id)
  const rows = 'query,country_code,error\r\n8.8.8.8,US,\r\n1.1.1.1 x,,bad_address\r\n7,,bad_address\r\n'
  assert.equal((await get(`/${made.id}/result`)).body, rows)
})

for (const query of ['', '?fields=country_code', '?format=ndjson'])
  test(`a CSV with more columns is answered by its first one, without its heading${query && `, as ${query}`}`, async () => {
    const { data: made } = (await send('ip,name\r\n8.8.8.8,n1\r\n"1.1.1.1","a;b"\r\n', query, 'text/csv; charset=utf-8')).json()
    assert.equal(made.lines, 2)
    assert.equal((await finish(made.id)).failed, 0)
    const lines = (await get(`/${made.id}/result`)).body.trim().split('\n')
    const told = lines.slice(query.includes('ndjson') ? 0 : 1)
    assert.deepEqual([told.length, told.every((line, at) => line.includes(['8.8.8.8', '1.1.1.1'][at]!))], [2, true])
  })

for (const [type, list] of [
  ['text/csv', 'ip,name\r8.8.8.8,n1\r"1.1.1.1","a;b"\r'],
  ['text/plain', '8.8.8.8\r1.1.1.1'],
] as const)
  for (const query of ['', '?format=ndjson'])
    test(`${type} with carriage returns alone has lines${query && ', as ndjson'}`, async () => {
      const { data: made } = (await send(list, query, `${type}; charset=utf-8`)).json()
      assert.equal(made.lines, 2)
      assert.equal((await finish(made.id)).failed, 0)
      const told = (await get(`/${made.id}/result`)).body.trim().split('\n').slice(-2)
      assert.ok(told[0]!.includes('8.8.8.8') && told[1]!.includes('1.1.1.1'), told.join('\n'))
    })

test('fields that have a value for some of the addresses only', async () => {
  const { data: made } = (await send('10.0.0.1\n8.8.8.8', '?fields=special.block')).json()
  assert.equal((await finish(made.id)).error, null)
  const rows = 'query,special.block,error\r\n10.0.0.1,10.0.0.0/8,\r\n8.8.8.8,,\r\n'
  assert.equal((await get(`/${made.id}/result`)).body, rows)
})

const refused: [string, string, string, number, string][] = [
  ['an empty file', '\n \n', '', 400, 'bad_input'],
  ['JSON without a list', '{"a":1}', '', 400, 'bad_input'],
  ['a form', '--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n8.8.8.8\r\n--x--', '', 400, 'bad_input'],
  ['a field nobody knows', '8.8.8.8', '?fields=colour', 404, 'unknown_field'],
  ['a webhook that is no URL', '8.8.8.8', '?webhook=ftp://example.org', 400, 'bad_input'],
  ['a webhook in a private network', '8.8.8.8', '?webhook=http://10.0.0.1/ended', 400, 'refused_target'],
  ['a webhook_url in a private network', '8.8.8.8', '?webhook_url=http://10.0.0.1/ended', 400, 'refused_target'],
  ['two webhooks', '8.8.8.8', '?webhook_url=https://a.example/&webhook=https://b.example/', 400, 'bad_input'],
  ['a webhook of a name that only a network knows', '8.8.8.8', '?webhook=http://localhost/ended', 400, 'refused_target'],
  ['more lines than the month has', '8.8.8.8\n'.repeat(6_000), '', 429, 'quota_spent'],
]
for (const [name, payload, query, status, error] of refused)
  test(`${name} → ${status} ${error}, and nothing is kept`, async () => {
    const files = await readdir(join(folder, 'jobs'))
    const answer = await send(payload, query)
    assert.deepEqual([answer.statusCode, answer.json().data.error], [status, error])
    assert.deepEqual(await readdir(join(folder, 'jobs')), files)
  })

for (const [what, end] of [
  [
    'the key is revoked',
    (queries: Queries, id: string): Promise<unknown> =>
      queries.updateTable('keys').set({ revoked_at: new Date() }).where('account_id', '=', id).execute(),
  ],
  [
    'the account is deleted',
    (queries: Queries, id: string): Promise<unknown> => queries.deleteFrom('accounts').where('id', '=', id).execute(),
  ],
] as const)
  test(`${what} while a file is sent → 401 bad_key, and nothing is kept or paid`, async () => {
    const files = await readdir(join(folder, 'jobs'))
    const own = await openKey()
    const { storage: database, keyTable } = product.services
    async function* write() {
      yield '8.8.8.8\n'.repeat(100)
      await database.run((queries) => end(queries, own.accountId))
      await keyTable.load()
      yield '8.8.4.4\n'.repeat(100)
    }
    const headers = { 'x-api-key': own.key, 'content-type': 'text/plain' }
    const answer = await product.app.inject({ method: 'POST', url: '/v1/jobs', payload: Readable.from(write()), headers })
    assert.deepEqual([answer.statusCode, answer.json().data.error], [401, 'bad_key'])
    assert.deepEqual(await readdir(join(folder, 'jobs')), files)
    await product.services.meter.flush()
    const leases = await database.run((queries) =>
      queries.selectFrom('leases').select('used').where('account_id', '=', own.accountId).where('used', '>', 0).execute(),
    )
    assert.deepEqual(leases, [])
  })

test('without a key → 401; a job of somebody else is not found', async () => {
  const stranger = await product.app.inject({ method: 'POST', url: '/v1/jobs', payload: '8.8.8.8' })
  assert.deepEqual([stranger.statusCode, stranger.json().msg], [401, 'This call needs an API key'])
  const { data: made } = (await send('8.8.8.8')).json()
  const other = await openKey()
  const ask = (lang: string) =>
    product.app.inject({ url: `/v1/jobs/${made.id}`, headers: { 'x-api-key': other.key, 'accept-language': lang } })
  const { code, msg } = (await ask('en')).json()
  assert.deepEqual([code, msg], [404, `There is no job ${made.id}`])
  assert.equal((await ask('zh')).json().msg, `没有此任务：${made.id}`)
})

test('a webhook is told with a signature that the key verifies, and again when it was not taken', async (t) => {
  const seen: { body: string; headers: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ body, headers: request.headers })
    if (seen.length === 1) response.writeHead(503).end(`gone\0${'x'.repeat(1_000)}`)
    else response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const webhook = `http://127.0.0.1:${port}/ended?a=1`
  const { data: made } = (await send('8.8.8.8', `?webhook_url=${webhook}`)).json()
  assert.deepEqual([made.webhook_url, made.webhook], [webhook, webhook])
  await finish(made.id)
  const { storage: database } = product.services
  const hurry = () =>
    database.run((queries) =>
      queries
        .updateTable('jobs')
        .set({ webhook_next_at: new Date(0) })
        .where('id', '=', made.id)
        .execute(),
    )
  const readDeliveries = async () => (await get(`/${made.id}/deliveries`)).json().data
  await until(async () => (await readDeliveries()).deliveries.length === 1, 'the first answer is noted')
  // Once: what is on its way would be told twice if it were due again meanwhile.
  await hurry()
  await until(async () => {
    if (seen.length === 1) await send('8.8.8.8') // wakes the runner
    return seen.length === 2
  }, 'the webhook is told again')
  const job = await finish(made.id, (found) => (found as { webhook_state?: string }).webhook_state === 'sent')
  assert.equal(job.webhook_state, 'sent')
  const { body, headers } = seen[1]!
  const secret = createHash('sha256').update(key).digest()
  assert.equal(headers['x-octet-signature'], `sha256=${sign(String(headers['x-octet-timestamp']), body, secret)}`)
  assert.deepEqual([JSON.parse(body).event, JSON.parse(body).job.id], ['job.ended', made.id])
  for (const attempt of seen) assert.equal(JSON.parse(attempt.body).id, made.id)

  const told = await readDeliveries()
  assert.deepEqual([told.state, told.next_at, told.sent], ['sent', null, seen[0]!.body])
  const [taken, not] = told.deliveries
  assert.deepEqual([taken.status, taken.error, taken.answer], [204, null, ''])
  assert.deepEqual([not.status, not.error], [503, 'expected a status of 200–299, got 503'])
  assert.match((await get(`/${made.id}/deliveries?lang=zh`)).body, /"error":"应返回 200–299 状态码，收到 503"/)
  assert.equal(not.answer, `gone\ufffd${'x'.repeat(495)}`, 'cut, and without what the database cannot hold')
  const again = await product.app.inject({ method: 'POST', url: `/v1/jobs/${made.id}/deliveries`, headers: { 'x-api-key': key } })
  assert.equal(again.statusCode, 200, again.body)
  await until(() => seen.length === 3, 'the webhook is told once more')
  assert.equal(seen[2]!.body, seen[0]!.body)
  await finish(made.id, (found) => (found as { webhook_state?: string }).webhook_state === 'sent')
  assert.equal((await get(`/${made.id}/deliveries`)).json().data.deliveries.length, 3)
  const codes: number[] = []
  for (let times = 1; times <= 30; times++)
    codes.push(
      (await product.app.inject({ method: 'POST', url: `/v1/jobs/${made.id}/deliveries`, headers: { 'x-api-key': key } }))
        .statusCode,
    )
  assert.deepEqual([codes.filter((code) => code === 200).length, codes.at(-1)], [29, 429], 'at most 30 an hour')
})

test('deliveries of a job without a webhook, and of one of somebody else, are refused with why', async () => {
  const { data: made } = (await send('8.8.8.8')).json()
  await finish(made.id)
  const { code, msg } = (await get(`/${made.id}/deliveries`)).json()
  assert.deepEqual([code, msg], [400, `“${made.id}” cannot be processed: the job has no webhook`])
  const other = await openKey()
  for (const method of ['GET', 'POST'] as const) {
    const url = `/v1/jobs/${made.id}/deliveries`
    assert.equal((await product.app.inject({ method, url, headers: { 'x-api-key': other.key } })).statusCode, 404)
  }
})

test('a job whose worker has ended begins anew after a restart', async () => {
  const id = randomUUID()
  await writeFile(join(folder, 'jobs', `${id}.in`), '8.8.8.8\n1.1.1.1\n')
  await writeFile(join(folder, 'jobs', `${id}.out.part`), 'half of')
  await product.services.storage.run((queries) =>
    queries
      .insertInto('jobs')
      .values({
        id,
        account_id: accountId,
        key_id: randomUUID(),
        kind: 'lookup',
        state: 'running',
        format: 'csv',
        lang: 'en',
        fields: null,
        exclude: null,
        webhook: null,
        lines: 2,
        done: 1,
        seen_at: new Date(Date.now() - 60_000),
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute(),
  )
  await product[Symbol.asyncDispose]()
  product = await start()
  await product.services.keyTable.load()
  const job = await finish(id)
  assert.deepEqual([job.state, job.done], ['done', 2])
  assert.equal((await get(`/${id}/result`)).body.trim().split('\n').length, 3)
})

test('a job can be ended: its files go with it', async () => {
  const { data: made } = (await send('8.8.8.8')).json()
  await finish(made.id)
  const answer = await product.app.inject({ method: 'DELETE', url: `/v1/jobs/${made.id}`, headers: { 'x-api-key': key } })
  assert.equal(answer.statusCode, 200)
  assert.equal((await get(`/${made.id}`)).statusCode, 404)
  assert.ok(!(await readdir(join(folder, 'jobs'))).some((name) => name.startsWith(made.id)))
})

test('an upload for which the disk has no room → 503 in words, and its connection ends', async () => {
  const { app, services } = product
  const { create } = services.jobs
  services.jobs.create = async () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
  }
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const body = '8.8.8.8\n'.repeat(500_000)
  const headers = { 'x-api-key': key, 'content-type': 'text/plain', 'accept-language': 'zh' }
  const answer = await fetch(`${origin}/v1/jobs`, { method: 'POST', body, headers })
  services.jobs.create = create
  const { code, msg } = (await answer.json()) as { code: number; msg: string }
  assert.deepEqual([answer.status, code, msg], [503, 503, '暂不可用：服务器磁盘已满'])
  assert.deepEqual([answer.headers.get('connection'), answer.headers.get('retry-after')], ['close', '60'])
})
