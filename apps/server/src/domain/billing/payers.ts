import type { Queries } from '../../storage/database.ts'
import type { Order } from './order.ts'
import type { Payer } from './provider.ts'

/** How the provider of an order knows who pays; undefined where nothing has been kept. */
export async function findPayer(queries: Queries, { account_id: accountId, provider }: Order): Promise<Payer | undefined> {
  const row = await queries
    .selectFrom('payers')
    .select(['customer_ref as customerRef', 'method_ref as methodRef'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.customerRef ? row : undefined
}
