import type { Logger } from 'pino'
import type { Database } from '../../storage/database.ts'
import type { BillingContext } from './context.ts'
import type { Provider } from './provider.ts'

/** What bills, renewals and payments need. */
export type BillingParts = {
  readonly database: Database
  readonly context: BillingContext
  readonly providers: ReadonlyMap<string, Provider>
  readonly log: Logger
}
