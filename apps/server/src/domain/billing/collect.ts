import type { Queries } from '../../storage/database.ts'
import { updateSubscription } from '../../storage/queries/subscriptions.ts'
import { changeOrder, getOrder, listDue, setAttempt, type Order } from '../../storage/queries/orders.ts'
import { hasAccount, lockAccount } from '../../storage/queries/accounts.ts'
import type { BillingParts } from './billing-parts.ts'
import { mailAboutOrder, type BillingContext } from './context.ts'
import { heedCredit } from './heed.ts'
import { toFirstAsk, toGraceEnd } from './grace.ts'
import { writeOff } from './orders.ts'
import { findPayer } from './payers.ts'
import { projectSubscription } from './project.ts'

const DAY_MS = 86_400_000
/** Days after the first attempt on which a payment is tried, or asked for, again. */
const ATTEMPT_DAYS = [0, 3, 7] as const
/** An attempt whose call failed is made again after this. */
const RETRY_MS = 10 * 60_000
const AT_ONCE = 50
/** So many attempts are never made: the sandbox means by it that nothing more is tried. */
export const GIVEN_UP = 99

/** Payments whose time for an attempt has come. */
export async function collectDue(parts: BillingParts): Promise<void> {
  const { database, context, log } = parts
  const due = await database.run((queries) => listDue(queries, context.now(), AT_ONCE))
  for (const { id, account_id: accountId } of due)
    await collect(parts, { id, accountId }).catch((error: unknown) =>
      log.error({ err: error, order: id }, 'a payment could not be tried'),
    )
}

/** One attempt, a reminder where nobody can be charged, or the end after the last one. */
async function collect(parts: BillingParts, { id, accountId }: { id: string; accountId: string }): Promise<void> {
  const { database, context, providers } = parts
  const attempt = await database.transact(async (queries) => {
    await lockAccount(queries, accountId)
    const order = await getOrder(queries, id)
    const isDue = order.next_attempt_at !== null && order.next_attempt_at <= context.now()
    if (order.state !== 'open' || order.paid_at !== null || !isDue) return undefined
    if (order.attempts >= ATTEMPT_DAYS.length) return giveUpInTime(queries, context, order)
    if (!(await hasAccount(queries, accountId))) return stopTrying(queries, order)
    // The server was away for longer than what is to be paid.
    if (order.covers_until !== null && order.covers_until <= context.now()) return giveUp(queries, context, order)
    const provider = providers.get(order.provider)
    if (order.due === 0) {
      await heedCredit(queries, context, order)
      return undefined
    }
    // One that is not set up any more may be so again; until then it keeps no other order from its turn.
    if (!provider) return postpone(queries, context, order)
    const payer = await findPayer(queries, order)
    const isCharged = provider.canCharge && payer !== undefined
    await setAttempt(queries, order.id, {
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
    await database.run((queries) => postpone(queries, context, order))
    throw error
  }
  await database.run((queries) =>
    setAttempt(queries, order.id, { attempts: order.attempts + 1, at: toNextAttempt(order, context) }),
  )
}

/** The same attempt is made again after a while. */
async function postpone(queries: Queries, context: BillingContext, order: Order): Promise<undefined> {
  await setAttempt(queries, order.id, { attempts: order.attempts, at: new Date(context.now().getTime() + RETRY_MS) })
}

/** When the attempt after the one that is made now is due; after the last one, the end of the time of grace. */
function toNextAttempt(order: Order, context: BillingContext): Date {
  const end = toGraceEnd(order, context)
  const days = ATTEMPT_DAYS[order.attempts + 1]
  return days === undefined ? end : new Date(Math.min(end.getTime(), toFirstAsk(order).getTime() + days * DAY_MS))
}

async function remind(queries: Queries, context: BillingContext, order: Order): Promise<void> {
  const until = toGraceEnd(order, context).toISOString().slice(0, 10)
  await mailAboutOrder(queries, context, { order, kind: 'invoice_due', values: { until } })
}

/** Nobody is charged after the account has been deleted. */
async function stopTrying(queries: Queries, { id }: Order): Promise<undefined> {
  await changeOrder(queries, id, { next_attempt_at: null })
}

/** After the last attempt the time of grace still counts; the sandbox can end it at once. */
async function giveUpInTime(queries: Queries, context: BillingContext, order: Order): Promise<undefined> {
  const end = toGraceEnd(order, context)
  if (end <= context.now() || order.attempts >= GIVEN_UP) return giveUp(queries, context, order)
  await setAttempt(queries, order.id, { attempts: order.attempts, at: end })
}

/** Writes an invoice off, with what follows for the plan or the extra requests it is for. */
export async function giveUp(queries: Queries, context: BillingContext, order: Order): Promise<undefined> {
  await writeOff(queries, order)
  if (order.kind === 'overage') await updateSubscription(queries, order.account_id, { overage: false })
  await projectSubscription(queries, order.account_id, context)
}
