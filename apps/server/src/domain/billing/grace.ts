import type { Order } from '../../storage/queries/orders.ts'
import type { BillingContext } from './context.ts'

const DAY_MS = 86_400_000

type Asked = Pick<Order, 'created_at' | 'covers_from'>

/** When the time of an invoice begins to run: as it is made, or with what it is for where that comes later. */
export const toFirstAsk = ({ created_at: createdAt, covers_from: from }: Asked): Date =>
  from !== null && from > createdAt ? from : createdAt

/** Until when a plan goes on though its invoice is unpaid. A server that was away makes the invoice late, and no time shorter. */
export const toGraceEnd = (order: Asked, { config }: Pick<BillingContext, 'config'>): Date =>
  new Date(toFirstAsk(order).getTime() + config.graceDays * DAY_MS)
