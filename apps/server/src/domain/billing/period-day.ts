import type { Queries } from '../../storage/database.ts'
import { listPaidUpTo, type Order } from '../../storage/queries/orders.ts'

/** A 29 February shows the day of yearly periods every fourth year, and a month of 31 days that of monthly ones sooner. */
const LOOK_BACK = 16

/**
 * The day of the month on which the periods of a plan begin: the latest one in its unbroken row of orders, as a short
 * month shows an earlier one. An upgrade within a period does not begin one.
 */
export async function findPeriodDay(queries: Queries, newest: Order): Promise<number> {
  return toPeriodDay(newest, await listPaidUpTo(queries, newest, LOOK_BACK))
}

type Covered = Pick<Order, 'covers_from' | 'covers_until' | 'seq'>

/** The same from the orders that there are, the newest first. */
export function toPeriodDay(order: Covered, orders: readonly Covered[]): number {
  const { covers_from: from, covers_until: until } = order
  const earlier = orders.filter(({ seq }) => seq < order.seq)
  const findUntil = (date: Date | null) => earlier.find((other) => date && other.covers_until?.getTime() === date.getTime())
  const within = findUntil(until)
  const before = within ?? findUntil(from)
  const own = within ? 0 : (from?.getUTCDate() ?? 0)
  return Math.max(own, until?.getUTCDate() ?? 1, before ? toPeriodDay(before, earlier) : 0)
}
