import type { Queries } from '../../storage/database.ts'
import { findRenewal, getOrder } from '../../storage/queries/orders.ts'
import { getAddressee, lockAccount } from '../../storage/queries/accounts.ts'
import { isFree } from '../plan/plans.ts'
import type { BillingParts } from './billing-parts.ts'
import type { BillingContext } from './context.ts'
import { addOrder, issueInvoice } from './orders.ts'
import { findPeriodDay } from './period-day.ts'
import { addPeriods } from './periods.ts'
import { findSubscription, listEnding, type Subscription } from '../../storage/queries/subscriptions.ts'
import { projectSubscription } from './project.ts'
import type { Provider } from './provider.ts'
import { toPlanLine } from './quote.ts'

/** Who cannot be charged is asked so long before the period ends. */
const LEAD_MS = 7 * 86_400_000

/** Renewals of plans whose time is up, and the end of those that are not renewed; one that fails keeps no other back. */
export async function renewDue(parts: BillingParts): Promise<void> {
  for (const accountId of await findDue(parts))
    await renewOne(parts, accountId).catch((error: unknown) =>
      parts.log.error({ err: error, account: accountId }, 'a plan could not be renewed'),
    )
}

/** Accounts whose paid time is over, or ends soon without an invoice for the time after it; the earliest end first. */
async function findDue({ database, context, providers }: BillingParts): Promise<string[]> {
  const now = context.now()
  const rows = await database.run((queries) => listEnding(queries, new Date(now.getTime() + LEAD_MS)))
  const isDue = ({ ends_at: endsAt, ...row }: (typeof rows)[number]): boolean =>
    (endsAt !== null && endsAt <= now) ||
    (!row.cancel_at_end && row.next_id === null && !providers.get(row.provider ?? '')?.canCharge)
  return rows.filter(isDue).map(({ account_id: accountId }) => accountId)
}

function renewOne({ database, context, providers }: BillingParts, accountId: string): Promise<void> {
  return database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    const subscription = await findSubscription(queries, accountId)
    if (!subscription?.order_id || !subscription.ends_at) return
    await renew(queries, { context, providers, subscription, endsAt: subscription.ends_at })
    if (subscription.ends_at <= context.now()) await projectSubscription(queries, accountId, context)
  })
}

type Renewal = {
  readonly context: BillingContext
  readonly providers: ReadonlyMap<string, Provider>
  readonly subscription: Subscription
  readonly endsAt: Date
}

async function renew(queries: Queries, { context, providers, subscription, endsAt }: Renewal): Promise<void> {
  const plan = context.plans.find(subscription.next_plan_id ?? subscription.plan_id)
  if (subscription.cancel_at_end || !plan || isFree(plan)) return
  const before = await getOrder(queries, subscription.order_id ?? '')
  const provider = providers.get(before.provider) ?? [...providers.values()][0]
  const leadMs = provider?.canCharge ? 0 : LEAD_MS
  if (!provider || endsAt.getTime() - leadMs > context.now().getTime()) return
  const period = subscription.next_period ?? subscription.period
  if (await findRenewal(queries, { accountId: subscription.account_id, from: endsAt })) return
  const until = addPeriods(endsAt, period, { day: await findPeriodDay(queries, before) })
  if (until <= context.now()) return // the server was away for longer: nobody pays for a time that is over
  const { email, lang } = await getAddressee(queries, subscription.account_id)
  const order = await addOrder(
    queries,
    {
      accountId: subscription.account_id,
      email,
      lang,
      kind: 'renewal',
      planId: plan.id,
      period,
      provider,
      lines: [toPlanLine(plan, period)],
      covers: { from: endsAt, until },
      nextAttemptAt: context.now(),
    },
    context,
  )
  await issueInvoice(queries, order, context.now())
}
