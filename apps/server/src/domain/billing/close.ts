import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Queries } from '../../storage/database.ts'
import { isFree } from '../plan/plans.ts'
import { mailAboutOrder, type BillingContext } from './context.ts'
import { heedCredit } from './heed.ts'
import { addOrder, bookWriteOff, issueInvoice, lockAccount, type Order } from './orders.ts'
import { findPeriodDay } from './period-day.ts'
import { addPeriods, toMonth } from './periods.ts'
import { findSubscription, projectSubscription, type Subscription } from './project.ts'
import type { Payer, Provider } from './provider.ts'
import { toPlanLine } from './quote.ts'

const DAY_MS = 86_400_000
/** Days after the first attempt on which a payment is tried, or asked for, again. */
const ATTEMPT_DAYS = [0, 3, 7] as const
/** Who cannot be charged is asked so long before the period ends. */
const LEAD_MS = 7 * DAY_MS
/** Units of a month may be written so long after it. */
const MONTH_LAG_MS = 30 * 60_000
/** An attempt whose call failed is made again after this. */
const RETRY_MS = 10 * 60_000
const AT_ONCE = 50
/** So many attempts are never made: the sandbox means by it that nothing more is tried. */
export const GIVEN_UP = 99

export type CloseParts = {
  readonly database: Database
  readonly context: BillingContext
  readonly providers: ReadonlyMap<string, Provider>
  readonly log: Logger
}

/**
 * One round of what time brings: renewals, bills of extra requests, payments to try, ends of plans. Everything is found
 * by what is in the tables, so a round that was missed or is done twice changes nothing.
 */
export async function closePeriods(parts: CloseParts): Promise<void> {
  await renewDue(parts)
  await billMonths(parts)
  await collectDue(parts)
  await forgetGone(parts)
}

/** What providers know of accounts that are gone is of no use any more. */
async function forgetGone({ database }: CloseParts): Promise<void> {
  await database.run((queries) =>
    queries
      .deleteFrom('payers')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('accounts').select('id').whereRef('accounts.id', '=', 'payers.account_id'))),
      )
      .execute(),
  )
}

/** Renewals of plans whose time is up, and the end of those that are not renewed. */
async function renewDue({ database, context, providers }: CloseParts): Promise<void> {
  const soon = new Date(context.now().getTime() + LEAD_MS)
  const due = await database.run((queries) =>
    queries
      .selectFrom('subscriptions')
      .select('account_id')
      .where('product', '=', 'api')
      .where('order_id', 'is not', null)
      .where('ends_at', '<=', soon)
      .limit(1_000)
      .execute(),
  )
  for (const { account_id: accountId } of due)
    await database.transact(async (queries) => {
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
  const before = await queries
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', subscription.order_id ?? '')
    .executeTakeFirstOrThrow()
  const provider = providers.get(before.provider) ?? [...providers.values()][0]
  const leadMs = provider?.canCharge ? 0 : LEAD_MS
  if (!provider || endsAt.getTime() - leadMs > context.now().getTime()) return
  const period = subscription.next_period ?? subscription.period
  const known = await queries
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', subscription.account_id)
    .where('kind', '=', 'renewal')
    .where('covers_from', '=', endsAt)
    .executeTakeFirst()
  if (known) return
  const addressee = await queries
    .selectFrom('accounts')
    .select(['email', 'lang'])
    .where('id', '=', subscription.account_id)
    .executeTakeFirstOrThrow()
  const order = await addOrder(
    queries,
    {
      accountId: subscription.account_id,
      ...addressee,
      kind: 'renewal',
      planId: plan.id,
      period,
      provider,
      lines: [toPlanLine(plan, period)],
      covers: { from: endsAt, until: addPeriods(endsAt, period, { day: await findPeriodDay(queries, before) }) },
      nextAttemptAt: context.now(),
    },
    context,
  )
  await issueInvoice(queries, order, context.now())
}

/** Bills of the extra requests of months that are over. */
async function billMonths(parts: CloseParts): Promise<void> {
  const { database, context } = parts
  const month = toMonth(new Date(context.now().getTime() - MONTH_LAG_MS))
  const open = await database.run((queries) =>
    queries
      .selectFrom('quotas')
      .select(['account_id', 'month'])
      .where('extra_price', 'is not', null)
      .where('month', '<', month)
      .where('month', '>=', toMonth(new Date(context.now().getTime() - 100 * DAY_MS)))
      .where(
        ({ selectFrom, ref }) =>
          selectFrom('leases')
            .select(sql<number>`ceil((coalesce(sum(used), 0) - ${ref('quotas.included')}) / 1000.0)`.as('thousands'))
            .whereRef('leases.account_id', '=', 'quotas.account_id')
            .whereRef('leases.month', '=', 'quotas.month'),
        '>',
        ({ ref }) => ref('billed_thousands'),
      )
      .execute(),
  )
  for (const row of open) await billMonth(parts, { accountId: row.account_id, month: row.month })
}

/** Bills the extra requests of a month that are on no invoice yet: each started thousand once. Gives the order, if any. */
export async function billMonth(
  { database, context, providers }: Pick<CloseParts, 'database' | 'context' | 'providers'>,
  { accountId, month }: { accountId: string; month: string },
): Promise<Order | undefined> {
  const order = await database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    const quota = await queries
      .selectFrom('quotas')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('month', '=', month)
      .forUpdate()
      .executeTakeFirst()
    if (!quota || quota.extra_price === null) return undefined
    const used = await readUsed(queries, { accountId, month })
    const thousands = Math.ceil(Math.max(0, used - quota.included) / 1_000) - quota.billed_thousands
    const last = await queries
      .selectFrom('orders')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('paid_at', 'is not', null)
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    const provider = providers.get(last?.provider ?? '')
    if (thousands <= 0 || !last || !provider) return undefined
    await queries
      .updateTable('quotas')
      .set({ billed_thousands: quota.billed_thousands + thousands })
      .where('account_id', '=', accountId)
      .where('month', '=', month)
      .execute()
    if (quota.extra_price === 0) return undefined
    const { email, lang, plan_id: planId, period } = last
    const line = { kind: 'extra', month, quantity: thousands, unitPrice: quota.extra_price } as const
    const added = await addOrder(
      queries,
      {
        accountId,
        email,
        lang,
        kind: 'overage',
        planId,
        period,
        provider,
        lines: [{ ...line, amount: thousands * quota.extra_price }],
        month,
        nextAttemptAt: context.now(),
      },
      context,
    )
    await issueInvoice(queries, added, context.now())
    return added
  })
  const provider = order && providers.get(order.provider)
  const payer = order && (await database.run((queries) => findPayer(queries, order)))
  if (order && payer) await provider?.meter?.({ payer, units: toQuantity(order) * 1_000, id: `extra-${order.id}` })
  return order
}

const toQuantity = ({ lines }: Order): number => lines.reduce((sum, line) => sum + (line.kind === 'extra' ? line.quantity : 0), 0)

/** Units of a month that have been used. */
export async function readUsed(queries: Queries, { accountId, month }: { accountId: string; month: string }): Promise<number> {
  const { used } = await queries
    .selectFrom('leases')
    .select(sql<number>`coalesce(sum(used), 0)::int8`.as('used'))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  return used
}

/** Payments whose time for an attempt has come. */
async function collectDue(parts: CloseParts): Promise<void> {
  const { database, context, log } = parts
  const due = await database.run((queries) =>
    queries
      .selectFrom('orders')
      .select(['id', 'account_id'])
      .where('next_attempt_at', '<=', context.now())
      .orderBy('next_attempt_at')
      .limit(AT_ONCE)
      .execute(),
  )
  for (const { id, account_id: accountId } of due)
    await collect(parts, { id, accountId }).catch((error: unknown) =>
      log.error({ err: error, order: id }, 'a payment could not be tried'),
    )
}

/** One attempt, a reminder where nobody can be charged, or the end after the last one. */
async function collect(parts: CloseParts, { id, accountId }: { id: string; accountId: string }): Promise<void> {
  const { database, context, providers } = parts
  const attempt = await database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    const order = await queries.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const isDue = order.next_attempt_at !== null && order.next_attempt_at <= context.now()
    if (order.state !== 'open' || order.paid_at !== null || !isDue) return undefined
    if (order.attempts >= ATTEMPT_DAYS.length) return giveUpInTime(queries, context, order)
    if (!(await isKnown(queries, accountId))) return stopTrying(queries, order)
    const provider = providers.get(order.provider)
    if (order.due === 0) {
      await heedCredit(queries, context, order)
      return undefined
    }
    if (!provider) return undefined
    const payer = await findPayer(queries, order)
    const isCharged = provider.canCharge && payer !== undefined
    await setAttempt(queries, order, {
      attempts: order.attempts + 1,
      at: isCharged ? new Date(context.now().getTime() + RETRY_MS) : toNextAttempt(order, context),
    })
    if (!isCharged) await remind(queries, context, order)
    return isCharged ? { order, provider, payer } : undefined
  })
  if (!attempt) return
  const { order, provider, payer } = attempt
  try {
    await provider.charge({ order, payer, attempt: order.attempts + 1 })
  } catch (error) {
    // A provider that is away has refused nothing: the same attempt is made again.
    await database.run((queries) =>
      setAttempt(queries, order, { attempts: order.attempts, at: new Date(context.now().getTime() + RETRY_MS) }),
    )
    throw error
  }
  await database.run((queries) => setAttempt(queries, order, { attempts: order.attempts + 1, at: toNextAttempt(order, context) }))
}

async function setAttempt(queries: Queries, { id }: Order, { attempts, at }: { attempts: number; at: Date }): Promise<void> {
  await queries
    .updateTable('orders')
    .set({ attempts, next_attempt_at: at })
    .where('id', '=', id)
    .where('paid_at', 'is', null)
    .execute()
}

/** When the attempt after the one that is made now is due; after the last one, the end of the time of grace. */
function toNextAttempt(order: Order, context: BillingContext): Date {
  const end = toGraceEnd(order, context)
  const days = ATTEMPT_DAYS[order.attempts + 1]
  return days === undefined ? end : new Date(Math.min(end.getTime(), toStartMs(order) + days * DAY_MS))
}

const toGraceEnd = (order: Order, { config }: BillingContext): Date => new Date(toStartMs(order) + config.graceDays * DAY_MS)

const toStartMs = ({ created_at: createdAt, covers_from: from }: Order): number =>
  Math.max(createdAt.getTime(), from?.getTime() ?? 0)

async function remind(queries: Queries, context: BillingContext, order: Order): Promise<void> {
  const until = new Date((order.covers_from ?? order.created_at).getTime() + context.config.graceDays * DAY_MS)
  await mailAboutOrder(queries, context, { order, kind: 'invoice_due', values: { until: until.toISOString().slice(0, 10) } })
}

async function isKnown(queries: Queries, accountId: string): Promise<boolean> {
  return (await queries.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()) !== undefined
}

/** Nobody is charged after the account has been deleted. */
async function stopTrying(queries: Queries, { id }: Order): Promise<undefined> {
  await queries.updateTable('orders').set({ next_attempt_at: null }).where('id', '=', id).execute()
}

/** After the last attempt the time of grace still counts; the sandbox can end it at once. */
async function giveUpInTime(queries: Queries, context: BillingContext, order: Order): Promise<undefined> {
  const end = toGraceEnd(order, context)
  if (end <= context.now() || order.attempts >= GIVEN_UP) return giveUp(queries, context, order)
  await setAttempt(queries, order, { attempts: order.attempts, at: end })
}

/** Writes an invoice off, with what follows for the plan or the extra requests it is for. */
export async function giveUp(queries: Queries, context: BillingContext, order: Order): Promise<undefined> {
  await queries.updateTable('orders').set({ state: 'uncollectible', next_attempt_at: null }).where('id', '=', order.id).execute()
  await bookWriteOff(queries, order, 'writeoff')
  if (order.kind === 'overage')
    await queries
      .updateTable('subscriptions')
      .set({ overage: false })
      .where('account_id', '=', order.account_id)
      .where('product', '=', 'api')
      .execute()
  await projectSubscription(queries, order.account_id, context)
}

export async function findPayer(queries: Queries, { account_id: accountId, provider }: Order): Promise<Payer | undefined> {
  const row = await queries
    .selectFrom('payers')
    .select(['customer_ref as customerRef', 'method_ref as methodRef'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.customerRef ? row : undefined
}
