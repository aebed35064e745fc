import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import { startCorrectionJob } from '../../jobs/write-corrections.ts'
import type { Queries } from '../../storage/database.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct, VAR_FOLDER } from '../../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const folder = await mkdtemp(join(tmpdir(), 'octet-corrections-'))
before(async () => {
  await symlink(join(VAR_FOLDER, 'data'), join(folder, 'data'))
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, env: { OCTET_VAR: folder } })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const open = (payload: object) => product.app.inject({ method: 'POST', url: '/v1/corrections', payload })
const claim = { network: '8.8.8.7/24', country_code: 'de', region_code: 'de-be', city_name: 'Berlin', evidence: 'our feed' }

test('a ticket is opened, followed with its token only, and listed for the operator', async () => {
  const { data } = (await open(claim)).json()
  const ticket = (await product.app.inject({ url: `/v1/corrections/${data.id}?token=${data.token}` })).json().data
  assert.deepEqual([ticket.network, ticket.state, ticket.before.country_code], ['8.8.8.0/24', 'open', 'US'])
  assert.deepEqual(ticket.claim, { country_code: 'DE', region_code: 'DE-BE', city_name: 'Berlin' })
  assert.equal((await product.app.inject({ url: `/v1/corrections/${data.id}?token=wrong` })).statusCode, 404)
  const [listed] = await product.services.corrections.list()
  assert.deepEqual([listed?.id, listed?.evidence], [data.id, 'our feed'])
})

test('an accepted correction is written behind the overrides of the operator, once', async () => {
  const [ticket] = await product.services.corrections.list()
  await product.services.corrections.decide(ticket!.id, { isAccepted: true, note: 'thanks' })
  const path = join(folder, 'sources', 'overrides', 'overrides.csv')
  const text = await until(() => readFile(path, 'utf8').catch(() => undefined), 'the file is written')
  assert.equal(text, '8.8.8.0/24,DE,DE-BE,Berlin,\n')
  await assert.rejects(product.services.corrections.decide(ticket!.id, { isAccepted: true }), { key: 'no_such' })
})

test('every machine has what was accepted on any, once, behind what was written by hand; what is taken out stays out', async () => {
  const other = join(folder, 'elsewhere', 'overrides.csv')
  const job = () => startCorrectionJob({ database: product.services.storage, overridesFile: other, log: product.services.log })
  const read = () => readFile(other, 'utf8').catch(() => '')
  await mkdir(dirname(other))
  await writeFile(other, '9.9.9.0/24,US,,')
  {
    await using _job = job()
    await until(async () => (await read()).length > 20, 'the first is written')
    assert.equal(await read(), '9.9.9.0/24,US,,\n8.8.8.0/24,DE,DE-BE,Berlin,\n')
  }
  await writeFile(other, '9.9.9.0/24,US,,\n')
  const { data } = (await open({ network: '9.9.8.0/24', country_code: 'fr' })).json()
  await using _job = job()
  await product.services.corrections.decide(data.id, { isAccepted: true })
  await until(async () => (await read()).includes('9.9.8'), 'the next is written')
  assert.equal(await read(), '9.9.9.0/24,US,,\n9.9.8.0/24,FR,,,\n')
})

test('of processes that share a folder one writes it', async () => {
  const file = join(folder, 'shared', 'overrides.csv')
  const { storage: database, log } = product.services
  const COUNT = 5
  await using jobs = new AsyncDisposableStack()
  // All of them come to the table at one moment.
  await database.transact(async (queries) => {
    await sql`lock table corrections`.execute(queries)
    for (let count = 0; count < COUNT; count++) jobs.use(startCorrectionJob({ database, overridesFile: file, log }))
    await until(async () => (await countWaiting(queries)) === COUNT, 'all wait')
  })
  await jobs.disposeAsync() // when each has had its turn
  assert.equal(await readFile(file, 'utf8'), '8.8.8.0/24,DE,DE-BE,Berlin,\n9.9.8.0/24,FR,,,\n')
})

async function countWaiting(queries: Queries): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(queries)
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(queries)
  return rows.length
}

test('a declined one is not', async () => {
  const { data } = (await open({ ...claim, network: '1.1.1.1' })).json()
  const ticket = await product.services.corrections.decide(data.id, { isAccepted: false, note: 'no evidence' })
  assert.deepEqual([ticket.state, ticket.note], ['declined', 'no evidence'])
  assert.doesNotMatch(await readFile(join(folder, 'sources', 'overrides', 'overrides.csv'), 'utf8'), /1\.1\.1\.1/)
})

const refused: [string, object, RegExp][] = [
  ['a network that is too wide', { ...claim, network: '8.0.0.0/8' }, /at least \/16/],
  ['no address', { ...claim, network: 'here' }, /IPv4 or IPv6/],
  [
    'a country that is none',
    { ...claim, country_code: 'Germany' },
    /country_code: expected a country code such as DE or GB, got Germany/,
  ],
  ['two letters that are no country', { ...claim, country_code: 'UK', region_code: undefined }, /such as DE or GB, got UK/],
  ['a region of another country', { ...claim, region_code: 'FR-IDF' }, /region_code: expected a region of DE, DE-…, got FR-IDF/],
  ['a city that would be another column', { ...claim, city_name: 'Berlin,x' }, /without commas/],
  ['an address that is no mail address', { ...claim, email: 'me' }, /email/],
]
for (const [name, payload, pattern] of refused)
  test(`${name} → 400`, async () => {
    const answer = await open(payload)
    assert.equal(answer.statusCode, 400)
    assert.match(answer.json().msg, pattern)
  })

test('50 open tickets of one client, whichever addresses of its /64 they come from, also at once', async () => {
  const from = (remoteAddress: string) =>
    product.app.inject({
      method: 'POST',
      url: '/v1/corrections',
      payload: { network: '9.9.7.0/24', country_code: 'fr' },
      remoteAddress,
    })
  const answers: number[] = []
  for (let i = 0; i < 4; i++) {
    product.services.allowance.forgive('2001:db8:7:7')
    const round = await Promise.all(Array.from({ length: 15 }, (_, n) => from(`2001:db8:7:7::${i + 1}:${n + 1}`)))
    answers.push(...round.map(({ statusCode }) => statusCode))
  }
  assert.equal(answers.filter((status) => status === 200).length, 50, answers.join(' '))
  assert.equal((await from('2001:db8:7:8::1')).statusCode, 200)
})
