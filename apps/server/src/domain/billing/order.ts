import type { Selectable } from 'kysely'
import type { BillingTables } from '../../storage/billing-schema.ts'

/** An order; it is an invoice once it has a number. */
export type Order = Selectable<BillingTables['orders']>
