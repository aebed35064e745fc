import { sql } from 'kysely'
import type { Queries } from '../database.ts'

export type BookingRow = {
  readonly source: string
  readonly order_id: string | null
  readonly account_id: string
  readonly currency: string
  readonly accounts: string[]
  readonly amounts: number[]
}

/** Books, unless that has been booked from the same source. The database refuses amounts that do not add up to 0. */
export async function insertBooking(queries: Queries, booking: BookingRow): Promise<void> {
  await queries
    .insertInto('ledger')
    .values(booking)
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute()
}

/** What has been booked from a source. */
export function getBooking(queries: Queries, source: string) {
  return queries.selectFrom('ledger').select(['accounts', 'amounts']).where('source', '=', source).executeTakeFirstOrThrow()
}

/** Whether something has been booked from a source. */
export async function hasBooking(queries: Queries, source: string): Promise<boolean> {
  return (await queries.selectFrom('ledger').select('id').where('source', '=', source).executeTakeFirst()) !== undefined
}

/** Sum of an account of the ledger, such as `customer:<id>`, in a currency. */
export async function sumAccount(
  queries: Queries,
  { accountId, currency, name }: { accountId: string; currency: string; name: string },
): Promise<number> {
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

/** The bookings that touch an account, newest first, with the sum of one of the ledger's accounts after each. */
export async function listBookings(queries: Queries, { accountId, name }: { accountId: string; name: string }) {
  const { rows } = await sql<{
    id: number
    source: string
    currency: string
    accounts: string[]
    amounts: (string | number)[]
    created_at: Date
    invoice_number: string | null
    balance: number
  }>`select ledger.id, source, ledger.currency, accounts, amounts, ledger.created_at, orders.invoice_number,
      sum(coalesce((select sum(line.amount) from unnest(accounts, amounts) as line (account, amount) where line.account = ${name}), 0))
        over (partition by ledger.currency order by ledger.id)::int8 as balance
    from ledger left join orders on orders.id = ledger.order_id
    where ledger.account_id = ${accountId} order by ledger.id desc limit 500`.execute(queries)
  return rows
}
