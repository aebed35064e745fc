import { sql } from 'kysely'
import type { Queries } from '../../storage/database.ts'

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
  await queries
    .insertInto('ledger')
    .values({
      source,
      order_id: orderId,
      account_id: accountId,
      currency,
      accounts: moved.map(([account]) => account),
      amounts: moved.map(([, amount]) => amount),
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute()
}

/** Books what has been booked from a source the other way round. */
export async function bookBack(queries: Queries, was: string, booking: Omit<Booking, 'lines'>): Promise<void> {
  const { accounts, amounts } = await queries
    .selectFrom('ledger')
    .select(['accounts', 'amounts'])
    .where('source', '=', was)
    .executeTakeFirstOrThrow()
  const lines = accounts.map((account, at) => [account as LedgerAccount, -Number(amounts[at])] as const)
  await book(queries, { ...booking, lines })
}

/** What an account owes; negative when it has that much in credit. */
export async function readBalance(queries: Queries, accountId: string, currency: string): Promise<number> {
  const name = `customer:${accountId}`
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(line.amount), 0)::int8 as sum
    from ledger, unnest(accounts, amounts) as line (account, amount)
    where account_id = ${accountId} and currency = ${currency} and line.account = ${name}`.execute(queries)
  return rows[0]?.sum ?? 0
}

/** Balance of every account of the ledger, by name and currency; they add up to 0 in each currency. */
export async function readTrialBalance(queries: Queries): Promise<{ account: string; currency: string; balance: number }[]> {
  const { rows } = await sql<{ account: string; currency: string; balance: number }>`
    select line.account, currency, sum(line.amount)::int8 as balance
    from ledger, unnest(accounts, amounts) as line (account, amount)
    group by line.account, currency order by line.account, currency`.execute(queries)
  return rows
}
