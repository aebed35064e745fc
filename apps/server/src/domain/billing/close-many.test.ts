import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { startBillingDesk, type BillingDesk, type StartedDesk } from '../../testing/billing-desk.ts'

/** What stands in the way of others, or breaks off in the middle. */
let desk: StartedDesk
beforeEach(async () => {
  desk = await startBillingDesk()
})
afterEach(() => desk[Symbol.asyncDispose]())

type Who = Awaited<ReturnType<BillingDesk['addAccount']>>

async function buy(plan = 'standard'): Promise<Who> {
  const who = await desk.addAccount()
  await desk.billing.sandbox?.pay(await desk.order(who, plan), 'success')
  await desk.billing.hearSandbox({ all: true })
  return who
}

const run = (text: ReturnType<typeof sql>) => desk.database.run((queries) => text.execute(queries))
const readKinds = async ({ accountId }: Who) => {
  const orders = await desk.database.run((queries) =>
    queries.selectFrom('orders').select(['kind', 'attempts']).where('account_id', '=', accountId).orderBy('seq').execute(),
  )
  return orders.map(({ kind, attempts }) => `${kind} ${attempts}`)
}

test('a thousand plans that end this week keep no other from its renewal', async () => {
  const who = await buy()
  desk.clock.now = new Date('2026-04-10T12:00:01Z')
  await run(sql`insert into accounts (id, email, password_hash, lang)
    select gen_random_uuid(), 'cancelled-' || n, '-', 'en' from generate_series(1, 1000) n`)
  await run(sql`insert into subscriptions (account_id, product, plan_id, period, order_id, ends_at, cancel_at_end)
    select id, 'api', 'standard', 'monthly', gen_random_uuid(), '2026-04-12', true from accounts where email like 'cancelled-%'`)
  // The row that is due comes after the others on the disk.
  await run(sql`with gone as (delete from subscriptions where account_id = ${who.accountId} returning *)
    insert into subscriptions select * from gone`)
  await desk.billing.close()
  assert.deepEqual(await readKinds(who), ['subscribe 0', 'renewal 1'])
})

test('a plan that cannot be renewed keeps no other from its renewal', async () => {
  const [broken, who] = [await buy(), await buy()]
  await run(
    sql`update subscriptions set order_id = ${randomUUID()}, ends_at = '2026-04-01' where account_id = ${broken.accountId}`,
  )
  desk.clock.now = new Date('2026-04-10T12:00:01Z')
  await desk.billing.close()
  assert.deepEqual(await readKinds(who), ['subscribe 0', 'renewal 1'])
})

test('orders of a provider that is not set up any more keep no other order from its attempt', async () => {
  const [gone, who] = [await desk.addAccount(), await buy()]
  await run(sql`insert into orders (id, account_id, email, lang, kind, plan_id, period, provider, is_sandbox, currency, lines, net, tax,
      total, next_attempt_at)
    select gen_random_uuid(), ${gone.accountId}, 'a', 'en', 'overage', 'standard', 'monthly', 'stripe', false, 'USD', '[]', 100, 0, 100,
      timestamptz '2026-03-01' + make_interval(secs => n) from generate_series(1, 60) n`)
  desk.clock.now = new Date('2026-04-10T12:00:01Z')
  for (let round = 0; round < 2; round++) await desk.billing.close()
  assert.deepEqual(await readKinds(who), ['subscribe 0', 'renewal 1'])
})

test('a meter of the provider that is away keeps no month from its bill', async () => {
  const { sandbox } = desk.billing
  if (!sandbox) throw new Error('expected the sandbox')
  let calls = 0
  Object.assign(sandbox, {
    meter: async () => {
      calls++
      throw new Error('away')
    },
  })
  const all = [await buy(), await buy()]
  for (const { accountId } of all) {
    await run(sql`insert into quotas (account_id, month, quota, leased, included, extra_price)
      values (${accountId}, '2026-03-01', 20000, 11000, 10000, 50)`)
    await run(sql`insert into leases (id, account_id, month, units, used, expires_at, closed_at)
      values (${randomUUID()}, ${accountId}, '2026-03-01', 11000, 11000, now(), now())`)
  }
  desk.clock.now = new Date('2026-04-01T01:00:00Z')
  await desk.billing.close()
  assert.equal(calls, 2)
  for (const who of all) assert.deepEqual(await readKinds(who), ['subscribe 0', 'overage 1'])
})

test('a cancellation that cannot give the renewal up changes nothing', async () => {
  const who = await buy()
  desk.clock.now = new Date('2026-04-10T12:00:01Z')
  await desk.billing.close()
  await run(sql`create trigger stays before update on orders for each row execute function refuse_change()`)
  await assert.rejects(desk.billing.cancel(who.accountId))
  const { rows } = await desk.database.run((queries) =>
    sql<{ cancel_at_end: boolean }>`select cancel_at_end from subscriptions where account_id = ${who.accountId}`.execute(queries),
  )
  assert.deepEqual(rows, [{ cancel_at_end: false }])
})
