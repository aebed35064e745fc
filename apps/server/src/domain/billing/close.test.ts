import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { Database } from '../../storage/database.ts'
import { openBillingDesk, type BillingDesk } from '../../testing/billing-desk.ts'
import { isWaitedFor } from '../../testing/is-waited-for.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { lockAccount } from '../../storage/queries/accounts.ts'
import { insertOrder } from '../../storage/queries/orders.ts'
import { findSubscription } from '../../storage/queries/subscriptions.ts'
import { addAccount } from '../account/add-account.ts'
import { closeLease, grantUnits, returnUnits } from '../../storage/queries/quota.ts'
import { tellUse } from './alerts.ts'
import { heedEvent } from './heed.ts'
import { readTrialBalance } from '../../storage/queries/ledger.ts'
import { book, readBalance } from './ledger.ts'
import { toOrderState } from './orders.ts'
import { readLedger, readSubscription } from './read-billing.ts'
import { SandboxProvider, type SandboxCard } from './providers/sandbox.ts'

/** A sandbox with a meter for extra requests, as Stripe has one. */
class MeteredSandbox extends SandboxProvider {
  readonly metered: { readonly id: string; readonly units: number }[] = []

  async meter({ id, units }: { readonly id: string; readonly units: number }): Promise<void> {
    this.metered.push({ id, units })
  }
}

let storage: TestStorage
let desk: BillingDesk
let sandbox: MeteredSandbox
before(async () => {
  storage = await startStorage()
  const toSandbox = (database: Database) => (sandbox = new MeteredSandbox(database, { now: () => desk.clock.now.getTime() }))
  desk = openBillingDesk(storage.url, { providers: (database) => [toSandbox(database)] })
})
after(async () => {
  await desk[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

type Who = Awaited<ReturnType<BillingDesk['addAccount']>>

/** Buys a plan in the sandbox at a time of the clock. */
async function buy(who: Who, plan: string, { card = 'success' as SandboxCard, at = '2026-03-10T12:00:00Z' } = {}) {
  desk.clock.now = new Date(at)
  const order = await desk.order(who, plan)
  await desk.billing.sandbox?.pay(order, card)
  await desk.billing.hearSandbox({ all: true })
  return order
}

async function pass(to: string): Promise<void> {
  desk.clock.now = new Date(to)
  await desk.billing.close()
  await desk.billing.hearSandbox({ all: true })
  await desk.billing.close()
}

const read = (who: Who) => desk.database.run((queries) => readSubscription(queries, who.accountId, desk.billing.context))
const readOrders = (who: Who) =>
  desk.database.run((queries) =>
    queries.selectFrom('orders').selectAll().where('account_id', '=', who.accountId).orderBy('seq').execute(),
  )
const readMails = (who: Who) =>
  desk.database.run((queries) =>
    queries
      .selectFrom('mails')
      .select(['kind', 'subject', 'text'])
      .where('account_id', '=', who.accountId)
      .orderBy('id')
      .execute(),
  )

test('a plan is renewed once at its end, however often anybody looks, and the time goes on without a gap', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  assert.equal((await read(who)).state, 'active')
  await pass('2026-04-10T12:00:01Z')
  await Promise.all([desk.billing.close(), desk.billing.close()])
  const orders = await readOrders(who)
  assert.deepEqual(
    orders.map(({ kind }) => kind),
    ['subscribe', 'renewal'],
  )
  assert.deepEqual(orders[1]?.covers_from, orders[0]?.covers_until)
  assert.deepEqual([(await read(who)).state, (await read(who)).expires_at?.slice(0, 10)], ['active', '2026-05-10'])
  assert.equal(await desk.database.run((queries) => readBalance(queries, who.accountId, 'USD')), 0)
})

test('a plan that was bought on a 31st is renewed on the last day of each month, and shares count its own days', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { at: '2027-01-31T12:00:00Z' })
  const ends = []
  for (const day of ['2027-02-28', '2027-03-31', '2027-04-30']) {
    await pass(`${day}T12:00:01Z`)
    ends.push((await read(who)).expires_at?.slice(0, 10))
    desk.clock.now = new Date(`${day}T12:00:00Z`)
    const quote = await desk.billing.quote(who.accountId, { planId: 'business', period: 'monthly' })
    assert.deepEqual(quote.kind === 'upgrade' && quote.lines.map(({ amount }) => amount), [31_000, -3_100])
  }
  assert.deepEqual(ends, ['2027-03-31', '2027-04-30', '2027-05-31'])
})

test('nobody is charged for a period that was over before the server ran again', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await pass('2026-05-20T12:00:00Z')
  assert.deepEqual(
    (await readOrders(who)).map(({ kind }) => kind),
    ['subscribe'],
  )
  assert.equal((await read(who)).state, 'free')
  assert.equal((await readMails(who)).at(-1)?.kind, 'subscription_ended')
})

test('a server that was away makes a renewal late and its time of grace no shorter', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  for (const day of [26, 29]) await pass(`2026-04-${day}T12:00:00Z`)
  assert.deepEqual([(await read(who)).plan, (await read(who)).state], ['standard', 'past_due'])
  const mails = await readMails(who)
  assert.ok(!mails.some(({ kind }) => kind === 'subscription_ended'))
  assert.match(mails.at(-1)?.text ?? '', /continues until 2026-05-10/)
})

test('an invoice is not tried again when what it is for is over', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  await pass('2026-04-10T12:00:01Z')
  await pass('2026-05-20T12:00:00Z')
  const [, renewal] = await readOrders(who)
  assert.deepEqual([renewal?.attempts, renewal && toOrderState(renewal)], [1, 'uncollectible'])
  assert.equal((await read(who)).state, 'free')
})

test('a card that fails later: past due, tried again, given up, back to free, the invoice written off', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  await pass('2026-04-10T12:00:01Z')
  const late = await read(who)
  assert.deepEqual([late.state, late.plan], ['past_due', 'standard'])
  await assert.rejects(desk.order(who, 'business'), /SANDBOX-\d{6} is not paid yet/)
  await desk.billing.settle(who.accountId) // who leaves owes nothing for time that is not to come
  await pass('2026-04-13T12:00:05Z')
  await pass('2026-04-17T12:00:05Z')
  const [, renewal] = await readOrders(who)
  assert.deepEqual([renewal?.attempts, renewal?.failures], [3, 3])
  await pass('2026-04-24T12:00:05Z')
  assert.equal((await read(who)).state, 'free')
  const [, ended] = await readOrders(who)
  assert.equal(ended && toOrderState(ended), 'uncollectible')
  assert.equal(await desk.database.run((queries) => readBalance(queries, who.accountId, 'USD')), 0)
  const kinds = (await readMails(who)).map(({ kind }) => kind)
  assert.ok(kinds.includes('payment_failed') && kinds.at(-1) === 'subscription_ended', kinds.join())
  for (const { subject, text } of await readMails(who))
    assert.ok(subject.startsWith('[SANDBOX] ') && text.startsWith('[SANDBOX] '))
})

test('a late payment of a renewal that was given up counts after all', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  for (const day of ['10T12:00:01Z', '13T12:00:05Z', '17T12:00:05Z', '24T12:00:05Z']) await pass(`2026-04-${day}`)
  const [, renewal] = await readOrders(who)
  if (!renewal) throw new Error('expected a renewal')
  await desk.billing.sandbox?.pay(renewal, 'success')
  await desk.billing.hearSandbox({ all: true })
  assert.equal((await read(who)).plan, 'standard')
  assert.equal(await desk.database.run((queries) => readBalance(queries, who.accountId, 'USD')), 0)
})

test('cancelled: stays until the end, then free; resumed: renewed', async () => {
  for (const isResumed of [false, true]) {
    const who = await desk.addAccount()
    await buy(who, 'standard')
    await desk.billing.cancel(who.accountId)
    assert.equal((await read(who)).state, 'cancelled')
    if (isResumed) await desk.billing.resume(who.accountId)
    await pass('2026-04-10T12:00:01Z')
    assert.equal((await read(who)).state, isResumed ? 'active' : 'free')
  }
})

test('cancelled while the renewal is unpaid: free at once, nothing owed', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  await pass('2026-04-10T12:00:01Z')
  await desk.billing.cancel(who.accountId)
  assert.equal((await read(who)).state, 'free')
  assert.equal(await desk.database.run((queries) => readBalance(queries, who.accountId, 'USD')), 0)
})

test('what was arranged stays when the same payment is told once more, and ends with another purchase', async () => {
  const who = await desk.addAccount()
  const order = await buy(who, 'standard')
  await desk.billing.cancel(who.accountId)
  const tellAgain = () =>
    desk.database.transact((queries) =>
      heedEvent(queries, desk.billing.context, {
        provider: sandbox,
        event: { ...desk.toFact(order), kind: 'paid', amount: order.due, currency: order.currency },
      }),
    )
  await tellAgain()
  assert.equal((await read(who)).state, 'cancelled')
  await buy(who, 'business')
  await tellAgain()
  assert.deepEqual([(await read(who)).plan, (await read(who)).state], ['business', 'active'])
})

test('a renewal that is paid late ends what was overdue', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  for (const day of ['10T12:00:01Z', '13T12:00:05Z']) await pass(`2026-04-${day}`)
  assert.equal((await read(who)).state, 'past_due')
  const [, renewal] = await readOrders(who)
  await desk.billing.sandbox?.pay(renewal!, 'success')
  await desk.billing.hearSandbox({ all: true })
  assert.equal((await read(who)).state, 'active')
})

test('extra requests of one month that are billed as they come are each billed once', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await desk.billing.setOverage(who.accountId, { isOn: true, cap: 5_000 })
  const bill = async (units: number) => {
    await use(who, { units, included: 10_000, extraPrice: 50 })
    await desk.billing.billMonth(who.accountId, '2026-03-01')
    return (await readOrders(who)).map(({ net }) => net).slice(1)
  }
  assert.deepEqual(await bill(10_000), [])
  assert.deepEqual(await bill(1_001), [100])
  assert.deepEqual(await bill(1_000), [100, 50])
  assert.deepEqual(await bill(998), [100, 50], 'of the third thousand one more is left')
  assert.deepEqual(await bill(2), [100, 50, 50])
})

test('extra requests at a price of nothing are on no invoice', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await use(who, { units: 12_001, included: 10_000, extraPrice: 0 })
  await pass('2026-04-01T01:00:00Z')
  assert.deepEqual(
    (await readOrders(who)).map(({ kind }) => kind),
    ['subscribe'],
  )
})

test('a smaller plan begins with the next period, at its own price', async () => {
  const who = await desk.addAccount()
  await buy(who, 'business')
  const outcome = await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en' })
  assert.deepEqual([outcome.kind, outcome.order], ['later', undefined])
  assert.deepEqual((await read(who)).next, { plan: 'standard', name: 'Standard', period: 'monthly' })
  assert.equal((await read(who)).plan, 'business')
  await pass('2026-04-10T12:00:01Z')
  assert.deepEqual([(await read(who)).plan, (await read(who)).next], ['standard', null])
  assert.equal((await readOrders(who))[1]?.net, 3_100)
})

test('a month in place of a year begins when the year is over, at the price of a month', async () => {
  const who = await desk.addAccount()
  desk.clock.now = new Date('2026-03-10T12:00:00Z')
  const order = await desk.order(who, 'standard', 'yearly')
  await desk.billing.sandbox?.pay(order, 'success')
  await desk.billing.hearSandbox({ all: true })
  const outcome = await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en' })
  assert.equal(outcome.kind, 'later')
  await pass('2027-03-10T12:00:01Z')
  const [, renewal] = await readOrders(who)
  assert.deepEqual([renewal?.period, renewal?.net, (await read(who)).expires_at?.slice(0, 10)], ['monthly', 3_100, '2027-04-10'])
})

/** Uses units as the meter does. */
async function use(
  who: Who,
  { units, included, extraPrice }: { units: number; included: number; extraPrice: number | null },
  month = '2026-03-01',
) {
  const leaseId = randomUUID()
  await desk.database.transact(async (queries) => {
    const quota = included + (extraPrice === null ? 0 : included)
    const grant = {
      leaseId,
      ownerId: who.accountId,
      terms: { owner: 'account', included, extraPrice } as const,
      month,
      quota,
      needed: units,
      wanted: units,
      ahead: 0,
      owed: 0,
    }
    assert.equal((await grantUnits(queries, grant)).granted, units)
    await closeLease(queries, { id: leaseId, owner: 'account', used: units })
  })
}

test('extra requests: each started thousand is on one invoice once the month is over', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await desk.billing.setOverage(who.accountId, { isOn: true, cap: 5_000 })
  await use(who, { units: 12_001, included: 10_000, extraPrice: 50 })
  assert.deepEqual((await read(who)).overage, { is_on: true, cap: 5_000, extra_per_1000: 50, requests: 2_001, amount: 150 })
  await pass('2026-04-01T00:10:00Z')
  assert.equal((await readOrders(who)).length, 1, 'units of the last minutes may still come')
  await pass('2026-04-01T01:00:00Z')
  await pass('2026-04-01T02:00:00Z')
  const [, overage, ...more] = await readOrders(who)
  assert.deepEqual([overage?.kind, overage?.net, overage?.tax, overage && toOrderState(overage)], ['overage', 150, 30, 'paid'])
  assert.deepEqual(more, [])
  assert.deepEqual(overage?.lines, [{ kind: 'extra', month: '2026-03-01', quantity: 3, unitPrice: 50, amount: 150 }])
  assert.deepEqual(
    sandbox.metered.filter(({ id }) => id === `extra-${overage?.id}`).map(({ units }) => units),
    [3_000],
    'the provider’s meter hears of the units once',
  )
})

/** A job of March that has failed through our own fault. */
async function returnFrom({ accountId }: Who, units: number): Promise<void> {
  const id = randomUUID()
  const job = {
    id,
    account_id: accountId,
    key_id: randomUUID(),
    kind: 'lookup',
    format: 'csv',
    lang: 'en',
    lines: units,
  } as const
  const cost = { state: 'failed', charged_units: units, charged_month: '2026-03-01', is_our_fault: true } as const
  await desk.database.transact(async (queries) => {
    await queries
      .insertInto('jobs')
      .values({ ...job, ...cost, expires_at: new Date() })
      .execute()
    for (let time = 0; time < 2; time++) await returnUnits(queries, id)
  })
}

test('extra requests that were given back are on no invoice, and one that is issued stays as it is', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await desk.billing.setOverage(who.accountId, { isOn: true, cap: 5_000 })
  await use(who, { units: 13_001, included: 10_000, extraPrice: 50 })
  await returnFrom(who, 1_001)
  assert.equal((await read(who)).overage.requests, 2_000)
  await pass('2026-04-01T01:00:00Z')
  await returnFrom(who, 2_000)
  await pass('2026-04-01T02:00:00Z')
  assert.deepEqual(
    (await readOrders(who)).map(({ kind, net }) => [kind, net]),
    [
      ['subscribe', 3_100],
      ['overage', 100],
    ],
  )
})

test('who leaves with extra requests that are on no invoice gets one, and goes when it is paid', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await desk.billing.settle(who.accountId)
  await desk.billing.setOverage(who.accountId, { isOn: true, cap: 5_000 })
  for (const month of ['2026-02-01', '2026-03-01']) await use(who, { units: 12_001, included: 10_000, extraPrice: 50 }, month)
  const leave = () => desk.billing.settle(who.accountId)
  await assert.rejects(leave, { key: 'payment_due' })
  const [, ...bills] = await readOrders(who)
  assert.deepEqual(
    bills.map((bill) => [bill.kind, bill.net, toOrderState(bill), bill.attempts]),
    Array.from({ length: 2 }, () => ['overage', 150, 'open', 1]),
  )
  await assert.rejects(leave, { key: 'payment_due' })
  await desk.billing.hearSandbox({ all: true })
  await leave()
  assert.deepEqual((await readOrders(who)).map(toOrderState), ['paid', 'paid', 'paid'])
})

test('extra requests that nobody pays are written off and switched off; the plan stays', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  await desk.billing.setOverage(who.accountId, { isOn: true, cap: 5_000 })
  await use(who, { units: 12_001, included: 10_000, extraPrice: 50 })
  for (const day of ['01T02:00:00Z', '04T02:00:05Z', '08T02:00:05Z']) await pass(`2026-04-${day}`)
  const [, open] = await readOrders(who)
  assert.deepEqual([open?.kind, open?.attempts, open && toOrderState(open)], ['overage', 3, 'failed'])
  await assert.rejects(desk.order(who, 'business'), { key: 'payment_due' })
  assert.equal((await read(who)).overage?.is_on, true, 'until the time of grace is over')
  await pass('2026-04-15T02:00:05Z')
  const ended = (await readOrders(who)).find(({ kind }) => kind === 'overage')
  assert.equal(ended && toOrderState(ended), 'uncollectible')
  assert.equal((await read(who)).overage?.is_on, false)
})

test('a renewal that credit pays needs no card', async () => {
  const who = await desk.addAccount()
  desk.clock.now = new Date('2026-03-10T12:00:00Z')
  const first = await desk.order(who, 'standard', 'yearly')
  await desk.order(who, 'business') // gives the first up
  await desk.billing.sandbox?.pay(first, 'success')
  await desk.billing.hearSandbox({ all: true })
  await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en' })
  await pass('2026-04-10T12:00:01Z')
  const renewal = (await readOrders(who)).find(({ kind }) => kind === 'renewal')
  assert.deepEqual([renewal?.due, renewal?.attempts, renewal && toOrderState(renewal)], [0, 0, 'paid'])
  assert.deepEqual([(await read(who)).state, (await read(who)).expires_at?.slice(0, 10)], ['active', '2026-05-10'])
})

test('a renewal of which credit pays a part counts when the card has paid the rest', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  const customer = `customer:${who.accountId}` as const
  const booking = { source: `test:${who.accountId}`, orderId: null, accountId: who.accountId, currency: 'USD' }
  const lines = [
    ['losses', 1_000],
    [customer, -1_000],
  ] as const
  await desk.database.run((queries) => book(queries, { ...booking, lines }))
  await pass('2026-04-10T12:00:01Z')
  const [, renewal] = await readOrders(who)
  assert.deepEqual([renewal?.credit, renewal?.due, renewal && toOrderState(renewal)], [1_000, 2_720, 'paid'])
  assert.deepEqual([(await read(who)).state, (await read(who)).expires_at?.slice(0, 10)], ['active', '2026-05-10'])
})

test('where no card is known the owner is asked for a renewal, and nobody is charged', async () => {
  const who = await desk.addAccount()
  desk.clock.now = new Date('2026-03-10T12:00:00Z')
  const order = await desk.order(who, 'standard')
  await desk.hear({ ...desk.toFact(order), kind: 'paid', amount: order.due, currency: order.currency })
  await pass('2026-04-10T12:00:01Z')
  const [, renewal] = await readOrders(who)
  assert.deepEqual([renewal?.attempts, renewal?.failures, renewal?.state], [1, 0, 'open'])
  assert.equal((await readMails(who)).at(-1)?.kind, 'invoice_due')
})

test('without a word of the owner extra requests cost nothing', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await use(who, { units: 10_000, included: 10_000, extraPrice: null })
  await pass('2026-04-01T01:00:00Z')
  assert.equal((await readOrders(who)).length, 1)
})

const toAlerts = async (who: Who) => (await readMails(who)).map(({ kind }) => kind).filter((kind) => kind.startsWith('quota'))

test('80 and 100 % are told once each, and only the higher when both come at once', async () => {
  const [slow, fast] = [await desk.addAccount(), await desk.addAccount()]
  for (const who of [slow, fast]) await buy(who, 'standard')
  desk.clock.now = new Date('2026-03-20T00:00:00Z')
  await use(slow, { units: 8_000, included: 10_000, extraPrice: null })
  await use(fast, { units: 10_000, included: 10_000, extraPrice: null })
  const asked: string[] = []
  await using watched = new Database(storage.url, { log: pino({ level: 'silent' }), onQuery: ({ sql }) => asked.push(sql) })
  for (let round = 0; round < 2; round++) {
    asked.length = 0
    await tellUse(watched, desk.billing.context)
  }
  assert.deepEqual(
    asked.filter((sql) => !sql.startsWith('select')),
    [],
    'nothing is written for who knows it already',
  )
  assert.deepEqual([await toAlerts(slow), await toAlerts(fast)], [['quota_80'], ['quota_100']])
  await use(slow, { units: 2_000, included: 10_000, extraPrice: null })
  await tellUse(desk.database, desk.billing.context)
  assert.deepEqual(await toAlerts(slow), ['quota_80', 'quota_100'])
})

test('a mail about the quota is for who has used so much, in their language, this month, once from however many servers', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await desk.database.run((queries) =>
    queries.updateTable('accounts').set({ lang: 'zh' }).where('id', '=', who.accountId).execute(),
  )
  desk.clock.now = new Date('2026-03-20T00:00:00Z')
  const tell = () => Promise.all([1, 2, 3].map(() => tellUse(desk.database, desk.billing.context)))
  await use(who, { units: 7_999, included: 10_000, extraPrice: null })
  await tell()
  assert.deepEqual(await toAlerts(who), [])
  await use(who, { units: 1, included: 10_000, extraPrice: null })
  await tell()
  assert.deepEqual(await toAlerts(who), ['quota_80'])
  const mail = await desk.database.run((queries) =>
    queries.selectFrom('mails').selectAll().where('account_id', '=', who.accountId).orderBy('id', 'desc').executeTakeFirst(),
  )
  assert.equal(mail?.recipient, who.email)
  assert.match(mail?.text ?? '', /已使用 8,000 \/ 10,000 次请求.*您可以升级套餐/s)
  assert.ok(mail?.text.includes('http://127.0.0.1:3000/zh/account/billing'))
  // The next month begins with nothing told of it.
  desk.clock.now = new Date('2026-04-05T00:00:00Z')
  await tell()
  await use(who, { units: 8_000, included: 10_000, extraPrice: null }, '2026-04-01')
  await tell()
  assert.deepEqual(await toAlerts(who), ['quota_80', 'quota_80'])
})

test('who has a smaller plan since the middle of a month hears of its end', async () => {
  const who = await desk.addAccount()
  await buy(who, 'business')
  await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en' })
  await use(who, { units: 9_500, included: 100_000, extraPrice: null }, '2026-04-01')
  await pass('2026-04-10T12:00:01Z')
  await desk.billing.setOverage(who.accountId, { isOn: true })
  await use(who, { units: 6_500, included: 10_000, extraPrice: 50 }, '2026-04-01')
  const tell = () => tellUse(desk.database, desk.billing.context)
  await tell()
  assert.deepEqual(await toAlerts(who), [], 'what the larger plan included is not extra')
  await desk.billing.setOverage(who.accountId, { isOn: false })
  await use(who, { units: 0, included: 10_000, extraPrice: null }, '2026-04-01')
  await tell()
  assert.deepEqual(await toAlerts(who), ['quota_100'])
})

test('who pays for extra requests hears of the number that was agreed to, too, and the page says what the bill will', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  await desk.billing.setOverage(who.accountId, { isOn: true, cap: 5_000 })
  desk.clock.now = new Date('2026-03-20T00:00:00Z')
  const take = async (units: number) => {
    await use(who, { units, included: 10_000, extraPrice: 50 })
    await tellUse(desk.database, desk.billing.context)
    return toAlerts(who)
  }
  assert.deepEqual(await take(10_000), ['quota_100'])
  assert.deepEqual(await take(4_999), ['quota_100'])
  assert.deepEqual(await take(1), ['quota_100', 'quota_100'])
  const last = (await readMails(who)).at(-1)
  assert.match(last?.text ?? '', /all 15,000 requests.*includes the extra requests.*calls are refused/s)
  // Switched off and on another plan, what was agreed to is still billed.
  await desk.billing.setOverage(who.accountId, { isOn: false })
  assert.deepEqual((await read(who)).overage, { is_on: false, cap: 0, extra_per_1000: 50, requests: 5_000, amount: 250 })
  const { billing, clock } = desk
  await billing.sandbox?.pay(await desk.order(who, 'fixed'), 'success')
  await billing.hearSandbox({ all: true })
  assert.equal((await read(who)).overage.amount, 250)
  await desk.database.run((queries) =>
    queries.updateTable('subscriptions').set({ overage: true }).where('account_id', '=', who.accountId).execute(),
  )
  assert.equal((await take(5_000)).length, 3)
  assert.match(
    (await readMails(who)).at(-1)?.text ?? '',
    /all 20,000 requests.*refused until next month, or until you upgrade\./s,
  )
  clock.now = new Date('2026-04-01T01:00:00Z')
  await billing.close()
  assert.equal((await readOrders(who)).find(({ kind }) => kind === 'overage')?.net, 500)
})

test('a mail about the quota offers only what the plan has: extra requests, or none', async () => {
  const [free, stopped, going] = [await desk.addAccount(), await desk.addAccount(), await desk.addAccount()]
  await desk.billing.subscribe(free, { planId: 'free', period: 'monthly', lang: 'en' })
  for (const who of [stopped, going]) await buy(who, 'standard')
  await desk.billing.setOverage(going.accountId, { isOn: true })
  desk.clock.now = new Date('2026-03-20T00:00:00Z')
  const readLast = async (who: Who) => (await readMails(who)).at(-1)?.text ?? ''
  const tell = async (percent: number) => {
    await use(free, { units: 10 * percent, included: 1_000, extraPrice: null })
    for (const who of [stopped, going]) await use(who, { units: 100 * percent, included: 10_000, extraPrice: null })
    await tellUse(desk.database, desk.billing.context)
    return Promise.all([free, stopped, going].map(readLast))
  }
  for (const [percent, words] of [
    [80, ['calls are refused until next month, or until you upgrade', 'buy extra requests', 'billed by the thousand']],
    [20, ['calls are refused until next month, or until you upgrade.', 'switch extra requests on', 'billed by the thousand']],
  ] as const) {
    const told = await tell(percent)
    for (const [index, word] of words.entries()) assert.ok(told[index]?.includes(word), told[index])
    assert.ok(!told[0]?.includes('extra requests'), told[0])
  }
})

test('what an account sees of the ledger ends at what it owes, and the whole adds up to 0', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  const entries = await desk.database.run((queries) => readLedger(queries, who.accountId))
  assert.deepEqual(
    entries.map(({ kind, balance }) => [kind, balance]),
    [
      ['invoice', 0],
      ['payment', -3_720],
    ],
  )
  const balances = await desk.database.run(readTrialBalance)
  assert.equal(
    balances.reduce((sum, { balance }) => sum + balance, 0),
    0,
  )
})

test('a provider that is away for a day refuses nothing: the same attempt is made until it is back', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  const { sandbox } = desk.billing
  if (!sandbox) throw new Error('expected the sandbox')
  const charge = sandbox.charge.bind(sandbox)
  sandbox.charge = async () => {
    throw new Error('away')
  }
  for (let hour = 12; hour < 24; hour++) await pass(`2026-04-10T${hour}:30:00Z`)
  sandbox.charge = charge
  const [, renewal] = await readOrders(who)
  assert.deepEqual([renewal?.attempts, renewal?.state, (await read(who)).state], [0, 'open', 'active'])
  await pass('2026-04-11T00:30:00Z')
  assert.equal((await readOrders(who))[1]?.paid_at?.toISOString().slice(0, 10), '2026-04-11')
})

/** Has a renewal come due whose charge is played by the test; gives the numbers of the attempts it was asked for. */
async function renewWith(play: () => Promise<string | undefined>) {
  const who = await desk.addAccount()
  await buy(who, 'standard')
  const { charge } = sandbox
  const asked: number[] = []
  sandbox.charge = async ({ attempt }) => {
    asked.push(attempt)
    return (await play()) as undefined
  }
  desk.clock.now = new Date('2026-04-10T12:00:05Z')
  return { who, asked, restore: () => (sandbox.charge = charge) }
}

const readRenewal = async (who: Who) => (await readOrders(who))[1]

test('an attempt that failed once is made again within a minute, as the same one', async () => {
  const { who, asked, restore } = await renewWith(() => Promise.reject(new Error('away')))
  await desk.billing.close()
  restore()
  assert.deepEqual([asked, (await readRenewal(who))?.attempts], [[1], 0])
  await pass('2026-04-10T12:00:50Z')
  assert.equal((await readRenewal(who))?.paid_at?.toISOString().slice(0, 16), '2026-04-10T12:00')
})

test('an attempt during which the server is killed is made again as the same one, so that nobody is charged twice', async () => {
  const { who, asked, restore } = await renewWith(() => new Promise(() => {}))
  void desk.billing.close()
  await until(() => asked.length === 1, 'the charge is asked for')
  desk.clock.now = new Date('2026-04-10T12:01:00Z')
  await desk.billing.close()
  assert.equal(asked.length, 1, 'nobody else asks meanwhile')
  desk.clock.now = new Date('2026-04-10T12:10:10Z')
  void desk.billing.close()
  await until(() => asked.length === 2, 'the charge is asked for again')
  restore()
  assert.deepEqual([asked, (await readRenewal(who))?.attempts], [[1, 1], 0])
  await pass('2026-04-10T12:20:20Z')
})

test('an attempt is made though the database did not say that its beginning was written', async () => {
  const { who, asked, restore } = await renewWith(() => Promise.reject(new Error('away')))
  await desk.billing.close()
  restore()
  const { database } = desk
  desk.clock.now = new Date('2026-04-10T12:00:30Z')
  const transact = database.transact.bind(database)
  database.transact = async (work) => {
    const result = await transact(work)
    if (result && typeof result === 'object' && 'payer' in result) throw new Error('no answer')
    return result
  }
  await desk.billing.close()
  database.transact = transact
  assert.deepEqual([asked, (await readRenewal(who))?.paid_at], [[1], null])
  await pass('2026-04-10T12:01:10Z')
  assert.equal((await readRenewal(who))?.state, 'open')
  assert.ok((await readRenewal(who))?.paid_at)
})

test('a charge that is refused at once is a refused attempt, told to the owner', async () => {
  const { who, asked, restore } = await renewWith(async () => 'no card is kept')
  for (const time of ['10T12:00:05', '10T14:00:00', '13T12:00:05', '13T14:00:00']) await pass(`2026-04-${time}Z`)
  restore()
  const renewal = await readRenewal(who)
  assert.deepEqual([asked, renewal?.attempts, renewal?.failures, renewal?.failure], [[1, 2], 2, 2, 'no card is kept'])
  assert.equal((await readMails(who)).filter(({ kind }) => kind === 'payment_failed').length, 2)
  assert.equal((await read(who)).state, 'past_due')
})

test('after an account is deleted nobody is charged, and the books stay', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  await pass('2026-04-10T12:00:01Z')
  await desk.database.run((queries) => queries.deleteFrom('accounts').where('id', '=', who.accountId).execute())
  for (const day of ['13', '17', '24']) await pass(`2026-04-${day}T12:00:05Z`)
  const [, renewal] = await readOrders(who)
  assert.deepEqual([renewal?.attempts, renewal?.next_attempt_at], [1, null])
  const payers = await desk.database.run((queries) =>
    queries.selectFrom('payers').select('account_id').where('account_id', '=', who.accountId).execute(),
  )
  assert.deepEqual(payers, [])
  assert.equal((await desk.database.run((queries) => readLedger(queries, who.accountId))).length, 3)
})

test('a plan that the command line gives waits for a renewal that is on its way, and nobody pays for that any more', async () => {
  const who = await desk.addAccount()
  await buy(who, 'standard', { card: 'expires' })
  const { database, billing } = desk
  const { plans } = billing.context
  let given: Promise<unknown> | undefined
  let isGiven = false
  await database.transact(async (queries) => {
    await lockAccount(queries, who.accountId) // as a round of renewals does
    given = addAccount({ database, plans }, { email: who.email, plan: 'business' }).finally(() => (isGiven = true))
    await until(async () => isGiven || (await isWaitedFor(queries)), 'the plan is given, or waits')
    assert.ok(!isGiven)
    desk.clock.now = new Date('2026-04-10T12:00:01Z')
    const { ends_at: from } = (await findSubscription(queries, who.accountId))!
    const [paid] = await readOrders(who)
    const renewal = { ...paid!, kind: 'renewal', covers_from: from, covers_until: new Date('2026-05-10T12:00:00Z') } as const
    const { seq: _seq, due: _due, lines, paid_at: _paidAt, payment_ref: _ref, ...rest } = renewal
    await insertOrder(queries, {
      ...rest,
      id: randomUUID(),
      invoice_number: null,
      lines: JSON.stringify(lines),
      next_attempt_at: desk.clock.now,
    })
  })
  await given
  await pass('2026-04-11T12:00:00Z')
  const { plan, state } = await read(who)
  assert.deepEqual([plan, state], ['business', 'active'])
  assert.deepEqual(
    (await readOrders(who)).map(({ kind, state, paid_at: paidAt }) => [kind, state, paidAt !== null]),
    [
      ['subscribe', 'open', true],
      ['renewal', 'uncollectible', false],
    ],
  )
})
