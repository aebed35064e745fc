import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findSubscription } from '../../storage/queries/subscriptions.ts'
import { startBillingDesk, type BillingDesk, type StartedDesk } from '../../testing/billing-desk.ts'

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
