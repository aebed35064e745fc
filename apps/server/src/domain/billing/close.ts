import { dropStrayPayers } from '../../storage/queries/payers.ts'
import type { BillingParts } from './billing-parts.ts'
import { collectDue } from './collect.ts'
import { billMonths } from './overage.ts'
import { renewDue } from './renew.ts'
import { tellMeters } from './tell-meter.ts'

/**
 * One round of what time brings: renewals, bills of extra requests, payments to try, ends of plans. Everything is found
 * by what is in the tables, so a round that was missed or is done twice changes nothing.
 */
export async function closePeriods(parts: BillingParts): Promise<void> {
  await renewDue(parts)
  await billMonths(parts)
  await collectDue(parts)
  await tellMeters(parts)
  // What providers know of accounts that are gone is of no use any more.
  await parts.database.run(dropStrayPayers)
}
