import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { changeOrder, getOrder, type Order } from '../../storage/queries/orders.ts'
import { findSubscription } from '../../storage/queries/subscriptions.ts'
import { startBillingDesk, type StartedDesk } from '../../testing/billing-desk.ts'
import { heedCredit } from './heed.ts'
import { book } from './ledger.ts'
import { addOrder, issueInvoice, writeOff } from './orders.ts'
import { readLedger } from './read-billing.ts'
import type { ProviderEvent } from './provider.ts'

let desk: StartedDesk
before(async () => {
  desk = await startBillingDesk()
})
after(() => desk[Symbol.asyncDispose]())

const hear = (event: ProviderEvent) => desk.hear(event)

const toPaid = (order: Order, seconds = 0): ProviderEvent => ({
  ...desk.toFact(order, seconds),
  kind: 'paid',
  amount: order.due,
  currency: order.currency,
})

async function addPaid(plan = 'standard'): Promise<Order> {
  const order = await desk.order(await desk.addAccount(), plan)
  await hear(toPaid(order))
  return order
}

const read = ({ id }: Order) => desk.database.run((queries) => getOrder(queries, id))
const readPlan = async ({ account_id: accountId }: Order) =>
  (await desk.database.run((queries) => findSubscription(queries, accountId)))?.plan_id
const readMails = ({ account_id: accountId }: Order) =>
  desk.database.run(async (queries) => {
    const mails = await queries.selectFrom('mails').select('kind').where('account_id', '=', accountId).orderBy('id').execute()
    return mails.map(({ kind }) => kind)
  })

/** Sums of an account's bookings, by the name of the ledger's account; those that are 0 are left out. */
async function readBooks({ account_id: accountId }: Order): Promise<Record<string, number>> {
  const { rows } = await desk.database.run((queries) =>
    sql<{
      account: string
      sum: string
    }>`select split_part(line.account, ':' || ${accountId}, 1) as account, sum(line.amount) as sum
      from ledger, unnest(accounts, amounts) as line (account, amount) where account_id = ${accountId}
      group by 1 having sum(line.amount) <> 0 order by 1`.execute(queries),
  )
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
}

test('what is given back is taken from revenue and tax in the share of the invoice', async () => {
  const order = await addPaid()
  assert.deepEqual(await readBooks(order), { 'provider:sandbox': 3_720, 'revenue:plans': -3_100, tax: -620 })
  const refund = { ...desk.toFact(order), kind: 'refunded', refundId: randomUUID() } as const
  await hear({ ...refund, amount: 1_000 })
  assert.deepEqual(await readBooks(order), { 'provider:sandbox': 2_720, 'revenue:plans': -2_267, tax: -453 })
  await hear({ ...refund, id: randomUUID(), amount: 1_000 })
  assert.equal((await read(order)).refunded, 1_000, 'one refund counts once, however often it is told')
  await hear({ ...refund, id: randomUUID(), refundId: randomUUID(), amount: 2_720 })
  assert.deepEqual(await readBooks(order), {})
})

test('refunds that are told as the sum so far count by what each adds, in whatever order the words come', async () => {
  for (const sums of [
    [400, 1_000, 1_500],
    [1_000, 400, 1_500],
    [1_500, 1_000, 400],
  ]) {
    const order = await addPaid()
    for (const amount of sums)
      await hear({ ...desk.toFact(order), kind: 'refunded', refundId: `${order.id}-${amount}`, amount, isTotal: true })
    assert.equal((await read(order)).refunded, 1_500)
  }
})

test('many small parts that are given back are together the whole of the revenue and of the tax', async () => {
  const order = await addPaid()
  const give = (amount: number) => hear({ ...desk.toFact(order), kind: 'refunded', refundId: randomUUID(), amount })
  for (let part = 0; part < 10; part++) await give(5)
  assert.deepEqual(await readBooks(order), { 'provider:sandbox': 3_670, 'revenue:plans': -3_058, tax: -612 })
  await give(3_670)
  assert.deepEqual(await readBooks(order), {})
})

test('extra requests are revenue of their own, also when they are given back', async () => {
  const order = await desk.order(await desk.addAccount(), 'standard')
  await desk.database.run((queries) =>
    queries.updateTable('orders').set({ kind: 'overage' }).where('id', '=', order.id).execute(),
  )
  await hear(toPaid(order))
  assert.deepEqual(await readBooks(order), { 'provider:sandbox': 3_720, 'revenue:extra': -3_100, tax: -620 })
  await hear({ ...desk.toFact(order), kind: 'refunded', refundId: randomUUID(), amount: 3_720 })
  assert.deepEqual(await readBooks(order), {})
})

test('money of an order that was given up is credit, and no longer when it is given back', async () => {
  const who = await desk.addAccount()
  const first = await desk.order(who, 'standard')
  await desk.order(who, 'business')
  await hear(toPaid(first))
  assert.deepEqual(await readBooks(first), { customer: -3_720, 'provider:sandbox': 3_720 })
  await hear({ ...desk.toFact(first), kind: 'refunded', refundId: randomUUID(), amount: 3_720 })
  assert.deepEqual(await readBooks(first), {})
})

test('an upgrade that was given up and is paid all the same gives credit, and no plan', async () => {
  const first = await addPaid()
  const who = { accountId: first.account_id, email: first.email }
  const upgrade = await desk.order(who, 'business')
  await desk.order(who, 'business', 'yearly')
  await hear(toPaid(upgrade))
  assert.equal(await readPlan(first), 'standard')
  assert.equal((await readBooks(first))['customer'], -upgrade.due)
})

test('nothing is given back of what is not paid, and of what credit has paid only what came by the provider', async () => {
  const who = await desk.addAccount()
  const first = await desk.order(who, 'standard')
  await assert.rejects(desk.billing.refund(first.id, 1), /at most \$0\.00/)
  const second = await desk.order(who, 'business')
  await hear(toPaid(first)) // given up: 37.20 of credit
  const third = await desk.order(who, 'business', 'yearly')
  assert.deepEqual([second.credit, third.credit], [0, first.due])
  await hear(toPaid(third))
  await assert.rejects(desk.billing.refund(third.id, third.due + 1), /at most/)
  assert.equal((await desk.billing.refund(third.id)).amount, third.total - first.due)
})

test('what credit has paid is credit again with the last of the money, and not where that refund fails', async () => {
  const who = await desk.addAccount()
  const first = await desk.order(who, 'standard')
  await desk.order(who, 'business')
  await hear(toPaid(first)) // given up: 37.20 of credit
  const order = await desk.order(who, 'business', 'yearly')
  assert.equal(order.credit, 3_720)
  await hear(toPaid(order))
  const paid = await readBooks(order)
  assert.equal(paid['customer'], undefined)
  const refund = { ...desk.toFact(order), kind: 'refunded' } as const
  const amount = 1_000
  await hear({ ...refund, refundId: randomUUID(), amount })
  assert.equal((await readBooks(order))['customer'], undefined, 'the plan is still there, and its credit spent')
  const last = { ...refund, id: randomUUID(), refundId: randomUUID(), amount: order.due - amount }
  await hear(last)
  await hear(last)
  assert.deepEqual(await readBooks(order), { customer: -3_720, 'provider:sandbox': 3_720 })
  assert.equal(await readPlan(order), 'free')
  await hear({ ...last, id: randomUUID(), kind: 'refund_failed' })
  assert.equal((await readBooks(order))['customer'], undefined)
  assert.equal(await readPlan(order), 'business')
  await hear({ ...last, id: randomUUID(), refundId: randomUUID() })
  assert.equal((await readBooks(order))['customer'], -3_720, 'the refund that did not fail')
})

/** Somebody with a plan and 37.20 of credit. */
async function addCredited() {
  const order = await addPaid()
  const who = { accountId: order.account_id, email: order.email }
  const givenUp = await desk.order(who, 'business')
  await desk.order(who, 'standard', 'yearly')
  await hear({ ...desk.toFact(givenUp), kind: 'paid', amount: 3_720, currency: 'USD' })
  return { order, who }
}

test('credit pays once: a purchase that counted on credit which is gone meanwhile is not paid, and its money is credit', async () => {
  const { order, who } = await addCredited()
  const upgrade = await desk.order(who, 'business', 'yearly')
  assert.equal(upgrade.credit, 3_720)
  // A bill that comes meanwhile takes the credit.
  const line = { kind: 'extra', month: '2026-02-01', quantity: 62, unitPrice: 50, amount: 3_100 } as const
  const { context, sandbox } = desk.billing
  await desk.database.transact(async (queries) => {
    const wish = { ...who, kind: 'overage', planId: 'standard', period: 'monthly', lang: 'en', provider: sandbox! } as const
    const bill = await addOrder(queries, { ...wish, lines: [line] }, context)
    await issueInvoice(queries, bill, context.now())
    assert.deepEqual([bill.credit, bill.due], [3_720, 0])
    await heedCredit(queries, context, bill)
  })
  await hear(toPaid(upgrade))
  assert.equal(await readPlan(order), 'standard')
  assert.equal((await readBooks(order))['customer'], -upgrade.due, 'nothing is owed and nothing lost')
  const again = await desk.order(who, 'business', 'yearly')
  assert.deepEqual([again.credit, again.due], [upgrade.due, 3_720])
  await hear(toPaid(again))
  assert.deepEqual([await readPlan(order), (await readBooks(order))['customer']], ['business', undefined])
})

test('a bill that was given up and is paid late is credit where its own credit has been spent meanwhile', async () => {
  const { order, who } = await addCredited()
  const { context, sandbox } = desk.billing
  const line = { kind: 'extra', month: '2026-02-01', quantity: 80, unitPrice: 50, amount: 4_000 } as const
  const bill = await desk.database.transact(async (queries) => {
    const wish = { ...who, kind: 'overage', planId: 'standard', period: 'monthly', lang: 'en', provider: sandbox! } as const
    const added = await addOrder(queries, { ...wish, lines: [line] }, context)
    await issueInvoice(queries, added, context.now())
    await writeOff(queries, await getOrder(queries, added.id))
    return added
  })
  assert.deepEqual([bill.credit, bill.due], [3_720, 1_080])
  const upgrade = await desk.order(who, 'business')
  assert.equal(upgrade.credit, 3_720)
  await hear(toPaid(upgrade))
  await hear(toPaid(bill))
  assert.deepEqual([(await read(bill)).state, (await readBooks(order))['customer']], ['void', -1_080])
})

test('an upgrade that is paid when its time is over takes no money for nothing: it is credit', async () => {
  const order = await addPaid()
  const who = { accountId: order.account_id, email: order.email }
  const { now } = desk.clock
  desk.clock.now = new Date('2026-04-10T11:00:00Z')
  const upgrade = await desk.order(who, 'business')
  desk.clock.now = new Date('2026-04-10T12:30:00Z')
  await hear(toPaid(upgrade))
  assert.equal((await readBooks(order))['customer'], -upgrade.due)
  desk.clock.now = now
})

test('an upgrade is not to be had at the price of one when what it was reckoned from has been given back', async () => {
  for (const isSecond of [false, true]) {
    const first = await addPaid()
    const who = { accountId: first.account_id, email: first.email }
    const order = isSecond ? await desk.order(who, 'fixed') : first
    if (isSecond) await hear(toPaid(order))
    const upgrade = await desk.order(who, 'business')
    await hear({ ...desk.toFact(order), kind: 'refunded', refundId: randomUUID(), amount: order.due })
    const left = isSecond ? 'standard' : 'free'
    assert.equal(await readPlan(order), left)
    await assert.rejects(desk.billing.pay(who.accountId, upgrade.id), { key: 'not_now' })
    await hear(toPaid(upgrade))
    assert.deepEqual([await readPlan(order), (await readBooks(order))['customer']], [left, -upgrade.due])
  }
})

test('a plan that is chosen as another one ends is had when it is paid', async () => {
  const first = await addPaid()
  const who = { accountId: first.account_id, email: first.email }
  await desk.billing.cancel(who.accountId)
  const { now } = desk.clock
  desk.clock.now = new Date('2026-04-10T12:00:01Z')
  const order = await desk.order(who, 'business')
  assert.equal(order.kind, 'subscribe')
  await desk.billing.close()
  assert.equal(await readPlan(order), 'free')
  await hear(toPaid(order))
  assert.equal(await readPlan(order), 'business')
  desk.clock.now = now
})

test('of a period of which a part was given back an upgrade takes off no more than what is still paid', async () => {
  const order = await addPaid()
  const { now } = desk.clock
  desk.clock.now = new Date('2026-03-26T00:00:00Z') // half of the month is left, to the hour
  const readUnused = async () => {
    const quote = await desk.billing.quote(order.account_id, { planId: 'business', period: 'monthly' })
    return quote.kind === 'upgrade' && quote.lines[1]?.amount
  }
  assert.equal(await readUnused(), -1_550)
  await hear({ ...desk.toFact(order), kind: 'refunded', refundId: randomUUID(), amount: 1_860 })
  assert.equal(await readUnused(), -775)
  desk.clock.now = now
})

test('an upgrade after an upgrade takes off what the time is worth, not what was paid on top', async () => {
  const order = await addPaid()
  const { now } = desk.clock
  desk.clock.now = new Date('2026-03-26T00:00:00Z')
  const who = { accountId: order.account_id, email: order.email }
  const upgrade = await desk.order(who, 'fixed')
  assert.equal(upgrade.net, 1_550)
  await hear(toPaid(upgrade))
  const quote = await desk.billing.quote(who.accountId, { planId: 'business', period: 'monthly' })
  assert.deepEqual(quote.kind === 'upgrade' && quote.lines.map(({ amount }) => amount), [15_500, -3_100])
  // Paid in time it stays so, though a second payment comes when the time is over.
  await hear({ ...toPaid(upgrade, 30 * 86_400), paymentRef: randomUUID() } as ProviderEvent)
  assert.deepEqual([(await read(upgrade)).state, await readPlan(upgrade)], ['open', 'fixed'])
  desk.clock.now = now
})

test('credit in one currency pays nothing in another, and each has a balance of its own', async () => {
  const who = await desk.addAccount()
  const name = `customer:${who.accountId}` as const
  const booking = { source: `test:${who.accountId}`, orderId: null, accountId: who.accountId, currency: 'EUR' }
  const lines = [
    ['provider:sandbox', 500],
    [name, -500],
  ] as const
  await desk.database.run((queries) => book(queries, { ...booking, lines }))
  const order = await desk.order(who, 'standard')
  assert.equal(order.credit, 0)
  await hear(toPaid(order))
  const entries = await desk.database.run((queries) => readLedger(queries, who.accountId))
  assert.deepEqual(
    entries.map(({ currency, balance }) => [currency, balance]),
    [
      ['USD', 0],
      ['USD', -3_720],
      ['EUR', -500],
    ],
  )
})

test('a dispute takes the money away at once; won, it comes back, lost, it is a loss', async () => {
  for (const [state, books] of [
    ['won', { 'provider:sandbox': 3_720, 'revenue:plans': -3_100, tax: -620 }],
    ['lost', { losses: 3_720, 'revenue:plans': -3_100, tax: -620 }],
  ] as const) {
    const order = await addPaid()
    const dispute = { ...desk.toFact(order), kind: 'disputed', disputeId: randomUUID(), amount: 3_720 } as const
    await hear({ ...dispute, state: 'open' })
    assert.deepEqual(await readBooks(order), { disputed: 3_720, 'revenue:plans': -3_100, tax: -620 })
    await hear({ ...dispute, id: randomUUID(), state })
    assert.deepEqual(await readBooks(order), books)
  }
})

test('an invoice that was written off and is paid late is revenue again', async () => {
  const order = await addPaid()
  const late = await desk.order(await desk.addAccount(), 'standard')
  await desk.database.run((queries) => changeOrder(queries, late.id, { state: 'uncollectible', invoice_number: late.id }))
  await hear(toPaid(late))
  assert.equal((await read(late)).state, 'open')
  const { customer: owed, ...rest } = await readBooks(late)
  assert.deepEqual([rest, owed], [await readBooks(order), undefined])
})

test('a receipt is sent once, however often the payment is told, and none where nothing was paid', async () => {
  const order = await addPaid()
  await hear(toPaid(order, 5))
  await hear({ ...desk.toFact(order), kind: 'refunded', refundId: randomUUID(), amount: 100 })
  assert.deepEqual(await readMails(order), ['receipt', 'payment_refunded'])
  const who = await desk.addAccount()
  const voided = await desk.order(who, 'standard', 'yearly')
  await desk.order(who, 'business')
  await hear(toPaid(voided))
  await desk.order(who, 'standard')
  assert.deepEqual(await readMails(voided), [])
})

test('of two words about a card the later one counts, in whatever order they come', async () => {
  const order = await desk.order(await desk.addAccount(), 'standard')
  const action = (seconds: number) =>
    hear({ ...desk.toFact(order, seconds), kind: 'action', url: `https://bank.example/${seconds}` })
  const fail = (seconds: number) => hear({ ...desk.toFact(order, seconds), kind: 'failed', reason: `after ${seconds} s` })
  for (const seconds of [20, 10]) await action(seconds)
  for (const seconds of [40, 30]) await fail(seconds)
  const { action_url: url, failure, failures } = await read(order)
  assert.deepEqual([url, failure, failures], ['https://bank.example/20', 'after 40 s', 2])
})

test('a refused card is mailed about where an invoice waits for it, and not before there is one or after it is paid', async () => {
  const order = await desk.order(await desk.addAccount(), 'standard')
  const fail = () => hear({ ...desk.toFact(order), kind: 'failed', reason: 'card declined' })
  await fail()
  assert.deepEqual(await readMails(order), [], 'who is about to buy sees it on the page')
  await hear(toPaid(order))
  await fail()
  assert.deepEqual(await readMails(order), ['receipt'])
})

test('words about one order that come at once all count', async () => {
  const order = await addPaid('business')
  const refunds = Array.from({ length: 12 }, () => ({ ...desk.toFact(order), kind: 'refunded', refundId: randomUUID() }) as const)
  await Promise.all(refunds.map((refund) => hear({ ...refund, amount: 100 })))
  assert.equal((await read(order)).refunded, 1_200)
  assert.equal((await readBooks(order))['provider:sandbox'], order.due - 1_200)
})
