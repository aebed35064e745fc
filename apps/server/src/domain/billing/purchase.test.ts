import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findSubscription } from '../../storage/queries/subscriptions.ts'
import { openBillingDesk, startBillingDesk, type BillingDesk, type StartedDesk } from '../../testing/billing-desk.ts'
import { grantPlan } from './grant-plan.ts'
import type { Provider } from './provider.ts'
import { SandboxProvider } from './providers/sandbox.ts'

const START = new Date('2026-03-10T12:00:00Z')
const HOUR_MS = 3_600_000

let desk: StartedDesk
before(async () => {
  desk = await startBillingDesk()
})
after(() => desk[Symbol.asyncDispose]())

type Who = Awaited<ReturnType<BillingDesk['addAccount']>>

async function buy(who: Who, planId: string): Promise<void> {
  const order = await desk.order(who, planId)
  await desk.billing.sandbox?.pay(order, 'success')
  await desk.billing.hearSandbox({ all: true })
}

const readCap = async ({ accountId }: Who) => {
  const subscription = await desk.database.run((queries) => findSubscription(queries, accountId))
  return [subscription?.overage, subscription?.overage_cap]
}

test('a plan that is ordered many times at once is one order', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => desk.addAccount())) // opens the connections, too
  for (const who of accounts.slice(0, 4)) {
    const orders = await Promise.all(Array.from({ length: 8 }, () => desk.order(who, 'standard')))
    assert.equal(new Set(orders.map(({ id }) => id)).size, 1)
  }
})

test('a checkout that was begun is gone on with for 20 hours', async () => {
  const who = await desk.addAccount()
  desk.clock.now = START
  const first = await desk.order(who, 'standard')
  desk.clock.now = new Date(START.getTime() + 19 * HOUR_MS)
  assert.equal((await desk.order(who, 'standard')).id, first.id)
  desk.clock.now = new Date(START.getTime() + 21 * HOUR_MS)
  const second = await desk.order(who, 'standard')
  assert.notEqual(second.id, first.id)
  await assert.rejects(desk.billing.pay(who.accountId, first.id), { key: 'not_now' }, 'it has been given up')
  desk.clock.now = START
})

test('who turns to another provider gets another order there', async () => {
  const who = await desk.addAccount()
  const alipay = {
    id: 'alipay',
    isSandbox: false,
    checkout: async () => ({ url: 'https://pay.example/' }),
  } as unknown as Provider
  await using both = openBillingDesk(desk.url, { providers: (database) => [new SandboxProvider(database), alipay] })
  const choose = async (providerId: string) =>
    (await both.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en', providerId })).order
  const first = await choose('sandbox')
  const second = await choose('alipay')
  assert.deepEqual([first?.provider, second?.provider], ['sandbox', 'alipay'])
  await assert.rejects(both.billing.pay(who.accountId, first!.id), { key: 'not_now' }, 'one purchase at a time')
})

test('what is paid is not paid again', async () => {
  const who = await desk.addAccount()
  const order = await desk.order(who, 'standard')
  assert.equal((await desk.billing.pay(who.accountId, order.id)).order.id, order.id)
  await desk.billing.sandbox?.pay(order, 'success')
  await desk.billing.hearSandbox({ all: true })
  await assert.rejects(desk.billing.pay(who.accountId, order.id), { key: 'not_now' })
})

test('a plan that nobody pays for is neither cancelled nor gone beyond', async () => {
  const who = await desk.addAccount()
  await desk.billing.subscribe(who, { planId: 'free', period: 'monthly', lang: 'en' })
  await assert.rejects(desk.billing.cancel(who.accountId), { key: 'not_now' })
  await assert.rejects(desk.billing.resume(who.accountId), { key: 'not_now' })
  await assert.rejects(desk.billing.setOverage(who.accountId, { isOn: true }), { key: 'not_now' })
})

test('a plan without a price for extra requests has none to agree to, and what was agreed to before can be ended', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await desk.billing.setOverage(who.accountId, { isOn: true })
  await buy(who, 'fixed')
  await assert.rejects(desk.billing.setOverage(who.accountId, { isOn: true, cap: 5_000 }), /the plan has no extra requests/)
  assert.deepEqual(await readCap(who), [true, 10_000])
  await desk.billing.setOverage(who.accountId, { isOn: false })
  assert.deepEqual(await readCap(who), [false, 0])
})

test('who takes the free plan as the paid time ends has agreed to nothing any more', async () => {
  const who = await desk.addAccount()
  await buy(who, 'business')
  await desk.billing.setOverage(who.accountId, { isOn: true })
  await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en' })
  desk.clock.now = new Date('2026-04-10T12:00:01Z') // before anybody has looked
  const { kind } = await desk.billing.subscribe(who, { planId: 'free', period: 'monthly', lang: 'en' })
  const found = await desk.database.run((queries) => findSubscription(queries, who.accountId))
  const arranged = [found?.plan_id, found?.order_id, found?.ends_at, found?.next_plan_id, found?.overage, found?.overage_cap]
  assert.deepEqual([kind, ...arranged], ['free', 'free', null, null, null, false, 0])
  desk.clock.now = START
})

test('who was given a plan, or has one that is no longer offered, may buy another at its price', async () => {
  for (const planId of ['standard', 'gone']) {
    const who = await desk.addAccount()
    if (planId === 'gone') await buy(who, 'fixed')
    await desk.database.run((queries) => grantPlan(queries, { accountId: who.accountId, planId }))
    assert.equal((await desk.order(who, 'business')).net, 31_000)
  }
})

test('extra requests are agreed to up to a number, as many as the plan has unless said, and to none when they are off', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await desk.billing.setOverage(who.accountId, { isOn: true })
  assert.deepEqual(await readCap(who), [true, 10_000])
  await desk.billing.setOverage(who.accountId, { isOn: true, cap: 3_000 })
  assert.deepEqual(await readCap(who), [true, 3_000])
  await desk.billing.setOverage(who.accountId, { isOn: false, cap: 3_000 })
  assert.deepEqual(await readCap(who), [false, 0])
})
