import { sql } from 'kysely'
import type { Queries } from '../database.ts'

type Key = { readonly account_id: string; readonly provider: string }

/** How a provider knows an account. */
export function readPayer(queries: Queries, { account_id: accountId, provider }: Key) {
  return queries
    .selectFrom('payers')
    .select(['customer_ref as customerRef', 'method_ref as methodRef'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** Keeps how a provider knows an account, unless something is known already; whatever is said of a payment is newer. */
export async function insertPayer(queries: Queries, payer: Key & { readonly customer_ref: string }): Promise<void> {
  await queries
    .insertInto('payers')
    .values({ ...payer, updated_at: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Keeps another customer in place of one that the provider does not know any more, and whose card is gone with it; nothing
 * where somebody has done so before.
 */
export async function replacePayer(
  queries: Queries,
  { account_id: accountId, provider, customer_ref }: Key & { readonly customer_ref: string },
  gone: string,
): Promise<void> {
  await queries
    .updateTable('payers')
    .set({ customer_ref, method_ref: null })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('customer_ref', '=', gone)
    .execute()
}

type Payer = Key & { readonly customer_ref: string | null; readonly method_ref: string | null; readonly updated_at: Date }

/** Keeps what a payment said of its payer, unless something newer is known. */
export async function upsertPayer(queries: Queries, payer: Payer): Promise<void> {
  await queries
    .insertInto('payers')
    .values(payer)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'provider'])
        .doUpdateSet({
          customer_ref: sql<string>`coalesce(excluded.customer_ref, payers.customer_ref)`,
          method_ref: sql<string>`coalesce(excluded.method_ref, payers.method_ref)`,
          updated_at: payer.updated_at,
        })
        .where('payers.updated_at', '<=', payer.updated_at),
    )
    .execute()
}

/** Forgets the payers of accounts that are gone. */
export async function dropStrayPayers(queries: Queries): Promise<void> {
  await queries
    .deleteFrom('payers')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts').select('id').whereRef('accounts.id', '=', 'payers.account_id'))),
    )
    .execute()
}
