import { randomUUID } from 'node:crypto'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { deleteAsk, endAsk, listAsks, upsertAsk } from '../../storage/queries/refunds.ts'
import { findOrderId, getOrder, type Order } from '../../storage/queries/orders.ts'
import { lockAccount } from '../../storage/queries/accounts.ts'
import { toMoneyWords } from './money.ts'
import type { AskedRefund, Provider, ProviderEvent } from './provider.ts'

/** What was asked back, in the smallest unit of the currency. It counts when the provider says so. */
export type Refund = {
  /** The provider’s own number of the refund. */
  readonly refund: string
  readonly amount: number
  readonly currency: string
  readonly provider: string
}

export type RefundParts = {
  readonly database: Database
  getProvider(id: string): Provider
  heed(provider: Provider, event: ProviderEvent): Promise<void>
}

/** Longer than any provider is waited for, with its repetitions. */
const BUSY_SECONDS = 60

/** Asks the provider to give money of a paid order back, all that is left unless said. Throws `not_now`. */
export async function refundOrder(parts: RefundParts, orderId: string, amount?: number): Promise<Refund> {
  const { order, provider, ask } = await parts.database.transact(async (queries) => {
    const found = await getOrder(queries, orderId)
    const provider = parts.getProvider(found.provider)
    await lockAccount(queries, found.account_id)
    const order = await getOrder(queries, orderId)
    return { order, provider, ask: await reserve(queries, order, amount) }
  })
  const { refundId, event } = await askProvider(parts, provider, { order, amount: ask.amount, refundId: ask.id })
  if (event) await parts.heed(provider, event)
  return { refund: refundId, amount: ask.amount, currency: order.currency, provider: order.provider }
}

type Ask = { readonly id: string; readonly amount: number }

/**
 * Sets aside what is asked for until the provider says that it was given, so that two at once get no more than is left. An
 * ask without an answer may have been taken: it is repeated under its number before anything else can be asked for.
 */
async function reserve(queries: Queries, order: Order, amount?: number): Promise<Ask> {
  const asks = await listAsks(queries, order.id)
  const asked = asks.filter(({ isAnswered }) => isAnswered).reduce((sum, row) => sum + row.amount, 0)
  const left = order.paid_at === null ? 0 : order.due - order.refunded - asked
  const wanted = amount ?? left
  const unanswered = asks.find(({ isAnswered }) => !isAnswered)
  if (unanswered) refuseUnlessSame(unanswered, wanted, order)
  else checkAmount(wanted, left, order)
  const ask = { id: unanswered?.id ?? randomUUID(), amount: wanted }
  await upsertAsk(queries, { ...ask, order_id: order.id }, BUSY_SECONDS)
  return ask
}

function refuseUnlessSame({ amount, isBusy }: { amount: number; isBusy: boolean }, wanted: number, { currency }: Order): void {
  if (isBusy) {
    const reason = { en: 'a refund of this invoice is being asked for', zh: '该账单的一笔退款正在申请中' }
    throw new AppError('not_now', { reason })
  }
  if (amount === wanted) return
  const money = (lang: Lang) => toMoneyWords(amount, currency, lang)
  const en = `the provider has not answered whether it gave ${money('en')} back; ask for that amount again first`
  throw new AppError('not_now', { reason: { en, zh: `支付渠道尚未答复 ${money('zh')} 是否已退，请先再次申请该金额` } })
}

function checkAmount(wanted: number, left: number, { currency }: Order): void {
  if (wanted > 0 && wanted <= left) return
  const most = (lang: Lang) => toMoneyWords(left, currency, lang)
  throw new AppError('not_now', { reason: { en: `at most ${most('en')} can be given back`, zh: `最多可退 ${most('zh')}` } })
}

/** Asks, and keeps what came of it: its number, nothing after a refusal, or that the answer is missing. */
async function askProvider(
  { database }: RefundParts,
  provider: Provider,
  wish: Parameters<Provider['refund']>[0],
): Promise<AskedRefund> {
  try {
    const answer = await provider.refund(wish)
    await database.run((queries) => endAsk(queries, wish.refundId, answer.refundId))
    return answer
  } catch (error) {
    const isRefused = isAppError(error) && error.key === 'not_now'
    await database.run((queries) => (isRefused ? deleteAsk(queries, wish.refundId) : endAsk(queries, wish.refundId)))
    throw error
  }
}

/** The id of the order of an invoice. Throws `bad_input`. */
export async function getInvoiceOrderId(queries: Queries, invoice: string): Promise<string> {
  const id = await findOrderId(queries, invoice)
  const expected = { en: 'the number of an invoice', zh: '账单编号' }
  if (id === undefined) throw new AppError('bad_input', { field: 'invoice', expected, got: invoice })
  return id
}
