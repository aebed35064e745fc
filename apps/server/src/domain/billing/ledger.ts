import type { Queries } from '../../storage/database.ts'
import { getBooking, insertBooking, sumAccount } from '../../storage/queries/ledger.ts'

/** One side of a booking: positive amounts are debits. */
export type LedgerLine = readonly [account: LedgerAccount, amount: number]

/** What the company has or earned, and what each customer owes (positive) or has in credit (negative). */
export type LedgerAccount =
  | `customer:${string}`
  | `provider:${string}`
  | 'revenue:plans'
  | 'revenue:extra'
  | 'tax'
  | 'disputed'
  | 'losses'

export type Booking = {
  /** What is booked, such as `invoice:<order>`. The same source is booked once. */
  readonly source: string
  readonly orderId: string | null
  readonly accountId: string
  readonly currency: string
  readonly lines: readonly LedgerLine[]
}

/** Books once; a repeated call changes nothing. The database refuses lines that do not add up to 0. */
export async function book(queries: Queries, { source, orderId, accountId, currency, lines }: Booking): Promise<void> {
  const moved = lines.filter(([, amount]) => amount !== 0)
  if (moved.length === 0) return
  await insertBooking(queries, {
    source,
    order_id: orderId,
    account_id: accountId,
    currency,
    accounts: moved.map(([account]) => account),
    amounts: moved.map(([, amount]) => amount),
  })
}

/** Books what has been booked from a source the other way round. */
export async function bookBack(queries: Queries, was: string, booking: Omit<Booking, 'lines'>): Promise<void> {
  const { accounts, amounts } = await getBooking(queries, was)
  const lines = accounts.map((account, at) => [account as LedgerAccount, -Number(amounts[at])] as const)
  await book(queries, { ...booking, lines })
}

/** What an account owes; negative when it has that much in credit. */
export async function readBalance(queries: Queries, accountId: string, currency: string): Promise<number> {
  return sumAccount(queries, { accountId, currency, name: `customer:${accountId}` })
}
