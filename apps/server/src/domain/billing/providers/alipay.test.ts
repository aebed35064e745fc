import assert from 'node:assert/strict'
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import type { Order } from '../../../storage/queries/orders.ts'
import { AlipayProvider } from './alipay.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
const [ours, theirs] = [pair(), pair()]
const asked: URLSearchParams[] = []
const TAKEN = { code: '10000', msg: 'Success', refund_fee: '12.30' }
let gatewaySays: object = TAKEN
let provider: AlipayProvider

/** A gateway that signs what it says. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push(new URLSearchParams([...new URL(request.url ?? '', 'http://x').searchParams, ...new URLSearchParams(body)]))
    const content = JSON.stringify(gatewaySays)
    const sign = createSign('RSA-SHA256').update(content).sign(theirs.privateKey, 'base64')
    response.setHeader('content-type', 'application/json')
    response.end(`{"alipay_trade_refund_response":${content},"sign":"${sign}"}`)
  })
})

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  provider = new AlipayProvider({
    appId: '2026000000000001',
    privateKey: ours.privateKey,
    alipayPublicKey: theirs.publicKey,
    keyType: 'PKCS1',
    gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`,
  })
})
after(() => server.close())

const order = { id: randomUUID(), due: 372_05, currency: 'CNY', lang: 'zh' } as Order

/** A notification as Alipay signs it: every field but sign and sign_type, sorted, RSA2. */
function toNotification(fields: Readonly<Record<string, string>>, key = theirs.privateKey): string {
  const all: Record<string, string> = {
    app_id: '2026000000000001',
    notify_id: randomUUID(),
    notify_time: '2026-11-21 10:00:00',
    out_trade_no: order.id,
    trade_no: '2026112122001',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '372.05',
    gmt_payment: '2026-11-21 09:59:58',
    ...fields,
  }
  const content = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&')
  const sign = createSign('RSA-SHA256').update(content).sign(key, 'base64')
  return new URLSearchParams({ ...all, sign, sign_type: 'RSA2' }).toString()
}

const parse = (body: string) => provider.parse({ body, header: () => undefined })

test('the page payment carries our order, the amount in yuan, where to tell us, and a title without the signs it forbids', async () => {
  const { url } = await provider.checkout({
    order,
    payer: undefined,
    title: 'A/B=C & D: Standard 套餐，一个月',
    returnUrl: 'http://127.0.0.1:3000/zh/account/billing',
    notifyUrl: 'http://127.0.0.1:3000/v1/billing/webhook/alipay',
  })
  const { searchParams } = new URL(url)
  assert.equal(searchParams.get('method'), 'alipay.trade.page.pay')
  assert.equal(searchParams.get('notify_url'), 'http://127.0.0.1:3000/v1/billing/webhook/alipay')
  const content = JSON.parse(searchParams.get('biz_content') ?? '')
  assert.deepEqual(
    [content.out_trade_no, content.total_amount, content.product_code, content.subject],
    [order.id, '372.05', 'FAST_INSTANT_TRADE_PAY', 'A B C   D: Standard 套餐，一个月'],
  )
})

test('a signed notification is a payment at Chinese time', async () => {
  const event = await parse(toNotification({}))
  assert.equal(event?.kind, 'paid')
  assert.deepEqual(event?.kind === 'paid' && [event.amount, event.currency, event.orderId], [372_05, 'CNY', order.id])
  assert.equal(event?.occurredAt.toISOString(), '2026-11-21T01:59:58.000Z')
})

test('a closed trade is a failure, one that waits says nothing', async () => {
  assert.equal((await parse(toNotification({ trade_status: 'TRADE_CLOSED' })))?.kind, 'failed')
  assert.equal(await parse(toNotification({ trade_status: 'WAIT_BUYER_PAY' })), undefined)
})

for (const [name, body] of [
  ['another amount', () => toNotification({}).replace('372.05', '0.01')],
  ['another key', () => toNotification({}, ours.privateKey)],
  ['another app', () => toNotification({ app_id: '2026000000000009' })],
  ['no signature', () => `out_trade_no=${order.id}&trade_status=TRADE_SUCCESS`],
  ['nothing', () => ''],
] as const)
  test(`refused: ${name}`, () =>
    assert.rejects(parse(body()), (error: unknown) => isAppError(error) && error.key === 'bad_signature'))

test('a refund is asked of the gateway and is known by its number', async () => {
  const refundId = randomUUID()
  const { event } = await provider.refund({ order, amount: 12_30, refundId })
  const content = JSON.parse(asked.at(-1)?.get('biz_content') ?? '')
  assert.deepEqual([content.refund_amount, content.out_request_no, content.out_trade_no], ['12.30', refundId, order.id])
  const told = await parse(toNotification({ refund_fee: '12.30', out_biz_no: refundId }))
  assert.deepEqual(
    [event, told].map((one) => one?.kind === 'refunded' && [one.refundId, one.amount]),
    [
      [refundId, 12_30],
      [refundId, 12_30],
    ],
  )
})

test('of a trade with several refunds each notification names the sum', async () => {
  const hear = (refund: string, extra: Record<string, string>) => parse(toNotification({ out_biz_no: refund, ...extra }))
  const told = await hear('2', { refund_fee: '15.00', gmt_refund: '2026-11-22 08:00:00.123' })
  assert.deepEqual(told?.kind === 'refunded' && [told.refundId, told.amount, told.isTotal, told.occurredAt.toISOString()], [
    '2',
    15_00,
    true,
    '2026-11-22T00:00:00.123Z',
  ])
})

for (const [key, says] of [
  ['not_now', { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.REASON_TRADE_REFUND_FEE_ERR', sub_msg: 'too much' }],
  ['unavailable', { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.SYSTEM_ERROR', sub_msg: 'try again' }],
  ['unavailable', { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' }],
] as const)
  test(`a refund answered with ${says.sub_code}: ${key}`, async () => {
    gatewaySays = says
    await assert.rejects(provider.refund({ order, amount: 12_30, refundId: randomUUID() }), { key })
    gatewaySays = TAKEN
  })
