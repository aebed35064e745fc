import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { closeAccount } from '../../domain/account/close-account.ts'
import { book } from '../../domain/billing/ledger.ts'
import { putAccount } from '../../testing/put-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
let storage: TestStorage
let product: Product
let other: Product
const folder = await mkdtemp(join(tmpdir(), 'octet-billing-'))
before(async () => {
  const config = join(folder, 'octet.yaml')
  await writeFile(
    config,
    [
      'limits: { unitsPerSecond: 10000, burst: 100000 }',
      'plans:',
      '  - { id: free, name: FREE, requestsPerMonth: 5, keys: 3 }',
      '  - { id: standard, name: Standard, requestsPerMonth: 20, monthlyPrice: 1000, extraPer1000: 50 }',
      '  - { id: business, name: Business, requestsPerMonth: 1000, monthlyPrice: 5000, databases: [asn] }',
    ].join('\n'),
  )
  storage = await startStorage()
  const env = { OCTET_CONFIG: config, OCTET_VAR: folder }
  product = await startProduct({ storageUrl: storage.url, env, withoutData: true })
  other = await startProduct({ storageUrl: storage.url, env, withoutData: true })
})
after(async () => {
  await Promise.all([product[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const openAccount = () => putAccount(product.services)

type Call = { readonly token?: string; readonly lang?: string; readonly body?: object }

async function ask(method: 'GET' | 'POST', path: string, { token, lang = 'en', body }: Call = {}) {
  const headers = { 'accept-language': lang, ...(token && { token }) }
  const answer = await product.app.inject({ method, url: `/v1/${path}`, headers, ...(body && { payload: body }) })
  return { status: answer.statusCode, raw: answer, ...(answer.headers['content-type']?.includes('json') ? answer.json() : {}) }
}

/** Pays an order in the sandbox and waits for its words, as the dialog does. */
async function pay(token: string, order: string, card = 'success'): Promise<Record<string, unknown>> {
  await ask('POST', 'billing/sandbox/pay', { token, body: { order, card } })
  return until(async () => {
    const { data } = await ask('GET', `billing/orders/${order}`, { token })
    return data.state !== 'open' && data
  }, 'a word of the sandbox')
}

test('plans and prices are open to all', async () => {
  const { data } = await ask('GET', 'plans')
  assert.deepEqual(
    data.plans.map((plan: { id: string; yearlyPrice: number; isFree: boolean }) => [plan.id, plan.yearlyPrice, plan.isFree]),
    [
      ['free', 0, true],
      ['standard', 10_000, false],
      ['business', 50_000, false],
    ],
  )
  assert.deepEqual(data.providers, [{ id: 'sandbox', isSandbox: true }])
})

test('the free plan: subscribed once, in the words of the specification, in both languages', async () => {
  const { token } = await openAccount()
  const body = { plan: 'free' }
  assert.equal((await ask('GET', 'billing/subscription', { token })).data.state, 'none')
  assert.equal(
    (await ask('POST', 'billing/subscribe', { token, body })).data.message,
    'Subscription successful, please go to your account to check',
  )
  assert.equal((await ask('GET', 'billing/subscription', { token })).data.state, 'free')
  const again = await ask('POST', 'billing/subscribe', { token, body })
  assert.deepEqual(
    [again.status, again.msg],
    [409, 'You have subscribed to the free service, please go to the console to use it'],
  )
  assert.equal((await ask('POST', 'billing/subscribe', { token, body, lang: 'zh' })).msg, '您已订阅免费服务，请前往控制台使用')
})

test('the export of an account says of an invoice what its page says', async () => {
  const { token } = await openAccount()
  const { data } = await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })
  const told = async () => {
    const { raw } = await ask('GET', 'account/export', { token })
    return raw.json().orders.map(({ state }: { state: string }) => state)
  }
  assert.deepEqual(await told(), ['open'])
  assert.equal((await pay(token, data.order.id)).state, 'paid')
  assert.deepEqual(await told(), ['paid'])
})

test('over the quota → upgrade → the key works on every server → invoice → PDF', async () => {
  const { token } = await openAccount()
  await ask('POST', 'billing/subscribe', { token, body: { plan: 'free' } })
  const { key } = (await ask('POST', 'keys', { token, body: { name: 'k' } })).data
  await Promise.all([product.services.keyTable.load(), other.services.keyTable.load()])
  const use = async (at: Product) => {
    const known = at.services.keyTable.get({ text: key, isInQuery: false, address: '192.0.2.1', origin: undefined, scope: 'geo' })
    const reservation = await at.services.meter.take(known, { units: 1, product: 'geo' })
    reservation.settle(200)
    return reservation.quota
  }
  for (let i = 0; i < 5; i++) await use(product)
  await assert.rejects(use(product), /This month’s quota of 5 requests is used up/)
  await assert.rejects(use(other), /is used up/)

  const { data } = await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })
  assert.equal((await pay(token, data.order.id)).message, 'Subscription successful, please go to your account to check')
  for (const at of [product, other])
    await until(async () => (await use(at).catch(() => undefined)) === 20, 'the server knows of the new plan')
  const same = await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })
  assert.equal(
    same.msg,
    'You have already subscribed to the current package. If you need to increase the quantity, please go to the console to upgrade',
  )

  const quote = (await ask('POST', 'billing/quote', { token, body: { plan: 'business' } })).data
  assert.deepEqual([quote.kind, quote.lines.length, quote.total > 3_990 && quote.total <= 4_000], ['upgrade', 2, true])
  const upgrade = (await ask('POST', 'billing/subscribe', { token, body: { plan: 'business' } })).data
  await pay(token, upgrade.order.id, 'secure').then(({ state }) => assert.equal(state, 'action'))
  await ask('POST', 'billing/sandbox/pay', { token, body: { order: upgrade.order.id, approve: true } })
  const subscription = await until(async () => {
    const { data: found } = await ask('GET', 'billing/subscription', { token })
    return found.plan === 'business' && found
  }, 'the plan has changed')
  assert.deepEqual([subscription.plan, subscription.state, subscription.databases], ['business', 'active', ['asn']])

  const { invoices } = (await ask('GET', 'billing/invoices', { token })).data
  assert.equal(invoices.length, 2)
  for (const lang of ['en', 'zh']) {
    const { raw } = await ask('GET', `billing/invoices/${invoices[0].id}/pdf`, { token, lang })
    assert.equal(raw.headers['content-type'], 'application/pdf')
    assert.match(raw.headers['content-disposition']?.toString() ?? '', /^attachment; filename="SANDBOX-\d{6}\.pdf"$/)
    assert.equal(raw.rawPayload.subarray(0, 5).toString(), '%PDF-')
    assert.ok(raw.rawPayload.length > 5_000 && raw.rawPayload.length < 200_000)
  }
  const { entries } = (await ask('GET', 'billing/ledger', { token })).data
  assert.deepEqual([entries.length, entries[0].balance], [4, 0])
})

test('extra requests are served once they are switched on, counted, and billed by the thousand', async () => {
  const { id, token } = await openAccount()
  const { data } = await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })
  await pay(token, data.order.id)
  const { key } = (await ask('POST', 'keys', { token, body: { name: 'k' } })).data
  const on = await ask('POST', 'billing/overage', { token, body: { on: true, cap: 1_500 }, lang: 'zh' })
  assert.equal(on.data.message, '已开启超额请求')
  await Promise.all([product.services.keyTable.load(), other.services.keyTable.load()])
  const known = other.services.keyTable.get({
    text: key,
    isInQuery: false,
    address: '192.0.2.1',
    origin: undefined,
    scope: 'geo',
  })
  const take = (units: number) => other.services.meter.take(known, { units, product: 'geo' })
  const reservation = await take(1_021)
  assert.equal(reservation.quota, 1_520)
  reservation.settle(200)
  await assert.rejects(take(500), /This call takes 500 requests, more than are left of this month’s quota of 1520$/)
  await other.services.meter.flush()
  const { overage } = (await ask('GET', 'billing/subscription', { token })).data
  assert.deepEqual(overage, { is_on: true, cap: 1_500, extra_per_1000: 50, requests: 1_001, amount: 100 })
  for (let times = 0; times < 2; times++) await ask('POST', 'billing/sandbox/play', { token, body: { what: 'month_end' } })
  const { invoices } = (await ask('GET', 'billing/invoices', { token })).data
  assert.deepEqual([invoices.length, invoices[0].kind, invoices[0].net, invoices[0].lines[0].quantity], [2, 'overage', 100, 2])
  await ask('POST', 'billing/overage', { token, body: { on: false } })
  await other.services.keyTable.load(id)
  await assert.rejects(
    other.services.meter.take({ ...known, extraUnits: 0 }, { units: 1, product: 'geo' }),
    /This month’s quota of 20 requests/,
  )
  const agreed = await product.services.storage.run((queries) =>
    queries.selectFrom('audit').select('detail').where('account_id', '=', id).where('action', '=', 'overage_change').execute(),
  )
  assert.deepEqual(
    agreed.map(({ detail }) => detail),
    [{ on: true, cap: 1_500 }, { on: false }],
    'who agreed to what is written down',
  )
})

test('an account that is deleted pays for what another server has served a moment before', async () => {
  const { id, token } = await openAccount()
  const { data } = await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })
  await pay(token, data.order.id)
  const { key } = (await ask('POST', 'keys', { token, body: { name: 'k' } })).data
  await ask('POST', 'billing/overage', { token, body: { on: true, cap: 1_500 } })
  await other.services.keyTable.load(id)
  const use = { text: key, isInQuery: false, address: '192.0.2.1', origin: undefined, scope: 'geo' } as const
  const reservation = await other.services.meter.take(other.services.keyTable.get(use), { units: 1_021, product: 'geo' })
  reservation.settle(200)
  const remove = () => product.services.accounts.removeById(id, () => closeAccount(product.services, id))
  await assert.rejects(remove(), { key: 'payment_due' })
  const bills = await product.services.storage.run((queries) =>
    queries
      .selectFrom('orders')
      .select(['kind', 'net'])
      .where('email', '=', `${id}@example.org`)
      .orderBy('created_at', 'desc')
      .execute(),
  )
  assert.deepEqual(bills[0], { kind: 'overage', net: 100 })
  await other.services.meter.flush() // what is left of it has nobody to be counted for
})

test('a refused card pays nothing; the plan stays', async () => {
  const { token } = await openAccount()
  const { data } = await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })
  const order = await pay(token, data.order.id, 'insufficient')
  assert.deepEqual([order['state'], order['failure']], ['failed', 'insufficient funds'])
  assert.equal((await ask('GET', 'billing/subscription', { token })).data.state, 'none')
  const again = await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })
  assert.equal(again.data.order.id, data.order.id, 'a second click goes on with the same order')
})

test('no answer to the bank makes a refused card pay', async () => {
  const { token } = await openAccount()
  const { order } = (await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })).data
  const answer = (words: object) => ask('POST', 'billing/sandbox/pay', { token, body: { order: order.id, ...words } })
  assert.equal((await answer({ approve: true })).msg, 'This cannot be done now: the bank has asked nothing')
  await pay(token, order.id, 'decline')
  assert.equal((await answer({ approve: true })).status, 409)
  const waitFor = (state: string) =>
    until(async () => {
      const { data } = await ask('GET', `billing/orders/${order.id}`, { token })
      return data.state === state && data
    }, state)
  await answer({ card: 'secure' })
  await waitFor('action')
  await answer({ card: 'decline', approve: true })
  assert.equal((await waitFor('failed')).failure, 'card declined')
})

test('of an order that credit has paid nothing is disputed or given back, and the sandbox goes on', async () => {
  const { id: accountId, token } = await openAccount()
  const { storage: database, billing } = product.services
  const { currency } = billing.context.config
  const lines = [['losses', 5_000] as const, [`customer:${accountId}`, -5_000] as const] as const
  await database.transact((queries) => book(queries, { source: `gift:${accountId}`, orderId: null, accountId, currency, lines }))
  const { order } = (await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })).data
  assert.equal(order.state, 'paid')
  for (const what of ['dispute', 'dispute_lost', 'refund'])
    assert.equal(
      (await ask('POST', 'billing/sandbox/play', { token, body: { what, order: order.id } })).data.error,
      'not_now',
      what,
    )
})

test('the sandbox plays a renewal and a dispute', async () => {
  const { token } = await openAccount()
  const { data } = await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })
  await pay(token, data.order.id)
  const play = async (body: object) => assert.equal((await ask('POST', 'billing/sandbox/play', { token, body })).status, 200)
  await play({ what: 'period_end' })
  const readWhen = (isDone: (invoices: { state: string }[]) => boolean) =>
    until(async () => {
      const { invoices } = (await ask('GET', 'billing/invoices', { token })).data
      return isDone(invoices) && invoices
    }, 'the invoices change')
  const [renewal] = await readWhen((invoices) => invoices.length === 2 && invoices[0]?.state === 'paid')
  await play({ what: 'dispute_lost', order: renewal.id })
  await readWhen((invoices) => invoices[0]?.state === 'disputed')
  assert.equal((await ask('GET', 'billing/subscription', { token })).data.state, 'free')
})

test('price, plan and currency of the caller are refused', async () => {
  const { token } = await openAccount()
  for (const wish of [{ amount: 1 }, { currency: 'JPY' }, { due: 0 }])
    assert.equal((await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard', ...wish } })).status, 400)
  assert.equal((await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })).data.order.due, 1_000)
  assert.equal((await ask('POST', 'billing/subscribe', { token, body: { plan: 'gold' } })).status, 400)
  assert.equal((await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard', provider: 'stripe' } })).status, 400)
})

const nobody = randomUUID()
for (const [method, path, body] of [
  ['GET', 'billing/subscription'],
  ['GET', 'billing/invoices'],
  ['GET', 'billing/ledger'],
  ['GET', `billing/orders/${nobody}`],
  ['GET', `billing/invoices/${nobody}/pdf`],
  ['POST', 'billing/subscribe', { plan: 'free' }],
  ['POST', 'billing/quote', { plan: 'free' }],
  ['POST', 'billing/cancel', {}],
  ['POST', 'billing/sandbox/pay', { order: nobody }],
] as const)
  test(`${method} ${path}: 401 without a session`, async () =>
    assert.equal((await ask(method, path, body ? { body } : {})).status, 401))

test('an invoice names who sells: the product where the operator names nobody', async () => {
  const { token } = await openAccount()
  const { order } = (await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })).data
  const { data } = await ask('GET', `billing/orders/${order.id}`, { token })
  assert.deepEqual(data.seller, { name: 'Octet', lines: [] })
})

test('another account’s order → 404, whatever is asked of it', async () => {
  const [owner, stranger] = [await openAccount(), await openAccount()]
  const { order } = (await ask('POST', 'billing/subscribe', { token: owner.token, body: { plan: 'standard' } })).data
  const { token } = stranger
  for (const answer of [
    await ask('GET', `billing/orders/${order.id}`, { token }),
    await ask('GET', `billing/invoices/${order.id}/pdf`, { token }),
    await ask('POST', 'billing/pay', { token, body: { order: order.id } }),
    await ask('POST', 'billing/sandbox/pay', { token, body: { order: order.id } }),
    await ask('POST', 'billing/sandbox/play', { token, body: { what: 'refund', order: order.id } }),
  ])
    assert.equal(answer.status, 404)
})

test('the operator gives part of an invoice back, never more than is left; nobody else does', async () => {
  const [owner, operator] = [await openAccount(), await openAccount()]
  await product.services.storage.run((queries) =>
    queries.updateTable('accounts').set({ role: 'operator' }).where('id', '=', operator.id).execute(),
  )
  const { order } = (await ask('POST', 'billing/subscribe', { token: owner.token, body: { plan: 'standard' } })).data
  await pay(owner.token, order.id)
  const { invoices } = (await ask('GET', 'billing/invoices', { token: owner.token })).data
  const refund = (token: string, body: object) =>
    ask('POST', 'admin/refunds', { token, body: { invoice: invoices[0].invoice, ...body } })
  assert.equal((await refund(owner.token, {})).status, 403)
  assert.equal((await refund(operator.token, { amount: 1_001 })).status, 409)
  const unknown = await refund(operator.token, { invoice: 'none' })
  assert.deepEqual([unknown.status, unknown.msg], [400, 'invoice: expected the number of an invoice, got none'])
  const given = await refund(operator.token, { amount: 400, reason: 'ordered twice' })
  assert.deepEqual([given.status, given.data.amount, given.data.provider], [200, 400, 'sandbox'])
  await until(async () => {
    const row = await product.services.storage.run((queries) =>
      queries.selectFrom('orders').select('refunded').where('id', '=', order.id).executeTakeFirstOrThrow(),
    )
    return row.refunded === 400
  }, 'the word of the sandbox')
  assert.equal((await refund(operator.token, { amount: 601 })).status, 409)
  const list = async (path: string) => (await ask('GET', path, { token: operator.token })).data
  const [payment] = await list(`admin/payments?q=${invoices[0].invoice.toLowerCase()}`)
  const { email, due, refunded, under_way: underWay } = payment
  assert.deepEqual([email, due, refunded, underWay], [`${owner.id}@example.org`, 1_000, 400, 0])
  const asked = { id: randomUUID(), order_id: order.id, amount: 150 }
  await product.services.storage.run((queries) =>
    queries
      .insertInto('refund_asks')
      .values({ ...asked, refund_id: 'not confirmed' })
      .execute(),
  )
  assert.equal((await list(`admin/payments?q=${payment.invoice}`))[0].under_way, 150)
  assert.equal((await refund(operator.token, { amount: 451 })).status, 409)
  assert.deepEqual(await list('admin/payments?q=nobody'), [])
  const [entry] = await list('admin/refunds')
  assert.deepEqual(
    [entry.invoice, entry.amount, entry.reason, entry.operator],
    [invoices[0].invoice, 400, 'ordered twice', `${operator.id}@example.org`],
  )
})

test('a webhook counts only when it is signed, and says so over HTTP', async () => {
  const { token } = await openAccount()
  const { order } = (await ask('POST', 'billing/subscribe', { token, body: { plan: 'standard' } })).data
  const { sandbox } = product.services.billing
  const payload = JSON.stringify({
    id: randomUUID(),
    kind: 'paid',
    orderId: order.id,
    paymentRef: 'forged',
    occurredAt: new Date().toISOString(),
    amount: order.due,
    currency: order.currency,
  })
  const send = async (signature: string, body = payload) =>
    (
      await product.app.inject({
        method: 'POST',
        url: '/v1/billing/webhook/sandbox',
        headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
        payload: body,
      })
    ).statusCode
  const signature = (await sandbox?.sign(payload)) ?? ''
  const old = (await sandbox?.sign(payload, new Date(Date.now() - 600_000))) ?? ''
  const early = (await sandbox?.sign(payload, new Date(Date.now() + 600_000))) ?? ''
  assert.deepEqual(
    [
      await send(''),
      await send('t=1,v1=00'),
      await send(old),
      await send(early),
      await send(signature, payload.replace('paid', 'free')),
    ],
    [400, 400, 400, 400, 400],
  )
  assert.equal((await ask('GET', `billing/orders/${order.id}`, { token })).data.state, 'open')
  assert.deepEqual([await send(signature), await send(signature)], [200, 200])
  assert.equal((await ask('GET', `billing/orders/${order.id}`, { token })).data.state, 'paid')
  const unknown = await product.app.inject({ method: 'POST', url: '/v1/billing/webhook/stripe', payload: '{}' })
  assert.equal(unknown.statusCode, 404)
})

test('on a public origin the sandbox is refused unless the operator says otherwise', async () => {
  for (const [flag, providers] of [
    [false, []],
    [true, ['sandbox']],
  ] as const) {
    const config = join(folder, `public-${flag}.yaml`)
    await writeFile(config, `billing: { sandboxOnPublicOrigin: ${flag} }`)
    const env = { OCTET_CONFIG: config, OCTET_VAR: folder, PUBLIC_ORIGIN: 'https://octet.example' }
    await using open = await startProduct({ withoutData: true, env })
    assert.deepEqual(
      open.services.billing.providers.map(({ id }) => id),
      providers,
    )
  }
})
