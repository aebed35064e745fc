import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBillingDesk, type BillingDesk } from '../../testing/billing-desk.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { heedEvent } from './heed.ts'
import { readBalance } from './ledger.ts'
import type { Order } from '../../storage/queries/orders.ts'
import { toOrderState } from './orders.ts'
import type { Provider } from './provider.ts'
import { readSubscription } from './read-billing.ts'

/** A provider that needs its payer for every payment, as Alipay does. */
const asking: Provider = {
  id: 'alipay',
  isSandbox: false,
  canCharge: false,
  acknowledgement: { type: 'text/plain', body: 'success' },
  checkout: async ({ order }) => ({ url: `https://pay.example/${order.id}` }),
  charge: async () => assert.fail('nobody may be charged without being asked'),
  refund: async () => ({ refundId: '1' }),
  portal: async () => null,
  parse: async () => undefined,
}

let storage: TestStorage
let desk: BillingDesk
before(async () => {
  storage = await startStorage()
  desk = openBillingDesk(storage.url, { providers: () => [asking] })
})
after(async () => {
  await desk[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const pay = (order: Order) =>
  desk.database.transact((queries) =>
    heedEvent(queries, desk.billing.context, {
      provider: asking,
      event: { ...desk.toFact(order), kind: 'paid', amount: order.due, currency: order.currency, customerRef: 'buyer' },
    }),
  )

async function pass(to: string): Promise<void> {
  desk.clock.now = new Date(to)
  await desk.billing.close()
}

/** Somebody whose plan lasts until 10 April. */
async function subscribe() {
  desk.clock.now = new Date('2026-03-10T12:00:00Z')
  const who = await desk.addAccount()
  await desk.database.run((queries) =>
    queries.updateTable('accounts').set({ lang: 'zh' }).where('id', '=', who.accountId).execute(),
  )
  const { order, url } = await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'zh' })
  if (!order) throw new Error('expected an order')
  assert.equal(url, `https://pay.example/${order.id}`)
  await pay(order)
  const read = () => desk.database.run((queries) => readSubscription(queries, who.accountId, desk.billing.context))
  const findRenewal = () =>
    desk.database.run((queries) =>
      queries
        .selectFrom('orders')
        .selectAll()
        .where('account_id', '=', who.accountId)
        .where('kind', '=', 'renewal')
        .executeTakeFirst(),
    )
  return { who, read, findRenewal }
}

test('a renewal is asked for a week ahead, in the payer’s language, and adds to the time that is left', async () => {
  const { who, read, findRenewal } = await subscribe()
  await pass('2026-04-03T11:00:00Z')
  assert.equal(await findRenewal(), undefined)
  await pass('2026-04-03T13:00:00Z')
  const renewal = await findRenewal()
  if (!renewal) throw new Error('expected a renewal')
  const mail = await desk.database.run((queries) =>
    queries
      .selectFrom('mails')
      .select('subject')
      .where('account_id', '=', who.accountId)
      .where('kind', '=', 'invoice_due')
      .executeTakeFirst(),
  )
  assert.match(mail?.subject ?? '', /^账单 INV-2026-\d{6} 待支付/)
  assert.equal((await read()).expires_at?.slice(0, 10), '2026-04-10')
  assert.equal((await desk.billing.pay(who.accountId, renewal.id)).url, `https://pay.example/${renewal.id}`)
  desk.clock.now = new Date('2026-04-08T12:00:00Z')
  await pay(renewal)
  await pass('2026-04-10T12:00:01Z')
  assert.deepEqual([(await read()).state, (await read()).expires_at?.slice(0, 10)], ['active', '2026-05-10'])
})

test('mails go to the address and in the language of the account as it is, not of the checkout', async () => {
  desk.clock.now = new Date('2026-03-10T12:00:00Z')
  const who = await desk.addAccount()
  const { order } = await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en' })
  if (!order) throw new Error('expected an order')
  const email = `new-${who.email}`
  await desk.database.run((queries) =>
    queries.updateTable('accounts').set({ lang: 'zh', email }).where('id', '=', who.accountId).execute(),
  )
  await pay(order)
  const mail = await desk.database.run((queries) =>
    queries.selectFrom('mails').select(['recipient', 'subject']).where('account_id', '=', who.accountId).executeTakeFirst(),
  )
  assert.deepEqual([mail?.recipient, /\p{sc=Han}/u.test(mail?.subject ?? '')], [email, true])
})

test('nobody pays: reminded, past due, free after the time of grace', async () => {
  const { read, findRenewal } = await subscribe()
  for (const day of ['03T13', '10T13', '13T13', '17T13']) await pass(`2026-04-${day}:00:00Z`)
  assert.deepEqual([(await read()).state, (await read()).plan], ['past_due', 'standard'])
  await pass('2026-04-24T12:00:01Z')
  assert.equal((await read()).state, 'free')
  const renewal = await findRenewal()
  assert.equal(renewal && toOrderState(renewal), 'uncollectible')
})

test('who takes a cancellation back is asked for the renewal once more, and of two that are paid one counts', async () => {
  for (const isFirstPaid of [false, true]) {
    const { who, read } = await subscribe()
    const readRenewals = () =>
      desk.database.run((queries) =>
        queries
          .selectFrom('orders')
          .selectAll()
          .where('account_id', '=', who.accountId)
          .where('kind', '=', 'renewal')
          .orderBy('seq')
          .execute(),
      )
    await pass('2026-04-03T13:00:00Z')
    await desk.billing.cancel(who.accountId)
    await pass('2026-04-04T13:00:00Z')
    assert.deepEqual((await readRenewals()).map(toOrderState), ['uncollectible'])
    await desk.billing.resume(who.accountId)
    for (const hour of [13, 14]) await pass(`2026-04-05T${hour}:00:00Z`)
    const [first, second, ...more] = await readRenewals()
    assert.deepEqual([first && toOrderState(first), second && toOrderState(second), more], ['uncollectible', 'open', []])
    const readOwed = () => desk.database.run((queries) => readBalance(queries, who.accountId, 'USD'))
    await pay(isFirstPaid ? first! : second!)
    assert.equal(await readOwed(), 0)
    await pay(isFirstPaid ? second! : first!)
    assert.equal(await readOwed(), -first!.due, 'the other money is credit')
    await pass('2026-04-10T12:00:01Z')
    assert.deepEqual([(await read()).state, (await read()).expires_at?.slice(0, 10)], ['active', '2026-05-10'])
  }
})
