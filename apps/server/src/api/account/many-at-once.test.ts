import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import { makeKey } from '../../domain/key/key-format.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { readTrialBalance } from '../../storage/queries/ledger.ts'
import { closeExpired } from '../../storage/queries/quota.ts'
import { putAccount } from '../../testing/put-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct, VAR_FOLDER } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
const SEED = 20_261_130
const CALLERS = 6
const TURNS = 40
const KEYS = 4
/** Keys beyond those of the plan that work for a while beside the ones that took their place. */
const OVERLAPPING = 10

let storage: TestStorage
let products: readonly Product[]
const folder = await mkdtemp(join(tmpdir(), 'octet-many-at-once-'))
before(async () => {
  await symlink(join(VAR_FOLDER, 'data'), join(folder, 'data'))
  const config = join(folder, 'octet.json')
  const plans = [
    { id: 'free', name: 'FREE', requestsPerMonth: 10_000, keys: KEYS },
    { id: 'standard', name: 'Standard', requestsPerMonth: 20_000, keys: KEYS, monthlyPrice: 1_000, extraPer1000: 50 },
  ]
  await writeFile(config, JSON.stringify({ limits: { unitsPerSecond: 1e6, burst: 1e7 }, plans }))
  storage = await startStorage()
  const start = () =>
    startProduct({ storageUrl: storage.url, withoutJobs: true, env: { OCTET_CONFIG: config, OCTET_VAR: folder } })
  products = await Promise.all([start(), start(), start()])
  for (const { app } of products)
    await until(async () => (await lookUpBy(app, makeKey('live'))).statusCode === 401, 'a server that knows its keys')
})
after(async () => {
  await Promise.all(products.map((product) => product[Symbol.asyncDispose]()))
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const lookUpBy = (app: Product['app'], key: string) => app.inject({ url: '/v1/ip/8.8.8.8', headers: { 'x-api-key': key } })

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Owner = Awaited<ReturnType<typeof putAccount>> & {
  isGone: boolean
  readonly keys: { readonly id: string; readonly key: string }[]
  readonly orders: string[]
  readonly windows: string[]
  /** Units that were acknowledged by an answer. */
  units: number
}

test('three servers, and many who do all kinds of things with the same accounts at once', async (context) => {
  context.diagnostic(`seed ${SEED}`)
  const random = createRandom(SEED)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const [{ services }] = products as [Product]
  const { storage: database } = services
  const owners: Owner[] = []
  const open = async (): Promise<Owner> => {
    const owner = { ...(await putAccount(services)), isGone: false, keys: [], orders: [], windows: [], units: 0 }
    owners.push(owner)
    return owner
  }
  const faults: string[] = []
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, headers: object, payload?: object | string) => {
    const answer = await pick(products)!.app.inject({
      method,
      url: `/v1/${path}`,
      headers: { ...headers },
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 500) faults.push(`${method} ${path}: ${answer.body}`)
    return { isGood: answer.statusCode === 200, data: answer.json().data }
  }
  const ask = (owner: Owner, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload: object = {}) =>
    call(method, path, { token: owner.token }, payload)
  const NOBODY = '00000000-0000-4000-8000-000000000000'
  const useKey = async (owner: Owner, work: (headers: object) => Promise<number>) => {
    const key = pick(owner.keys)
    const units = key ? await work({ 'x-api-key': key.key }) : 0
    owner.units += units // not read before it is waited for
  }
  const lookUp = (owner: Owner) => useKey(owner, async (headers) => ((await call('GET', 'ip/8.8.8.8', headers)).isGood ? 1 : 0))
  const addKey = async (owner: Owner, path: string, fields: object) => {
    const { isGood, data } = await ask(owner, 'POST', path, fields)
    if (isGood) owner.keys.push(data)
  }
  const plan = () => ({ name: 'w', time_zone: 'UTC', weekly: { weekdays: [1], from: '01:00', until: '02:00' } })
  const works: ((owner: Owner) => Promise<unknown>)[] = [
    lookUp,
    lookUp,
    lookUp,
    (owner) => addKey(owner, 'keys', random() < 0.5 ? { cap_month: 500 } : {}),
    (owner) => addKey(owner, `keys/${pick(owner.keys)?.id ?? NOBODY}/rotate`, { overlap_hours: 1 }),
    (owner) => ask(owner, 'DELETE', `keys/${pick(owner.keys)?.id ?? NOBODY}`),
    (owner) =>
      useKey(owner, async (headers) => {
        const { isGood } = await call('POST', 'jobs', { ...headers, 'content-type': 'text/plain' }, '8.8.8.8\n'.repeat(7))
        return isGood ? 7 : 0
      }),
    async (owner) => {
      const { isGood, data } = await ask(owner, 'POST', 'maintenance', plan())
      if (isGood) owner.windows.push(data.id)
    },
    (owner) => ask(owner, 'DELETE', `maintenance/${pick(owner.windows) ?? NOBODY}`),
    (owner) => ask(owner, 'POST', 'points', { name: 'p' }),
    async (owner) => {
      const { data } = await ask(owner, 'POST', 'billing/subscribe', { plan: pick(['free', 'standard']) })
      if (data?.order) owner.orders.push(data.order.id)
    },
    (owner) => ask(owner, 'POST', 'billing/sandbox/pay', { order: pick(owner.orders) ?? NOBODY, card: 'success' }),
    (owner) => {
      const what = pick(['refund', 'dispute_won', 'dispute_lost', 'period_end', 'month_end', 'retry'])
      return ask(owner, 'POST', 'billing/sandbox/play', { what, order: pick(owner.orders) ?? NOBODY })
    },
    (owner) => ask(owner, 'POST', 'billing/overage', { on: random() < 0.5, cap: 1_000 }),
    async (owner) => {
      if (random() < 0.5) return
      owner.isGone = true
      live[live.indexOf(owner)] = await open()
      await services.accounts.removeById(owner.id, () => services.jobs.removeAll(owner.id))
    },
  ]
  const live = [await open(), await open()]
  const caller = async () => {
    for (let turn = 0; turn < TURNS; turn++) await pick(works)!(pick(live)!)
  }
  const over = new AbortController()
  const keepHouse = async (product: Product) => {
    const { storage: own, billing } = product.services
    while (!over.signal.aborted) {
      await billing.hearSandbox({ all: true })
      await billing.close()
      await cleanUp(own)
      await own.transact(closeExpired)
    }
  }
  const houses = products.map(keepHouse)
  await Promise.all(Array.from({ length: CALLERS }, caller)).finally(() => over.abort())
  await Promise.all(houses)
  for (const product of products) await product.services.meter.flush({ isLast: true })
  await services.billing.hearSandbox({ all: true })

  assert.deepEqual(faults, [])
  const read = async (query: string) =>
    (await database.run((queries) => sql.raw<Record<string, unknown>>(query).execute(queries))).rows
  const balance = await database.run(readTrialBalance)
  assert.equal(
    balance.reduce((sum, row) => sum + row.balance, 0),
    0,
    'the ledger adds up',
  )
  const used = new Map(
    (await read('select account_id, sum(used)::int as used from leases group by 1')).map((row) => [
      row['account_id'],
      row['used'],
    ]),
  )
  for (const { id, isGone, units } of owners)
    if (!isGone) assert.equal(used.get(id) ?? 0, units, 'what was used is what was answered')
  const nothing = {
    'leases that are open':
      'select id from leases where closed_at is null union all select id from key_leases where closed_at is null',
    'months with units that nobody has': `select from quotas q where leased <>
      coalesce((select sum(used) from leases l where l.account_id = q.account_id and l.month = q.month), 0)`,
    'accounts with too many keys': `select account_id from keys where revoked_at is null and coalesce(expires_at > now(), true)
      group by 1 having count(*) > ${KEYS + OVERLAPPING}`,
    'accounts with too many windows': 'select account_id from maintenance_windows group by 1 having count(*) > 20',
    'words about payments that found no order': 'select id from billing_events where order_id is null',
    'paid orders without an invoice': `select id from orders where paid_at is not null and state <> 'void' and invoice_number is null`,
    'gaps in the numbers of invoices': `select from (select right(invoice_number, 6)::int as number, row_number() over (order by invoice_number) as nth
      from orders where invoice_number is not null) as numbers where number <> nth`,
    'orders with more refunded than was due': 'select id from orders where refunded > due',
    'plans of orders that do not give them': `select s.account_id from subscriptions s join orders o on o.id = s.order_id
      where o.paid_at is null or o.plan_id <> s.plan_id`,
    'jobs of keys that are not theirs':
      'select id from jobs where not exists (select from keys where keys.id = key_id and keys.account_id = jobs.account_id)',
  }
  for (const [what, query] of Object.entries(nothing)) assert.deepEqual(await read(query), [], what)
})
