import { randomUUID } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { getOrder } from './heed.ts'
import { toMoneyWords } from './money.ts'
import type { Order } from './orders.ts'
import type { Provider, ProviderEvent } from './provider.ts'

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

/** Asks the provider to give money of a paid order back, all that is left unless said. Throws `not_now`. */
export async function refundOrder(parts: RefundParts, orderId: string, amount?: number): Promise<Refund> {
  const order = await parts.database.run((queries) => getOrder(queries, orderId))
  const wanted = amount ?? order.due - order.refunded
  checkAmount(order, wanted)
  const provider = parts.getProvider(order.provider)
  const { refundId, event } = await provider.refund({ order, amount: wanted, refundId: randomUUID() })
  if (event) await parts.heed(provider, event)
  return { refund: refundId, amount: wanted, currency: order.currency, provider: order.provider }
}

function checkAmount({ paid_at: paidAt, due, refunded, currency }: Order, wanted: number): void {
  const left = paidAt === null ? 0 : due - refunded
  if (wanted > 0 && wanted <= left) return
  const most = (lang: Lang) => toMoneyWords(left, currency, lang)
  throw new AppError('not_now', { reason: { en: `at most ${most('en')} can be given back`, zh: `最多可退 ${most('zh')}` } })
}

/** The id of the order of an invoice. Throws `bad_input`. */
export async function getInvoiceOrderId(queries: Queries, invoice: string): Promise<string> {
  const order = await queries.selectFrom('orders').select('id').where('invoice_number', '=', invoice).executeTakeFirst()
  const expected = { en: 'the number of an invoice', zh: '账单编号' }
  if (!order) throw new AppError('bad_input', { field: 'invoice', expected, got: invoice })
  return order.id
}
