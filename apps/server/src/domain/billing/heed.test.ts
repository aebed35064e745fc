import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import { until } from '@octet/core/testing/until.ts'
import { readTrialBalance } from '../../storage/queries/ledger.ts'
import { getOrder, type Order } from '../../storage/queries/orders.ts'
import { findSubscription } from '../../storage/queries/subscriptions.ts'
import { openBillingDesk, startBillingDesk, type StartedDesk } from '../../testing/billing-desk.ts'
import { isWaitedFor } from '../../testing/is-waited-for.ts'
import { heedEvent } from './heed.ts'
import { BILLING_MESSAGES } from './messages.ts'
import { book, readBalance } from './ledger.ts'
import { toOrderState } from './orders.ts'
import { SandboxProvider } from './providers/sandbox.ts'
import type { Provider, ProviderEvent } from './provider.ts'

let desk: StartedDesk
before(async () => {
  desk = await startBillingDesk()
})
after(() => desk[Symbol.asyncDispose]())

const hear = (event: ProviderEvent) => desk.hear(event)

/** Everything that money words can tell of one order: a refused card, 3-D Secure, two payments' words, refunds, a dispute. */
function toStory(order: Order): ProviderEvent[] {
  const { due, currency } = order
  const dispute = { kind: 'disputed', disputeId: `d_${order.id}`, amount: due } as const
  return [
    { ...desk.toFact(order, 1), kind: 'failed', reason: 'card declined' },
    { ...desk.toFact(order, 2), kind: 'action', url: 'https://bank.example/confirm' },
    { ...desk.toFact(order, 3), kind: 'paid', amount: due, currency, customerRef: 'c', methodRef: 'm' },
    { ...desk.toFact(order, 4), kind: 'paid', amount: due, currency, customerRef: 'c', methodRef: 'm' },
    // Found by its payment only, so it may have to wait for it.
    { ...desk.toFact(order, 5), orderId: undefined, kind: 'refunded', refundId: `r_${order.id}`, amount: 500 },
    { ...desk.toFact(order, 6), ...dispute, state: 'open' },
    { ...desk.toFact(order, 7), ...dispute, orderId: undefined, state: 'won' },
  ]
}

/** What is left at the end, without the ids that differ from run to run. */
async function readEnd(order: Order) {
  return desk.database.run(async (queries) => {
    const end = await queries.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow()
    const { rows } = await sql<{ account: string; sum: string }>`select split_part(line.account, ':', 1) || ':' ||
        case when line.account like 'customer:%' then '' else split_part(line.account, ':', 2) end as account, sum(line.amount) as sum
      from ledger, unnest(accounts, amounts) as line (account, amount) where account_id = ${order.account_id}
      group by 1 order by 1`.execute(queries)
    const subscription = await findSubscription(queries, order.account_id)
    return {
      state: toOrderState(end),
      refunded: end.refunded,
      dispute: end.dispute,
      failures: end.failures,
      paidAt: end.paid_at?.toISOString(),
      covers: [end.covers_from?.toISOString(), end.covers_until?.toISOString()],
      plan: subscription?.plan_id,
      endsAt: subscription?.ends_at?.toISOString(),
      ledger: rows,
    }
  })
}

async function tell(toEvents: (story: ProviderEvent[]) => ProviderEvent[]) {
  const order = await desk.order(await desk.addAccount(), 'standard')
  for (const event of toEvents(toStory(order))) await hear(event)
  return readEnd(order)
}

test('words in any order, doubled or late, lead to the same end, and the ledger stays at 0', async () => {
  const expected = await tell((story) => story)
  assert.deepEqual(
    {
      state: expected.state,
      plan: expected.plan,
      refunded: expected.refunded,
      dispute: expected.dispute,
      failures: expected.failures,
    },
    { state: 'paid', plan: 'standard', refunded: 500, dispute: 'won', failures: 1 },
  )
  assert.equal(expected.endsAt, '2026-04-10T12:00:03.000Z')
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
      fc.array(fc.nat(6), { maxLength: 5 }),
      async (order, again) => {
        const found = await tell((story) =>
          [...order, ...again].map((index) => story[index]).filter((event) => event !== undefined),
        )
        assert.deepEqual(found, expected)
      },
    ),
    { numRuns: 40 },
  )
  const balances = await desk.database.run(readTrialBalance)
  assert.equal(
    balances.reduce((sum, { balance }) => sum + balance, 0),
    0,
  )
})

test('what is said of a payment at the moment at which it is noted counts, whichever is written first', async () => {
  for (const isPaidFirst of [true, false]) {
    const order = await desk.order(await desk.addAccount(), 'standard')
    const { due, currency } = order
    const paid: ProviderEvent = { ...desk.toFact(order, 1), kind: 'paid', amount: due, currency }
    // As a dispute, or a refund that was given at the provider itself: found by the payment alone.
    const given = { orderId: undefined, kind: 'refunded', refundId: `at_once_${order.id}`, amount: 500 } as const
    const refunded: ProviderEvent = { ...desk.toFact(order, 2), ...given }
    const [first, second] = isPaidFirst ? [paid, refunded] : [refunded, paid]
    let hasEnded = false
    let heard: Promise<void> | undefined
    await desk.database.transact(async (queries) => {
      await heedEvent(queries, desk.billing.context, { provider: { id: 'sandbox' }, event: first })
      heard = desk.hear(second).finally(() => (hasEnded = true))
      await until(async () => hasEnded || (await isWaitedFor(queries)), 'the second is taken in, or waits')
    })
    await heard
    const end = await desk.database.run((queries) => getOrder(queries, order.id))
    assert.deepEqual([toOrderState(end), end.refunded], ['paid', 500])
  }
})

test('what is said of a payment while its account is deleted is kept, and mailed to nobody', async () => {
  const who = await desk.addAccount()
  const order = await desk.order(who, 'standard')
  const { due, currency } = order
  await desk.hear({ ...desk.toFact(order, 1), kind: 'paid', amount: due, currency })
  let hasEnded = false
  let heard: Promise<void> | undefined
  await desk.database.transact(async (queries) => {
    await queries.deleteFrom('accounts').where('id', '=', who.accountId).execute()
    const refund = { ...desk.toFact(order, 2), kind: 'refunded', refundId: `gone_${order.id}`, amount: 500 } as const
    heard = desk.hear(refund).finally(() => (hasEnded = true))
    await until(async () => hasEnded || (await isWaitedFor(queries)), 'the refund is taken in, or waits')
    assert.ok(!hasEnded)
  })
  await heard
  assert.equal((await desk.database.run((queries) => getOrder(queries, order.id))).refunded, 500)
})

test('a lost dispute and a whole refund take the plan back, whatever comes first', async () => {
  for (const isPaidFirst of [true, false]) {
    const order = await desk.order(await desk.addAccount(), 'business')
    const paid = { ...desk.toFact(order), kind: 'paid', amount: order.due, currency: 'USD' } as const
    const lost = {
      ...desk.toFact(order),
      kind: 'disputed',
      disputeId: `x_${order.id}`,
      amount: order.due,
      state: 'lost',
    } as const
    for (const event of isPaidFirst ? [paid, lost] : [lost, paid]) await hear(event)
    const end = await readEnd(order)
    assert.equal(end.state, 'disputed')
    assert.notEqual(end.plan, 'business')
    const back = await desk.order(await desk.addAccount(), 'business')
    const refund = { ...desk.toFact(back), kind: 'refunded', refundId: `y_${back.id}`, amount: back.due } as const
    const payment = { ...desk.toFact(back), kind: 'paid', amount: back.due, currency: 'USD' } as const
    for (const event of isPaidFirst ? [payment, refund] : [refund, payment]) await hear(event)
    const refunded = await readEnd(back)
    assert.equal(refunded.state, 'refunded')
    assert.notEqual(refunded.plan, 'business')
    assert.equal(await desk.database.run((queries) => readBalance(queries, back.account_id, 'USD')), 0)
  }
})

test('money for an order that was given up becomes credit, and the next order costs less', async () => {
  const who = await desk.addAccount()
  const first = await desk.order(who, 'standard')
  const second = await desk.order(who, 'business')
  await hear({ ...desk.toFact(first), kind: 'paid', amount: first.due, currency: 'USD' })
  assert.equal((await readEnd(first)).plan, undefined)
  const third = await desk.order(who, 'business', 'yearly')
  assert.equal(third.credit, first.due)
  assert.equal(third.due, third.total - first.due)
  await hear({ ...desk.toFact(third), kind: 'paid', amount: third.due, currency: 'USD' })
  assert.equal(await desk.database.run((queries) => readBalance(queries, who.accountId, 'USD')), 0)
  assert.equal((await readEnd(second)).plan, 'business')
})

test('an order that credit pays wholly is paid at once, without a provider, and the rest stays credit', async () => {
  const who = await desk.addAccount()
  const first = await desk.order(who, 'standard', 'yearly')
  await desk.order(who, 'business') // gives the first up
  await hear({ ...desk.toFact(first), kind: 'paid', amount: first.due, currency: 'USD' })
  const outcome = await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en' })
  const order = outcome.order!
  assert.deepEqual(
    [outcome.url, outcome.message.en, order.due, order.credit],
    [null, BILLING_MESSAGES.subscribed.en, 0, order.total],
  )
  const { state, plan } = await readEnd(order)
  assert.deepEqual([state, plan], ['paid', 'standard'])
  assert.ok(order.invoice_number, 'it has an invoice as every other')
  assert.equal(await desk.database.run((queries) => readBalance(queries, who.accountId, 'USD')), order.total - first.due)
  const next = await desk.order(who, 'business')
  assert.equal(next.credit, first.due - order.total)
})

test('too little, or another currency, pays nothing', async () => {
  const order = await desk.order(await desk.addAccount(), 'standard')
  await hear({ ...desk.toFact(order), kind: 'paid', amount: order.due - 1, currency: 'USD' })
  await hear({ ...desk.toFact(order), kind: 'paid', amount: order.due, currency: 'EUR' })
  assert.equal((await readEnd(order)).state, 'open')
})

test('the database refuses a booking that does not add up, and every change of one', async () => {
  const accountId = (await desk.addAccount()).accountId
  const attempt = (amount: number) =>
    desk.database.run((queries) =>
      book(queries, {
        source: `test:${accountId}:${amount}`,
        orderId: null,
        accountId,
        currency: 'USD',
        lines: [
          ['tax', 100],
          ['losses', amount],
        ],
      }),
    )
  await assert.rejects(attempt(-99), /check constraint/)
  await attempt(-100)
  for (const change of ['update ledger set currency = currency', 'delete from ledger'])
    await assert.rejects(
      desk.database.run((queries) => sql.raw(change).execute(queries)),
      /only ever added to/,
    )
})

test('invoice numbers have no gaps', async () => {
  const { rows } = await desk.database.run((queries) =>
    sql<{
      number: number
    }>`select right(invoice_number, 6)::int as number from orders where invoice_number is not null order by 1`.execute(queries),
  )
  assert.deepEqual(
    rows.map(({ number }) => number),
    rows.map((_, index) => index + 1),
  )
})

test('who has paid has the plan, though the clock of this machine is a quarter of an hour slow', async () => {
  const who = await desk.addAccount()
  const order = await desk.order(who, 'standard')
  const { due: amount, currency } = order
  await hear({ ...desk.toFact(order, 900), kind: 'paid', amount, currency })
  const bought = await desk.database.run((queries) => findSubscription(queries, who.accountId))
  assert.equal(bought?.plan_id, 'standard')
  const upgrade = await desk.order(who, 'business')
  const { now } = desk.clock
  desk.clock.now = new Date(now.getTime() - 900_000) // the payment is heard of by a slower machine
  await hear({ ...desk.toFact(upgrade, 900), kind: 'paid', amount: upgrade.due, currency })
  desk.clock.now = now
  const upgraded = await desk.database.run((queries) => findSubscription(queries, who.accountId))
  assert.equal(upgraded?.plan_id, 'business')
})

test('what the sandbox says comes at once to a machine with another clock', async (t) => {
  const order = await desk.order(await desk.addAccount(), 'standard')
  const { now } = Date
  const ahead = t.mock.method(Date, 'now', () => now() + 7 * 60_000)
  const sandbox = new SandboxProvider(desk.database, { delayMs: 1 })
  await sandbox.pay(order, 'success')
  ahead.mock.restore()
  const heard: string[] = []
  const isDelivered = async () => (await sandbox.deliver(async ({ body }) => void heard.push(body))) > 0
  await until(isDelivered, 'it is delivered')
  assert.ok(heard.some((body) => body.includes(order.id)))
})

/** A provider that gives money back when the test lets it, and says so later. */
function openRefundDesk() {
  const asked: { refundId: string; amount: number }[] = []
  const answer: { next: () => Promise<void> } = { next: async () => {} }
  const refund: Provider['refund'] = async ({ refundId, amount }) => {
    asked.push({ refundId, amount })
    await answer.next()
    return { refundId: `re_${refundId}` }
  }
  const toProviders = () => [Object.assign(new SandboxProvider(desk.database), { refund })]
  return { ...openBillingDesk(desk.url, { providers: toProviders }), asked, answer }
}

async function addPaid(): Promise<Order> {
  const order = await desk.order(await desk.addAccount(), 'standard') // 37.20 with its tax
  await hear({ ...desk.toFact(order), kind: 'paid', amount: order.due, currency: order.currency })
  return order
}

test('no more is asked back than is left, however many ask at once and before the provider has said anything', async () => {
  await using refunds = openRefundDesk()
  const { due, ...order } = await addPaid()
  const give = (amount?: number) => refunds.billing.refund(order.id, amount)
  let goOn = () => {}
  refunds.answer.next = () => new Promise((resolve) => (goOn = resolve))
  const first = give(2_000)
  await until(() => refunds.asked.length === 1, 'the provider is asked')
  await assert.rejects(give(2_000), /being asked for/)
  goOn()
  const { refund: refundId } = await first
  refunds.answer.next = async () => {}
  await assert.rejects(give(due - 1_999), /at most \$17\.20/)
  const results = await Promise.allSettled([give(1_500), give(1_500), give(1_500), give(1_500)])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await give()).amount, 220)
  await assert.rejects(give(), /at most \$0\.00/)

  const fact = { ...desk.toFact({ due, ...order }), refundId }
  await hear({ ...fact, kind: 'refund_failed', amount: 2_000 })
  await assert.rejects(give(2_001), /at most \$20\.00/)
  const again = await give(2_000)
  await hear({ ...fact, id: randomUUID(), refundId: again.refund, kind: 'refunded', amount: 2_000 })
  await assert.rejects(give(1), /at most \$0\.00/)
})

test('of many who ask at once for the whole of an order one gets it', async () => {
  await using refunds = openRefundDesk()
  const wait = () => refunds.billing.quote(randomUUID(), { planId: 'standard', period: 'monthly' })
  await Promise.all(Array.from({ length: 8 }, wait)) // connections that are open already: all begin in the same instant
  for (let round = 0; round < 5; round++) {
    const order = await addPaid()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => refunds.billing.refund(order.id)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  }
  assert.equal(refunds.asked.length, 5)
})

test('a refund that fails after it was given is out of the books again, whichever word comes first', async () => {
  for (const kinds of [
    ['refunded', 'refund_failed', 'refund_failed'],
    ['refund_failed', 'refunded'],
  ] as const) {
    const order = await addPaid()
    const read = () =>
      desk.database.run(async (queries) => ({
        refunded: (await getOrder(queries, order.id)).refunded,
        balances: await readTrialBalance(queries),
        plan: (await findSubscription(queries, order.account_id))?.plan_id,
      }))
    const before = await read()
    const fact = { ...desk.toFact(order), refundId: randomUUID(), amount: order.due }
    for (const kind of kinds) {
      await hear({ ...fact, id: randomUUID(), kind })
      if (kind === 'refunded' && kinds[0] === kind) assert.notDeepEqual((await read()).plan, before.plan)
    }
    assert.deepEqual(await read(), before)
  }
})

test('a refund whose answer is missing is asked for again under its number, one that was refused is forgotten', async () => {
  await using refunds = openRefundDesk()
  const order = await addPaid()
  const give = (amount?: number) => refunds.billing.refund(order.id, amount)
  const fail = (key: 'unavailable' | 'not_now') => async () =>
    Promise.reject(new AppError(key, { reason: 'of the test', retryAfter: 1 }))
  refunds.answer.next = fail('unavailable')
  await assert.rejects(give(400))
  await assert.rejects(give(500), /whether it gave \$4\.00 back/)
  refunds.answer.next = async () => {}
  await give(400)
  assert.deepEqual(new Set(refunds.asked.map(({ refundId }) => refundId)).size, 1)
  refunds.answer.next = fail('not_now')
  await assert.rejects(give(1_000))
  refunds.answer.next = async () => {}
  assert.equal((await give()).amount, order.due - 400, 'another amount may be asked for than the one that was refused')
})

test('a word of the sandbox that cannot be taken in keeps no other back', async () => {
  const [first, second] = [
    await desk.order(await desk.addAccount(), 'standard'),
    await desk.order(await desk.addAccount(), 'standard'),
  ]
  const { sandbox } = desk.billing
  await sandbox!.dispute({ ...first, due: 0 }, 'open')
  await sandbox!.pay(second, 'success')
  await assert.rejects(desk.billing.hearSandbox({ all: true }), /disputes_amount_check/)
  const paid = await desk.database.run((queries) => getOrder(queries, second.id))
  assert.equal(toOrderState(paid), 'paid')
})
