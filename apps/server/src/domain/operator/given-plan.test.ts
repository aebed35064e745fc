import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findSubscription } from '../../storage/queries/subscriptions.ts'
import { startBillingDesk, type StartedDesk } from '../../testing/billing-desk.ts'
import type { Sessions } from '../account/sessions.ts'
import { BackOffice } from './back-office.ts'

let desk: StartedDesk
let office: BackOffice
before(async () => {
  desk = await startBillingDesk()
  office = new BackOffice({
    database: desk.database,
    sessions: {} as Sessions,
    plans: desk.billing.context.plans,
  })
})
after(() => desk[Symbol.asyncDispose]())

const START = '2026-03-10T12:00:00Z'
const PAST_END = '2026-04-10T12:00:01Z'

/** Somebody who has paid for a month from 10 March on. */
async function subscribe() {
  desk.clock.now = new Date(START)
  const who = await desk.addAccount()
  const buy = async (plan: string) => {
    const order = await desk.order(who, plan)
    await desk.hear({ ...desk.toFact(order), kind: 'paid', amount: order.due, currency: order.currency, customerRef: 'c' })
    return order
  }
  const readPlan = async () => (await desk.database.run((queries) => findSubscription(queries, who.accountId)))?.plan_id
  return { who, order: await buy('standard'), buy, readPlan }
}

test('a plan that the operator gives stays, whatever is told of the one that was paid before', async () => {
  const { who, order, readPlan } = await subscribe()
  await office.setPlan(who.accountId, 'business')
  await desk.hear({ ...desk.toFact(order, 1), kind: 'refunded', refundId: randomUUID(), amount: 1_000 })
  assert.equal(await readPlan(), 'business')
  const dispute = { kind: 'disputed', disputeId: randomUUID(), amount: 500 } as const
  for (const state of ['open', 'won'] as const) await desk.hear({ ...desk.toFact(order, 2), ...dispute, state })
  assert.equal(await readPlan(), 'business')
})

test('a plan that is bought after one was given takes its place', async () => {
  const { who, buy, readPlan } = await subscribe()
  await office.setPlan(who.accountId, 'fixed')
  const order = await buy('business')
  assert.equal(await readPlan(), 'business')
  await desk.hear({ ...desk.toFact(order, 1), kind: 'refunded', refundId: randomUUID(), amount: 1_000 })
  assert.equal(await readPlan(), 'business')
})

test('nobody is charged for a renewal in the place of which the operator gave a plan', async () => {
  const { who, readPlan } = await subscribe()
  const { sandbox } = desk.billing
  if (!sandbox) throw new Error('expected the sandbox')
  const charge = sandbox.charge.bind(sandbox)
  const charged: string[] = []
  sandbox.charge = async ({ order }) => {
    if (order.account_id === who.accountId) charged.push(order.id)
  }
  desk.clock.now = new Date(PAST_END)
  await desk.billing.close()
  assert.equal(charged.length, 1)
  await office.setPlan(who.accountId, 'business')
  for (const day of ['2026-04-13', '2026-04-17', '2026-04-30']) {
    desk.clock.now = new Date(`${day}T12:00:10Z`)
    await desk.billing.close()
  }
  sandbox.charge = charge
  assert.deepEqual([charged.length, await readPlan()], [1, 'business'])
})
