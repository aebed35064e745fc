import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Stripe } from 'stripe'
import { openBillingDesk, type BillingDesk } from '../../../testing/billing-desk.ts'
import { startStorage, type TestStorage } from '../../../testing/start-storage.ts'
import { isAppError } from '@octet/core/errors.ts'
import { toOrderView } from '../order-view.ts'
import { readSubscription } from '../read-billing.ts'
import { StripeProvider } from './stripe.ts'

const SECRET = 'whsec_of_this_test_only'

type Call = { readonly path: string; readonly fields: URLSearchParams; readonly key: string | undefined }

/** What the API knows of payments. */
let intents: object[] = []

/** A Stripe API that knows a customer, a checkout, a portal, and what is asked of it. */
async function startApi() {
  const calls: Call[] = []
  let failures = 0
  let refusal: { readonly message: string; readonly type: string; readonly at: string | undefined } | undefined
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = `${request.method} ${request.url}`
      calls.push({ path, fields: new URLSearchParams(body), key: request.headers['idempotency-key']?.toString() })
      response.setHeader('content-type', 'application/json')
      if (failures-- > 0) return void response.writeHead(500).end('{"error":{"type":"api_error","message":"not now"}}')
      if (refusal && path === (refusal.at ?? path)) {
        const { type, message } = refusal
        return void response.writeHead(type === 'card_error' ? 402 : 400).end(JSON.stringify({ error: { type, message } }))
      }
      const asked = new URLSearchParams(body).get('customer') ?? /^GET \/v1\/customers\/(.*)$/.exec(path)?.[1]
      if (asked?.startsWith('cus_gone')) {
        const param = path.startsWith('GET') ? 'id' : 'customer'
        const error = { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such customer: '${asked}'` }
        return void response.writeHead(param === 'id' ? 404 : 400).end(JSON.stringify({ error }))
      }
      if (path.startsWith('GET /v1/payment_intents?')) {
        assert.match(path, /[?&]customer=cus_/)
        return void response.end(JSON.stringify({ object: 'list', data: intents, has_more: false, url: '/v1/payment_intents' }))
      }
      response.end(JSON.stringify(ANSWERS[path] ?? {}))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    calls,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failNext: (times = 1) => (failures = times),
    refuse: (message: string | undefined, { type = 'invalid_request_error', at = undefined as string | undefined } = {}) =>
      (refusal = message === undefined ? undefined : { message, type, at }),
    close: () => server.close(),
  }
}

const ANSWERS: Readonly<Record<string, object>> = {
  'POST /v1/customers': { id: 'cus_1', object: 'customer' },
  'GET /v1/customers/cus_1': { id: 'cus_1', object: 'customer', invoice_settings: { default_payment_method: 'pm_chosen' } },
  'GET /v1/customers/cus_2': { id: 'cus_2', object: 'customer', invoice_settings: { default_payment_method: null } },
  'POST /v1/checkout/sessions': { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.example/cs_1' },
  'POST /v1/payment_intents': { id: 'pi_2', object: 'payment_intent' },
  'POST /v1/billing_portal/sessions': { id: 'bps_1', object: 'billing_portal.session', url: 'https://portal.example/1' },
  'POST /v1/refunds': { id: 're_1', object: 'refund' },
}

let api: Awaited<ReturnType<typeof startApi>>
let storage: TestStorage
let desk: BillingDesk
let provider: StripeProvider
before(async () => {
  api = await startApi()
  storage = await startStorage()
  provider = new StripeProvider({
    secretKey: 'sk_test_123456',
    webhookSecret: SECRET,
    apiOrigin: api.origin,
    meterEvent: 'extra',
  })
  desk = openBillingDesk(storage.url, { providers: () => [provider] })
  desk.clock.now = new Date()
})
after(async () => {
  api.close()
  await desk[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const signer = new Stripe('sk_test_123456')
const sign = (payload: string, timestamp = Math.floor(Date.now() / 1_000), secret = SECRET) =>
  signer.webhooks.generateTestHeaderString({ payload, secret, timestamp })

const send = (payload: string, signature: string) =>
  desk.billing.receive('stripe', { body: payload, header: (name) => (name === 'stripe-signature' ? signature : undefined) })

let lastEvent = 0
const toEvent = (type: string, object: object) =>
  JSON.stringify({ id: `evt_${++lastEvent}`, object: 'event', created: Math.floor(Date.now() / 1_000), type, data: { object } })

test('checkout → signed words → plan → portal, charge of the chosen card, refund, meter', async () => {
  const who = await desk.addAccount()
  api.failNext() // the SDK asks again, with the same idempotency key
  const outcome = await desk.billing.subscribe(who, { planId: 'standard', period: 'monthly', lang: 'en' })
  const { order } = outcome
  assert.equal(outcome.url, 'https://checkout.example/cs_1')
  const [first, second] = api.calls
  assert.deepEqual([first?.path, second?.path, first?.key], ['POST /v1/customers', 'POST /v1/customers', second?.key])
  const session = api.calls.find(({ path }) => path === 'POST /v1/checkout/sessions')
  assert.equal(session?.fields.get('line_items[0][price_data][unit_amount]'), '3720')
  assert.equal(session?.fields.get('payment_intent_data[setup_future_usage]'), 'off_session')
  assert.equal(session?.key, `checkout-${order?.id}-cus_1`)

  const intent = {
    id: 'pi_1',
    object: 'payment_intent',
    amount_received: 3_720,
    currency: 'usd',
    customer: 'cus_1',
    payment_method: 'pm_1',
    metadata: { order: order?.id },
  }
  const paid = toEvent('payment_intent.succeeded', intent)
  for (let times = 0; times < 2; times++) assert.equal((await send(paid, sign(paid))).body, '{"received":true}')
  const read = () => desk.database.run((queries) => readSubscription(queries, who.accountId, desk.billing.context))
  assert.deepEqual([(await read()).plan, (await read()).state], ['standard', 'active'])
  assert.equal(await desk.billing.openPortal(who.accountId, 'zh'), 'https://portal.example/1')

  desk.clock.now = new Date(Date.now() + 32 * 86_400_000)
  await desk.billing.close()
  const charge = api.calls.find(({ path }) => path === 'POST /v1/payment_intents')
  assert.deepEqual(
    ['amount', 'customer', 'payment_method', 'off_session'].map((name) => charge?.fields.get(name)),
    ['3720', 'cus_1', 'pm_chosen', 'true'],
  )
  assert.match(charge?.key ?? '', /^charge-[\da-f-]{36}-1$/)
  desk.clock.now = new Date()

  api.refuse('charge is disputed')
  await assert.rejects(desk.billing.refund(order?.id ?? '', 900), {
    key: 'not_now',
    message: /Stripe refused: charge is disputed/,
  })
  api.refuse(undefined)
  await desk.billing.refund(order?.id ?? '', 1_000)
  const [refused, taken] = api.calls.slice(-2)
  assert.notEqual(refused?.key, taken?.key)
  assert.equal(api.calls.at(-1)?.fields.get('payment_intent'), 'pi_1')
  const refunded = toEvent('refund.created', {
    id: 're_1',
    object: 'refund',
    status: 'succeeded',
    amount: 1_000,
    payment_intent: 'pi_1',
  })
  await send(refunded, sign(refunded))
  assert.equal((await desk.billing.getOrder(who.accountId, order?.id ?? '')).refunded, 1_000)

  const failed = toEvent('refund.failed', { id: 're_2', object: 'refund', status: 'failed', amount: 5, payment_intent: 'pi_1' })
  const signature = sign(failed)
  const told = await provider.parse({ body: failed, header: () => signature })
  assert.deepEqual([told?.kind, told?.paymentRef], ['refund_failed', 'pi_1'])

  await provider.meter?.(EXTRA)
  const meter = api.calls.at(-1)
  assert.deepEqual(
    [meter?.path, ...['payload[value]', 'identifier', 'timestamp'].map((name) => meter?.fields.get(name))],
    ['POST /v1/billing/meter_events', '3000', 'extra-1', '1793318400'],
  )
})

const EXTRA = {
  payer: { customerRef: 'cus_1', methodRef: null },
  units: 3_000,
  id: 'extra-1',
  at: new Date('2026-10-30T00:00:00Z'),
}

test('a meter event that Stripe has already is told; one that it refuses is known not to be, one without an answer is not', async () => {
  const at = 'POST /v1/billing/meter_events'
  api.refuse('An event already exists with identifier extra-1.', { at })
  await provider.meter?.(EXTRA)
  api.refuse('No active meter found for event name extra', { at })
  await assert.rejects(provider.meter?.(EXTRA) ?? Promise.resolve(), { key: 'not_now', message: /No active meter/ })
  api.refuse(undefined)
  api.failNext(3)
  await assert.rejects(provider.meter?.(EXTRA) ?? Promise.resolve(), { key: 'unavailable' })
  const { meter } = new StripeProvider({ secretKey: 'sk_test_123456', webhookSecret: SECRET })
  assert.equal(meter, undefined, 'without a name of a meter there is none')
})

/** An account whose customer, and card, Stripe does not know any more, as after the keys of the test mode. */
async function addAccountOfGone() {
  const who = await desk.addAccount()
  const row = { account_id: who.accountId, provider: 'stripe', customer_ref: `cus_gone_${who.accountId}`, method_ref: 'pm_gone' }
  await desk.database.run((queries) => queries.insertInto('payers').values(row).execute())
  const readPayer = () =>
    desk.database.run((queries) =>
      queries
        .selectFrom('payers')
        .select(['customer_ref', 'method_ref'])
        .where('account_id', '=', who.accountId)
        .executeTakeFirstOrThrow(),
    )
  return { who, gone: row.customer_ref, readPayer }
}

test('a customer that Stripe does not know any more is made anew, once however many ask', async () => {
  const { who, gone, readPayer } = await addAccountOfGone()
  const order = await desk.order(who, 'standard')
  assert.deepEqual(await readPayer(), { customer_ref: 'cus_1', method_ref: null })
  await desk.database.run((queries) =>
    queries.updateTable('payers').set({ customer_ref: gone }).where('account_id', '=', who.accountId).execute(),
  )
  const before = api.calls.length
  const paid = await Promise.all([1, 2].map(() => desk.billing.pay(who.accountId, order.id)))
  assert.deepEqual(
    paid.map(({ url }) => url),
    Array.from({ length: 2 }, () => 'https://checkout.example/cs_1'),
  )
  const made = api.calls.slice(before).filter(({ path }) => path === 'POST /v1/customers')
  assert.ok(made.length >= 1)
  assert.deepEqual([...new Set(made.map(({ key }) => key))], [`customer-${who.accountId}-${gone}`])
  const opened = api.calls.slice(before).filter(({ path }) => path === 'POST /v1/checkout/sessions')
  for (const { key, fields } of opened) assert.equal(key, `checkout-${order.id}-${fields.get('customer')}`)
  assert.deepEqual(await readPayer(), { customer_ref: 'cus_1', method_ref: null })
})

test('nothing is charged to a customer that is gone, and they have no portal', async () => {
  const { who, gone } = await addAccountOfGone()
  const order = { id: 'og', due: 700, currency: 'USD', created_at: new Date() } as Parameters<
    StripeProvider['charge']
  >[0]['order']
  const payer = { customerRef: gone, methodRef: 'pm_gone' }
  assert.equal(await provider.charge({ order, payer, attempt: 1 }), 'no card is kept')
  assert.equal(await desk.billing.openPortal(who.accountId, 'en'), null)
})

test('another refusal of a checkout makes no customer', async () => {
  const { accountId, email } = await desk.addAccount()
  await desk.database.run((queries) =>
    queries.insertInto('payers').values({ account_id: accountId, provider: 'stripe', customer_ref: 'cus_2' }).execute(),
  )
  const before = api.calls.length
  api.refuse('no such price', { at: 'POST /v1/checkout/sessions' })
  await assert.rejects(desk.order({ accountId, email }, 'standard'), { key: 'unavailable' })
  api.refuse(undefined)
  assert.ok(api.calls.slice(before).every(({ path }) => path !== 'POST /v1/customers'))
})

test('refused, asked for 3-D Secure, inquired about, disputed and won: what the order says', async () => {
  const who = await desk.addAccount()
  const { id, due } = await desk.order(who, 'standard')
  const intent = { id: 'pi_3', object: 'payment_intent', metadata: { order: id }, customer: 'cus_3', payment_method: 'pm_3' }
  const hear = async (type: string, object: object) => {
    const word = toEvent(type, object)
    await send(word, sign(word))
    return toOrderView(await desk.billing.getOrder(who.accountId, id), 'en')
  }
  const refused = { ...intent, last_payment_error: { message: 'Your card was declined.' } }
  const failed = await hear('payment_intent.payment_failed', refused)
  assert.deepEqual([failed.state, failed.failure], ['failed', 'Your card was declined.'])
  const action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds' } }
  await hear('payment_intent.requires_action', { ...intent, next_action: action })
  assert.equal((await desk.billing.getOrder(who.accountId, id)).action_url, 'https://bank.example/3ds')
  const paid = await hear('payment_intent.succeeded', { ...intent, amount_received: due, currency: 'usd' })
  assert.equal(paid.state, 'paid')

  const dispute = (status: string) => ({ id: 'dp_3', object: 'dispute', amount: due, payment_intent: 'pi_3', status })
  const read = () => desk.database.run((queries) => readSubscription(queries, who.accountId, desk.billing.context))
  for (const [type, status, state, plan] of [
    ['created', 'warning_needs_response', 'paid', 'standard'],
    ['closed', 'warning_closed', 'paid', 'standard'],
    ['updated', 'needs_response', 'disputed', 'free'],
    ['updated', 'under_review', 'disputed', 'free'],
    ['closed', 'won', 'paid', 'standard'],
  ] as const) {
    const said = await hear(`charge.dispute.${type}`, dispute(status))
    assert.deepEqual([said.state, (await read()).plan], [state, plan], status)
  }
})

for (const [status, state] of [
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['prevented', undefined],
  ['warning_under_review', undefined],
] as const)
  test(`a dispute that is ${status} is ${state ?? 'none'}`, async () => {
    const dispute = { id: 'dp_5', object: 'dispute', amount: 70, payment_intent: 'pi_5', status }
    const body = toEvent('charge.dispute.closed', dispute)
    const signature = sign(body)
    const told = await provider.parse({ body, header: () => signature })
    assert.deepEqual(
      told && 'state' in told ? [told.state, told.amount, told.paymentRef] : undefined,
      state && [state, 70, 'pi_5'],
    )
  })

test('without a chosen card the one of the order is charged; a refused card is told by an event, other refusals at once', async () => {
  const { due } = await desk.order(await desk.addAccount(), 'standard')
  const order = { id: 'o', due, currency: 'USD', created_at: new Date() } as Parameters<StripeProvider['charge']>[0]['order']
  const payer = { customerRef: 'cus_2', methodRef: 'pm_kept' } as Parameters<StripeProvider['charge']>[0]['payer']
  assert.equal(await provider.charge({ order, payer, attempt: 1 }), undefined)
  assert.equal(api.calls.at(-1)?.fields.get('payment_method'), 'pm_kept')
  api.refuse('Your card was declined.', { type: 'card_error', at: 'POST /v1/payment_intents' })
  assert.equal(await provider.charge({ order, payer, attempt: 2 }), undefined)
  api.refuse('no such payment method', { type: 'invalid_request_error', at: 'POST /v1/payment_intents' })
  assert.equal(await provider.charge({ order, payer, attempt: 3 }), 'no such payment method')
  api.refuse('keys differ', { type: 'idempotency_error', at: 'POST /v1/payment_intents' })
  await assert.rejects(provider.charge({ order, payer, attempt: 4 }), { key: 'unavailable' })
  api.refuse(undefined)
  for (const gone of [
    { customerRef: null, methodRef: null },
    { customerRef: 'cus_2', methodRef: null },
  ])
    assert.equal(await provider.charge({ order, payer: gone, attempt: 5 }), 'no card is kept')
})

test('an order whose money has been taken, or is on its way, is not charged again though no event has said so', async () => {
  const order = { id: 'of_today', due: 700, currency: 'USD', created_at: new Date() } as Parameters<
    StripeProvider['charge']
  >[0]['order']
  const payer = { customerRef: 'cus_2', methodRef: 'pm_kept' }
  for (const [status, isCharged] of [
    ['succeeded', false],
    ['processing', false],
    ['requires_payment_method', true],
    ['canceled', true],
  ] as const) {
    intents = [{ id: `pi_${status}`, object: 'payment_intent', status, metadata: { order: order.id } }]
    const before = api.calls.length
    await provider.charge({ order, payer, attempt: 2 })
    assert.equal(
      api.calls.slice(before).some(({ path }) => path === 'POST /v1/payment_intents'),
      isCharged,
      status,
    )
  }
  intents = []
})

test('a word that says nothing about our money is taken and changes nothing', async () => {
  const other = toEvent('customer.created', { id: 'cus_9' })
  await send(other, sign(other))
  const foreign = toEvent('payment_intent.succeeded', {
    id: 'pi_foreign',
    amount_received: 1,
    currency: 'usd',
    customer: null,
    payment_method: null,
    metadata: {},
  })
  await send(foreign, sign(foreign))
})

test('while the secret of the webhook is rolled, each event is signed with both, and either is enough', async () => {
  const body = toEvent('customer.created', { id: 'cus_10' })
  const other = sign(body, nowS(), 'whsec_rolled').replace(/^t=\d+,/, '')
  await send(body, `${sign(body)},${other}`)
  await send(body, sign(body).replace(',', `,${other},`))
})

const nowS = () => Math.floor(Date.now() / 1_000)
for (const [name, make] of [
  ['tampered', (body: string) => [body.replace('3720', '1'), sign(body)]],
  ['wrong secret', (body: string) => [body, sign(body, nowS(), 'whsec_other')]],
  ['10 minutes old', (body: string) => [body, sign(body, nowS() - 600)]],
  ['10 minutes ahead', (body: string) => [body, sign(body, nowS() + 600)]],
  ['only v0', (body: string) => [body, sign(body).replace('v1=', 'v0=')]],
  ['no signature', (body: string) => [body, '']],
] as const)
  test(`refused: ${name}`, async () => {
    const body = toEvent('payment_intent.succeeded', { id: 'pi_1', amount_received: 3_720 })
    const [payload = '', signature = ''] = make(body)
    await assert.rejects(send(payload, signature), (error: unknown) => isAppError(error) && error.key === 'bad_signature')
  })
