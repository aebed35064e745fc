import type { Queries } from '../../storage/database.ts'
import { readPayer } from '../../storage/queries/payers.ts'
import type { Order } from '../../storage/queries/orders.ts'
import type { Payer } from './provider.ts'

/** How the provider of an order knows who pays; undefined where nothing has been kept. */
export async function findPayer(queries: Queries, order: Order): Promise<Payer | undefined> {
  const row = await readPayer(queries, order)
  return row?.customerRef ? row : undefined
}
